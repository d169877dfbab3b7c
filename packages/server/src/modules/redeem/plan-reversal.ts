import type { ReversalPart } from '@gantry/core';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import type { Asset } from '../ledger/index.ts';
import {
  dayMs,
  findGrantedTime,
  getGrantedQuota,
  type MembershipRules,
  type PlanSnapshot,
  previewReclaim,
  type ReclaimPreview,
} from '../memberships/index.ts';
import { getCreditsKey, getGiftKey, getMembershipKey, type RedemptionKey } from './redeem.ts';

/** Credits of one asset, with their lots. */
export interface CreditsPart extends ReversalPart {
  readonly asset: Asset;
  readonly lotIds: readonly number[];
  /** The first ledger entry that granted them. */
  readonly entryId: number;
}

export interface ReversalPlan {
  readonly credits: readonly CreditsPart[];
  readonly days: ReversalPart | null;
  /** Credits of the membership's quotas; the used part is lost. */
  readonly quota: ReversalPart | null;
  /** The result for the membership; null when none was granted. */
  readonly membership: ReclaimPreview | null;
  readonly hasShortfall: boolean;
}

export interface ReversalRules {
  readonly membership: MembershipRules;
  /** How far below 0 a balance may go, in credits. */
  readonly debtLimit: number;
}

interface Reading {
  readonly tx: Reader;
  /** UTC ms. */
  readonly at: number;
}

export const toRedemptionKey = (redemption: RowOf<'redemptions'>): RedemptionKey => ({
  codeId: redemption.code_id,
  userId: redemption.user_id,
  nth: Number(redemption.nth),
});

/**
 * The plan that a redemption granted, as stored with the batch. What it grants for a full term counts only when the batch sets no
 * days.
 */
export interface GivenPlan {
  readonly plan: PlanSnapshot;
  readonly totals: (amount: number) => number;
}

export async function findGivenPlan(
  { tx }: Pick<Reading, 'tx'>,
  redemption: RowOf<'redemptions'>,
): Promise<GivenPlan | null> {
  const batch = await tx
    .selectFrom('redeem_batches')
    .select(['vip_snapshot', 'vip_days'])
    .where('id', '=', redemption.batch_id)
    .executeTakeFirstOrThrow();
  if (typeof batch.vip_snapshot !== 'string') return null;
  const plan = JSON.parse(batch.vip_snapshot) as PlanSnapshot;
  return { plan, totals: (amount) => (batch.vip_days === null ? amount : 0) };
}

/** Previews the reversal of a redemption. Nothing is written. Exact for a caller that has locked the wallets of its user. */
export async function planReversal(
  read: Reading,
  rules: ReversalRules,
  redemption: RowOf<'redemptions'>,
): Promise<ReversalPlan> {
  const key = toRedemptionKey(redemption);
  const credits: CreditsPart[] = [];
  for (const asset of ['coin', 'compute'] as const) {
    const part = await readCreditsPart(read, key, asset, rules.debtLimit);
    if (part) credits.push(part);
  }
  const given = await findGivenPlan(read, redemption);
  const full = { key: getMembershipKey(key), bps: 10_000, isLast: true } as const;
  const days = given ? await getDays(read, full.key) : null;
  const quota = given ? await getQuotaPart(read, full.key, given) : null;
  const membership = given
    ? await previewReclaim(read, rules.membership, { ...full, plan: given.plan }, given.totals)
    : null;
  const hasShortfall = partsOf({ credits, quota, days }).some(({ shortfall }) => shortfall > 0);
  return { credits, days, quota, membership, hasShortfall };
}

/** Everything that a reversal would reclaim, part by part. */
export const partsOf = ({ credits, quota, days }: Pick<ReversalPlan, 'credits' | 'quota' | 'days'>): ReversalPart[] => [
  ...credits,
  ...(quota ? [quota] : []),
  ...(days ? [days] : []),
];

/** Credits from a redemption, including the gifts of its membership. */
async function readCreditsPart(
  { tx }: Reading,
  key: RedemptionKey,
  asset: Asset,
  debtLimit: number,
): Promise<CreditsPart | null> {
  const entries = await tx
    .selectFrom('ledger_entries')
    .select(['id', 'lot_id', 'delta'])
    .where('transaction_id', 'in', [getCreditsKey(key, asset), getGiftKey(key, asset)])
    .where('wallet_id', 'is not', null)
    .orderBy('id')
    .execute();
  const [first] = entries;
  if (!first) return null;
  const lotIds = entries.map((entry) => Number(entry.lot_id));
  const granted = entries.reduce((sum, { delta }) => sum + delta, 0);
  const lots = tx.selectFrom('credit_lots').select(['remaining', 'held']).where('id', 'in', lotIds);
  const free = (await lots.execute()).reduce((sum, lot) => sum + lot.remaining - lot.held, 0);
  const expired = await getExpired(tx, lotIds);
  const toReclaim = granted - expired;
  const reclaimable = Math.min(free, toReclaim);
  const shortfall = toReclaim - reclaimable;
  const owed = Math.min(shortfall, Math.max(0, debtLimit - (await getDebt(tx, key.userId, asset))));
  const reported = { asset, granted, expired, toReclaim, reclaimable, shortfall, owed, lost: shortfall - owed };
  return { ...reported, lotIds, entryId: first.id };
}

async function getExpired(tx: Reader, lotIds: readonly number[]): Promise<number> {
  const { ended } = await tx
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.sum('delta').as('ended'))
    .where(
      'cause_id',
      'in',
      lotIds.map((id) => `lot:${id}`),
    )
    .where('cause', '=', 'expire')
    .where('wallet_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return -Number(ended ?? 0);
}

async function getDebt(tx: Reader, userId: number, asset: Asset): Promise<number> {
  const wallet = tx.selectFrom('wallets').select('debt').where('user_id', '=', userId).where('asset', '=', asset);
  return (await wallet.executeTakeFirst())?.debt ?? 0;
}

async function getQuotaPart(read: Reading, key: string, { plan, totals }: GivenPlan): Promise<ReversalPart | null> {
  const given = await getGrantedQuota(read, { key, plan, terms: totals(1) });
  if (!given) return null;
  const { granted, free: reclaimable } = given;
  const lost = granted - reclaimable;
  return { asset: 'quota', granted, expired: 0, toReclaim: granted, reclaimable, shortfall: lost, owed: 0, lost };
}

/** A started day counts as left. A lifetime membership has no days. */
async function getDays(read: Reading, key: string): Promise<ReversalPart | null> {
  const time = await findGrantedTime(read, key);
  if (!time?.grantedMs) return null;
  const granted = Math.round(time.grantedMs / dayMs);
  const reclaimable = Math.min(granted, Math.ceil((time.leftMs ?? 0) / dayMs));
  const lost = granted - reclaimable;
  return { asset: 'days', granted, expired: 0, toReclaim: granted, reclaimable, shortfall: lost, owed: 0, lost };
}
