import { ApiError, type Locale, localize } from '@gantry/core';
import type { Reader, RowOf, Tx } from '../../platform/store/database.ts';

export const billingModes = ['free', 'perCall', 'perToken', 'perImage', 'perSecond', 'perPage'] as const;
export type BillingMode = (typeof billingModes)[number];

/** What a model charges. Credits are integers. */
export interface Price {
  readonly billingMode: BillingMode;
  readonly asset: 'coin' | 'compute';
  /** Per call, image, second or page. */
  readonly priceUnit: number;
  /** Per thousand tokens. */
  readonly priceIn: number;
  readonly priceOut: number;
  /** Price factor of a call with thinking, in basis points. */
  readonly thinkBps: number;
  /** The minimum charge per use. */
  readonly minCharge: number;
}

/** Usage that is charged or estimated. */
export interface Use {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Calls, images, seconds or pages; null counts as one call. */
  readonly units: number | null;
  readonly think: boolean;
}

/** Maximum price of one use, in credits. */
const maxCredits = 1_000_000_000n;
const perThousand = 1000n;
const full = 10_000n;

const priceFields = ['billingMode', 'asset', 'priceUnit', 'priceIn', 'priceOut', 'thinkBps', 'minCharge'] as const;

/** The price columns of a model or of an earlier price. */
type PriceColumns = Pick<
  RowOf<'ai_models'>,
  'billing_mode' | 'asset' | 'price_unit' | 'price_in' | 'price_out' | 'think_bps' | 'min_charge'
>;

export function toPrice(row: PriceColumns): Price {
  return {
    billingMode: row.billing_mode as BillingMode,
    asset: row.asset === 'coin' ? 'coin' : 'compute',
    priceUnit: row.price_unit,
    priceIn: row.price_in,
    priceOut: row.price_out,
    thinkBps: row.think_bps,
    minCharge: row.min_charge,
  };
}

/** The exact price in thousandths of a credit, before rounding. */
function computeThousandths(price: Price, use: Use): bigint {
  if (price.billingMode === 'free') return 0n;
  if (price.billingMode === 'perToken')
    return BigInt(price.priceIn) * BigInt(use.promptTokens) + BigInt(price.priceOut) * BigInt(use.completionTokens);
  const units = use.units ?? (price.billingMode === 'perCall' ? 1 : 0);
  return BigInt(price.priceUnit) * BigInt(units) * perThousand;
}

function isUsed(price: Price, use: Use): boolean {
  if (price.billingMode === 'perToken') return use.promptTokens + use.completionTokens > 0;
  return (use.units ?? (price.billingMode === 'perCall' ? 1 : 0)) > 0;
}

/** The caller's language, and the input field that determines the amount, for errors. */
interface PriceRequest {
  readonly locale: Locale;
  readonly field: string;
}

const tooMuch = {
  zh: '用量过大：一次最多 1,000,000,000 点，请减少用量',
  en: 'The usage is too large. One use may cost at most 1,000,000,000 credits.',
} as const;

/**
 * Returns the price of a use in whole credits: the exact price, rounded up once at the end, and at least the minimum charge. Free
 * or zero usage costs nothing. Rejects a price above the maximum of one use.
 */
export function computeAmount(price: Price, use: Use, requested: PriceRequest): number {
  if (price.billingMode === 'free' || !isUsed(price, use)) return 0;
  const factor = use.think ? BigInt(price.thinkBps) : full;
  const divisor = perThousand * full;
  const rounded = (computeThousandths(price, use) * factor + divisor - 1n) / divisor;
  const amount = rounded > BigInt(price.minCharge) ? rounded : BigInt(price.minCharge);
  if (amount > maxCredits)
    throw new ApiError('invalid', {
      errors: { [requested.field]: [localize(tooMuch, requested.locale)] },
      data: { most: Number(maxCredits) },
    });
  return Number(amount);
}

/** Multiplies a price by a factor in basis points, rounded half up; a price above zero stays above zero. */
export function scaleCredits(credits: number, factorBps: number): number {
  if (credits === 0) return 0;
  const exact = BigInt(credits) * BigInt(factorBps);
  return Math.max(1, Number((exact + full / 2n) / full));
}

type UnitPrices = Pick<Price, 'priceUnit' | 'priceIn' | 'priceOut'>;

/** Multiplies the prices of a model; the minimum charge and the thinking factor do not change. */
export function scalePrice(price: UnitPrices, factorBps: number): UnitPrices {
  return {
    priceUnit: scaleCredits(price.priceUnit, factorBps),
    priceIn: scaleCredits(price.priceIn, factorBps),
    priceOut: scaleCredits(price.priceOut, factorBps),
  };
}

/** Returns the current price of a model. Rejects an unknown model or one that is not offered. */
export async function getCurrentPrice(read: Reader, modelId: number): Promise<Price> {
  const row = await read.selectFrom('ai_models').selectAll().where('id', '=', modelId).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { modelId } });
  if (row.status !== 'enabled') throw new ApiError('stateConflict', { data: { state: row.status, modelId } });
  return toPrice(row);
}

/** Returns the name of a model for records that outlive it; null when it was deleted. */
export async function getModelName(read: Reader, modelId: number): Promise<string | null> {
  const row = await read.selectFrom('ai_models').select('name').where('id', '=', modelId).executeTakeFirst();
  return row ? row.name : null;
}

/** Adds the current price to the price history if it changed. */
export async function recordPrice(
  tx: Tx,
  before: RowOf<'ai_models'> | null,
  after: RowOf<'ai_models'>,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<void> {
  const old = before && toPrice(before);
  const now = toPrice(after);
  if (old && priceFields.every((name) => old[name] === now[name])) return;
  await tx
    .insertInto('model_prices')
    .values({
      model_id: after.id,
      model_name: after.name,
      billing_mode: now.billingMode,
      asset: now.asset,
      price_in: now.priceIn,
      price_in_before: old?.priceIn ?? null,
      price_out: now.priceOut,
      price_out_before: old?.priceOut ?? null,
      price_unit: now.priceUnit,
      price_unit_before: old?.priceUnit ?? null,
      min_charge: now.minCharge,
      think_bps: now.thinkBps,
      effective_at: at,
      actor,
      created_at: at,
    })
    .execute();
}
