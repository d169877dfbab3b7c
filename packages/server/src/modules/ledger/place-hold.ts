import { randomBytes } from 'node:crypto';
import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { type StoredHold, toHold } from './hold-rows.ts';
import { assertAmount, createInsufficientError } from './insufficient.ts';
import { changeLot, type LotShare, openLots, splitOver } from './lots.ts';
import type { Asset, LockedWallet, TxContext } from './posting.ts';
import { type Admitted, keepTakes, type QuotaCover, type QuotaShare, sumAmounts } from './quota-takes.ts';
import { computeCharge, fullPrice, type UseRate } from './use-rate.ts';
import { lockWallet, writeWallet } from './wallet.ts';

export interface HoldRequest {
  readonly userId: number;
  /** The platform's id of the use; asking again with it gives the same hold. */
  readonly requestId: string;
  /** What it is about; the same id for another subject is refused. Of the id alone when left out. */
  readonly subject?: string;
  readonly capability: string;
  readonly asset: Asset;
  /** The price, positive points: what is set aside of it goes by the person's rate. */
  readonly amount: number;
  /** How long it stands, in ms. */
  readonly ttlMs: number;
  /** What says how it is charged and pays before credits do; the whole price, and nothing, when left out. */
  readonly cover?: QuotaCover;
  /** In whose language it is refused. */
  readonly locale?: Locale;
}

const words = {
  captured: {
    zh: '这个请求已结算，不要再次执行；新的使用请换一个 requestId',
    en: 'This request was captured. Do not run it again. For a new use, send a new requestId.',
  },
  released: {
    zh: '这个请求的冻结已释放，没有冻结任何点数；请换一个 requestId',
    en: 'The hold of this request was released, so nothing is held. Send a new requestId.',
  },
} as const satisfies Record<string, LocalizedText>;

const uncovered: Admitted = { ...fullPrice, modelGroup: '' };

/**
 * Sets points aside for a use. Refuses what is not there, so that however many ask at once, they never take more than the
 * balance between them; and anybody who is not active, or in debt. It succeeds only when points are held afterwards: asked again, an open
 * hold is the same one, one that expired is placed again under its number, and one that was captured or released is refused.
 */
export async function placeHold(scope: TxContext, request: HoldRequest): Promise<StoredHold> {
  assertAmount(request.amount);
  const wallet = await lockWallet(scope, request.userId, request.asset);
  const earlier = await sameRequest(scope, request);
  if (earlier?.status === 'held') return earlier.expiresAt > scope.at ? earlier : renewHold(scope, earlier, request);
  if (earlier) await assertExpired(scope, earlier, request);
  if (wallet.ownerStatus !== 'active') throw new ApiError('stateConflict', { data: { state: wallet.ownerStatus } });
  if (wallet.debt > 0) throw createInsufficientError(0, request.amount);
  const { userId, requestId, cover } = request;
  const terms = cover ? await cover.admit(scope, userId, requestId, wallet.ownerLevel) : uncovered;
  const { modelGroup, ...rate } = terms;
  const amount = computeCharge(rate, request.amount);
  const covered = await coveredOf(scope, wallet, { ...request, amount }, modelGroup);
  const points = amount - sumAmounts(covered);
  const lots = points > 0 ? await openLots(scope, wallet.id, request.capability) : [];
  const { shares, short } = splitOver(lots, points);
  if (short > 0) throw createInsufficientError(amount - short, amount);
  for (const { lotId, amount } of shares) await changeLot(scope, lotId, { held: amount });
  if (points > 0) await writeWallet(scope, { ...wallet, held: wallet.held + points });
  const hold = await writeHold(scope, wallet, request, { amount, rate, modelGroup, shares }, earlier);
  await keepTakes(scope, hold.id, covered);
  return hold;
}

async function coveredOf(
  scope: TxContext,
  wallet: LockedWallet,
  { userId, capability, amount, cover }: HoldRequest,
  modelGroup: string,
): Promise<readonly QuotaShare[]> {
  return cover && wallet.ownerLevel > 0 ? cover.take(scope, userId, { capability, modelGroup }, amount) : [];
}

async function sameRequest({ tx }: TxContext, request: HoldRequest): Promise<StoredHold | null> {
  const row = await tx
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  if (!row) return null;
  const hold = toHold(row);
  const { amount, asset, capability, subject = hold.subject } = request;
  const isSame = hold.asset === asset && hold.capability === capability && hold.subject === subject;
  if (isSame && hold.listAmount === amount) return hold;
  throw new ApiError('keyReused', { data: { requestId: request.requestId } });
}

/** Has an open hold whose time is over stand for as long as a new one, unless it is being given back just now. */
async function renewHold(
  { tx, dialect, at }: TxContext,
  { id }: StoredHold,
  { ttlMs }: HoldRequest,
): Promise<StoredHold> {
  const query = tx.selectFrom('holds').select('id').where('id', '=', id).where('status', '=', 'held');
  const isPostgres = dialect.kind === 'postgres';
  if (!(await (isPostgres ? query.forUpdate().skipLocked() : query).executeTakeFirst())) throw new ApiError('busy');
  const longer = { expires_at: at + ttlMs, held_at: at, updated_at: at };
  const again = tx.updateTable('holds').set((old) => ({ ...longer, version: old('version', '+', 1) }));
  return toHold(await again.where('id', '=', id).returningAll().executeTakeFirstOrThrow());
}

/**
 * Refuses to place a hold again unless it expired. Its row is taken without waiting: whoever captures it has it, and waits for the
 * owner, who is locked here.
 */
async function assertExpired({ tx, dialect }: TxContext, earlier: StoredHold, request: HoldRequest): Promise<void> {
  const query = tx.selectFrom('holds').select('status').where('id', '=', earlier.id).where('status', '=', 'expired');
  const isPostgres = dialect.kind === 'postgres';
  if (await (isPostgres ? query.forUpdate().skipLocked() : query).executeTakeFirst()) return;
  const state = earlier.status === 'released' ? 'released' : 'captured';
  const { requestId, locale = 'zh-CN' } = request;
  const message = localize(words[state], locale);
  throw new ApiError('stateConflict', { message, data: { state, requestId, holdNo: earlier.no } });
}

interface HoldTerms {
  readonly amount: number;
  readonly rate: UseRate;
  readonly modelGroup: string;
  readonly shares: readonly LotShare[];
}

/** Writes a hold: a new one, or in place of one that expired. */
async function writeHold(
  { tx, at }: TxContext,
  wallet: LockedWallet,
  request: HoldRequest,
  { amount, rate, modelGroup, shares }: HoldTerms,
  expired: StoredHold | null,
): Promise<StoredHold> {
  const held = {
    model_group: modelGroup,
    amount,
    list_amount: request.amount,
    rate_multiplier: rate.rateMultiplier,
    least_charge: rate.leastCharge,
    quota_amount: amount - sumAmounts(shares),
    captured_amount: 0,
    written_off: 0,
    lots: JSON.stringify(shares),
    expires_at: at + request.ttlMs,
    held_at: at,
    settled_at: null,
    status: 'held',
    updated_at: at,
  };
  if (expired) {
    const again = tx.updateTable('holds').set((old) => ({ ...held, version: old('version', '+', 1) }));
    return toHold(await again.where('id', '=', expired.id).returningAll().executeTakeFirstOrThrow());
  }
  const row = {
    ...held,
    no: `H${randomBytes(12).toString('hex')}`,
    user_id: request.userId,
    wallet_id: wallet.id,
    asset: request.asset,
    capability: request.capability,
    request_id: request.requestId,
    subject: request.subject ?? null,
    version: 1,
    created_at: at,
  };
  const made = await tx.insertInto('holds').values(row).returning('id').executeTakeFirstOrThrow();
  return toHold({ ...row, id: made.id });
}
