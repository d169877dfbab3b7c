import type { ApprovedActionKind } from '@gantry/core';
import { pickDiffering } from '../../../platform/engine/changes.ts';
import { createPlan } from '../../../platform/engine/engine.ts';
import type { OperationCall } from '../../../platform/engine/operation.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { toChangedCells } from '../../../platform/store/records.ts';
import {
  createProductSnapshot,
  noCredits,
  noWorth,
  type ProductRow,
  type Worth,
  worthOfProduct,
} from '../../catalog/index.ts';
import { snapshotOfPlan } from '../../memberships/index.ts';
import { grantSubject, wasShapedBefore, worthOfGrant } from './given-before.ts';
import { type ApprovalLimits, type ReadSubject, type Subject, toText } from './subject.ts';

type OfferKind = Extract<
  ApprovedActionKind,
  `sell${string}` | `change${'Plan' | 'Coins' | 'Compute'}` | `${'create' | 'change' | 'enable'}SignReward`
>;

type Product = 'vip' | 'coin' | 'compute';

/** A plan covers more the dearer it is listed, whatever it is sold for. */
const listPrice = (row: ProductRow) => Math.max(row.price, row.original_price ?? 0);

const worthOfOffer = (row: ProductRow): Worth => {
  const worth = worthOfProduct(createProductSnapshot(row), 1);
  return 'level' in row ? { ...worth, fen: Math.max(worth.fen, listPrice(row)) } : worth;
};

/** Columns that say what a buyer gets and for how much. */
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

const nobody = (row: ProductRow) => ({ userId: null, reason: toText(row.name) });

/** Everyone may buy what is on sale, so its terms are approved before it is: what one sale grants counts, not its price. */
const sell =
  (product: Product): ReadSubject =>
  async (call, limits) => {
    const row = call.row as ProductRow;
    const isShaped = product === 'vip' && (await wasShapedBefore(call, row.id));
    const subject = grantSubject(nobody(row), limits, worthOfOffer(row), noWorth, isShaped);
    return { ...subject, shown: createPlan(call.resource).current(row) };
  };

/** A pack that grants no more for no less money, under the same conditions. */
const grantsLess = (product: Product, before: ProductRow, after: ProductRow, changed: readonly string[]) =>
  product !== 'vip' &&
  worthOfOffer(after).credits[product] <= worthOfOffer(before).credits[product] &&
  after.price >= before.price &&
  !changed.includes('valid_days') &&
  !changed.includes('capabilities');

/** A change of what is on sale, or an undo that puts it on sale again. Renaming it or granting less needs no approval. */
const change =
  (product: Product): ReadSubject =>
  async (call, limits) => {
    const before = call.row as ProductRow;
    const cells = pickDiffering(before, toChangedCells(call.resource, call.input));
    const after: ProductRow = { ...before, ...cells };
    const changed = Object.keys(cells).filter((name) => terms[product].includes(name));
    const isNew = before.status !== 'on';
    const isShaped = product === 'vip' && (!isNew || (await wasShapedBefore(call, before.id)));
    const subject = grantSubject(nobody(after), limits, worthOfOffer(after), noWorth, isShaped);
    const isFree = changed.length === 0 || grantsLess(product, before, after, changed);
    return { ...subject, isAbove: after.status === 'on' && (isNew || !isFree) && subject.isAbove };
  };

type CreditsRow = Partial<Pick<RowOf<'sign_rules'>, 'coin' | 'extra_coin' | 'compute'>>;
type RewardRow = CreditsRow & Partial<Pick<RowOf<'sign_rules'>, 'vip_days' | 'plan_id'>>;

/** What one check-in of a rule grants at most, with what members get on top. */
export function creditsOfCheckIn(row: CreditsRow, memberBonusBps: number): Worth['credits'] {
  const most = (credits: number) => credits + Math.floor((credits * memberBonusBps) / 10_000);
  const coin = (row.coin ?? 0) + (row.extra_coin ?? 0);
  return { ...noCredits, coin: most(coin), compute: most(row.compute ?? 0) };
}

async function checkInSubject(call: OperationCall, limits: ApprovalLimits, row: RewardRow): Promise<Subject> {
  const credits = creditsOfCheckIn(row, limits.memberBonusBps);
  const days = row.vip_days ?? 0;
  const plan = days > 0 ? await planNamed(call, row.plan_id) : null;
  const time = plan ? worthOfGrant(plan, days) : noWorth;
  const isShaped = plan !== null && (await wasShapedBefore(call, plan.planId));
  const now = { fen: time.fen, credits: { ...credits, quota: time.credits.quota } };
  return grantSubject({ userId: null, reason: null }, limits, now, noWorth, isShaped);
}

async function planNamed({ tx }: OperationCall, id: unknown) {
  const row = await tx
    .selectFrom('vip_plans')
    .selectAll()
    .where('id', '=', Number(id ?? 0))
    .executeTakeFirst();
  return row ? snapshotOfPlan(row) : null;
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
  sellPlan: sell('vip'),
  sellCoins: sell('coin'),
  sellCompute: sell('compute'),
  changePlan: change('vip'),
  changeCoins: change('coin'),
  changeCompute: change('compute'),
  createSignReward,
  changeSignReward,
  enableSignReward,
};
