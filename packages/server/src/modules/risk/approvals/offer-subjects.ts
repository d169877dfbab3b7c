import type { ApprovedActionKind, Values } from '@gantry/core';
import { pickDiffering } from '../../../platform/engine/changes.ts';
import { createPlan } from '../../../platform/engine/engine.ts';
import type { OperationCall } from '../../../platform/engine/operation.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { toChangedCells } from '../../../platform/store/records.ts';
import {
  createProductSnapshot,
  type GrantLimits,
  noCredits,
  noWorth,
  type ProductRow,
  type Worth,
  worthOfProduct,
} from '../../catalog/index.ts';
import { createPlanSnapshot } from '../../memberships/index.ts';
import { grantSubject, wasPricedByAdmin, worthOfGrant } from './gift-subjects.ts';

type OfferKind = Extract<
  ApprovedActionKind,
  `sell${string}` | `change${'Plan' | 'Coins' | 'Compute'}` | `${'create' | 'change' | 'enable'}SignReward`
>;

type Product = 'vip' | 'coin' | 'compute';

/** The list price determines the value of a plan, whatever it is sold for. */
const listPrice = (row: ProductRow) => Math.max(row.price, row.original_price ?? 0);

const computeOfferWorth = (row: ProductRow): Worth => {
  const worth = worthOfProduct(createProductSnapshot(row), 1);
  return 'level' in row ? { ...worth, fen: Math.max(worth.fen, listPrice(row)) } : worth;
};

/** Columns that determine what a buyer gets and at what price. */
const terms: Readonly<Record<Product, readonly string[]>> = {
  vip: [
    'price',
    'original_price',
    'duration_unit',
    'duration_value',
    'quotas',
    'gift_coin',
    'gift_compute',
    'level',
    'rate_multiplier',
    'concurrency',
    'allow_models',
    'allow_app_categories',
  ],
  coin: ['coin', 'bonus', 'first_buy_bonus', 'price', 'valid_days'],
  compute: ['compute', 'bonus', 'first_buy_bonus', 'price', 'valid_days', 'capabilities'],
};

const createSubjectWithoutUser = (row: ProductRow) => ({ userId: null, reason: toText(row.name) });

/**
 * Anyone may buy what is on sale, so its terms are approved before it is published. What one sale grants counts, not its price.
 */
const createSellSubject =
  (product: Product): ReadSubject =>
  async (call, limits) => {
    const row = call.row as ProductRow;
    const isShaped = product === 'vip' && (await wasPricedByAdmin(call, row.id));
    const subject = grantSubject(createSubjectWithoutUser(row), limits, computeOfferWorth(row), noWorth, isShaped);
    return { ...subject, shown: createPlan(call.resource).current(row) };
  };

/** Whether a pack grants no more for at least the same price under the same conditions. */
const isGrantLower = (product: Product, before: ProductRow, after: ProductRow, changed: readonly string[]) =>
  product !== 'vip' &&
  computeOfferWorth(after).credits[product] <= computeOfferWorth(before).credits[product] &&
  after.price >= before.price &&
  !changed.includes('valid_days') &&
  !changed.includes('capabilities');

/** A change of a published product, or an undo that publishes it again. Renaming it or granting less needs no approval. */
const change =
  (product: Product): ReadSubject =>
  async (call, limits) => {
    const before = call.row as ProductRow;
    const cells = pickDiffering(before, toChangedCells(call.resource, call.input));
    const after: ProductRow = { ...before, ...cells };
    const changed = Object.keys(cells).filter((name) => terms[product].includes(name));
    const isNew = before.status !== 'on';
    const isShaped = product === 'vip' && (!isNew || (await wasPricedByAdmin(call, before.id)));
    const subject = grantSubject(createSubjectWithoutUser(after), limits, computeOfferWorth(after), noWorth, isShaped);
    const isFree = changed.length === 0 || isGrantLower(product, before, after, changed);
    return { ...subject, isAbove: after.status === 'on' && (isNew || !isFree) && subject.isAbove };
  };

type CreditsRow = Partial<Pick<RowOf<'sign_rules'>, 'coin' | 'extra_coin' | 'compute'>>;
type RewardRow = CreditsRow & Partial<Pick<RowOf<'sign_rules'>, 'vip_days' | 'plan_id'>>;

/** The maximum that one check-in of a rule grants, including the member bonus. */
export function creditsOfCheckIn(row: CreditsRow, memberBonusBps: number): Worth['credits'] {
  const addMaxBonus = (credits: number) => credits + Math.floor((credits * memberBonusBps) / 10_000);
  const coin = (row.coin ?? 0) + (row.extra_coin ?? 0);
  return { ...noCredits, coin: addMaxBonus(coin), compute: addMaxBonus(row.compute ?? 0) };
}

async function checkInSubject(call: OperationCall, limits: ApprovalLimits, row: RewardRow): Promise<Subject> {
  const credits = creditsOfCheckIn(row, limits.memberBonusBps);
  const days = row.vip_days ?? 0;
  const plan = days > 0 ? await planNamed(call, row.plan_id) : null;
  const time = plan ? worthOfGrant(plan, days) : noWorth;
  const isShaped = plan !== null && (await wasPricedByAdmin(call, plan.planId));
  const now = { fen: time.fen, credits: { ...credits, quota: time.credits.quota } };
  return grantSubject({ userId: null, reason: null }, limits, now, noWorth, isShaped);
}

async function planNamed({ tx }: OperationCall, id: unknown) {
  const row = await tx
    .selectFrom('vip_plans')
    .selectAll()
    .where('id', '=', Number(id ?? 0))
    .executeTakeFirst();
  return row ? createPlanSnapshot(row) : null;
}

const createSignReward: ReadSubject = (call, limits) =>
  checkInSubject(call, limits, toChangedCells(call.resource, call.input));

const amounts = ['coin', 'compute', 'extra_coin', 'vip_days'] as const;

const changeSignReward: ReadSubject = async (call, limits) => {
  const before = call.row as RowOf<'sign_rules'>;
  const cells = pickDiffering(before, toChangedCells(call.resource, call.input));
  const after: RowOf<'sign_rules'> = { ...before, ...cells };
  const subject = await checkInSubject(call, limits, after);
  const grantsMore = amounts.some((name) => (after[name] ?? 0) > (before[name] ?? 0)) || 'plan_id' in cells;
  const isNew = before.status !== 'enabled';
  return { ...subject, isAbove: after.status === 'enabled' && (isNew || grantsMore) && subject.isAbove };
};

const enableSignReward: ReadSubject = async (call, limits) => {
  const row = call.row as RowOf<'sign_rules'>;
  return { ...(await checkInSubject(call, limits, row)), shown: createPlan(call.resource).current(row) };
};

/** How offers and rewards are measured: by what one sale, one check-in or one invite grants. */
export const offerSubjects: Readonly<Record<OfferKind, ReadSubject>> = {
  sellPlan: createSellSubject('vip'),
  sellCoins: createSellSubject('coin'),
  sellCompute: createSellSubject('compute'),
  changePlan: change('vip'),
  changeCoins: change('coin'),
  changeCompute: change('compute'),
  createSignReward,
  changeSignReward,
  enableSignReward,
};

/** The amounts above which a second admin is needed (0 for never), and for how many hours a request may wait. */
export interface ApprovalLimits extends GrantLimits {
  readonly refundAmount: number;
  readonly hours: number;
  /** Time zone of the site. */
  readonly timezone: string;
  /** Bonus of members on a check-in reward, in basis points. */
  readonly memberBonusBps: number;
}

export async function readLimits(settings: SettingsReader): Promise<ApprovalLimits> {
  const { adjustCredits, refundAmount, markPaidAmount, hours } = await settings.read('system', 'approval');
  const { vipBonusBps } = await settings.read('system', 'sign');
  const { timezone } = await settings.read('system', 'site');
  return { adjustCredits, refundAmount, markPaidAmount, hours, timezone, memberBonusBps: vipBonusBps };
}

/** What a money action is about, and whether it exceeds its limit. */
export interface Subject {
  /** Null for an action that is not for a particular user. */
  readonly userId: number | null;
  readonly orderId: number | null;
  readonly asset: string | null;
  /** Signed. */
  readonly credits: number | null;
  /** Integer minor units. */
  readonly amount: number | null;
  /** ISO 4217 code of the amount; null for the site's currency. */
  readonly currency?: string | null;
  readonly reason: string | null;
  readonly isAbove: boolean;
  /** A smaller input for the draft test, where it is enough to show whether the action is possible. */
  readonly draftInput?: Values;
  /** What the approver sees instead of an empty input, where the record itself determines what is granted. */
  readonly shown?: Values;
  /** The version of the plan that the request is for. A later version needs a new request. */
  readonly planVersion?: number;
}

/** Measures a call against the limits. `prepared` is the result of the action's own `prepare`. */
export type ReadSubject = (call: OperationCall, limits: ApprovalLimits, prepared: unknown) => Promise<Subject>;

/** A subject without an order, an amount and a reason. */
export const none = { orderId: null, asset: null, credits: null, amount: null, reason: null } as const;
/** Whether an amount exceeds a limit; 0 means no limit. */
export const isAbove = (amount: number, limit: number) => limit > 0 && amount > limit;
export const toText = (value: unknown) => (typeof value === 'string' ? value : null);
