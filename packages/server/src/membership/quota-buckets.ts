import type { MoneyScope } from '../money/posting.ts';
import { moveUsed, type QuotaShare, type UseOf } from '../money/quota-takes.ts';
import type { Reader, Row } from '../store/database.ts';
import type { Membership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import { groupOf, type PlanQuota, type QuotaPeriod } from './plan-quotas.ts';

/** What ends first is spent first. */
const spending: readonly QuotaPeriod[] = ['day', 'month', 'total'];

interface Window {
  readonly start: number;
  readonly end: number | null;
}

/** The period of a quota that a moment falls in; a whole term is one. */
function windowOf(
  rules: MembershipRules,
  { quotaFrom, startAt, anchorAt }: Membership,
  period: QuotaPeriod,
  at: number,
): Window {
  if (period === 'total') return { start: 0, end: null };
  if (period === 'day') return rules.calendar.dayOf(at);
  if (rules.quotaReset === 'calendarMonth') return rules.calendar.monthOf(at);
  const from = quotaFrom ?? startAt ?? at;
  return rules.calendar.monthSince(rules.calendar.anchored(from, anchorAt), at);
}

/** The bucket of a quota in its present period, full when it is new. */
async function bucketOf(
  { tx, at }: MoneyScope,
  rules: MembershipRules,
  membership: Membership,
  quota: PlanQuota,
): Promise<Row> {
  const { capability, period, amount } = quota;
  const { start, end } = windowOf(rules, membership, period, at);
  const group = { model_group: groupOf(quota) };
  const key = { membership_id: membership.id, capability, period, period_start: start, ...group };
  await tx
    .insertInto('quota_buckets')
    .values({ ...key, period_end: end, granted: amount, used: 0, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['membership_id', 'capability', 'period', 'period_start', 'model_group']).doNothing(),
    )
    .execute();
  return findBucket({ tx }, key);
}

function findBucket({ tx }: Pick<MoneyScope, 'tx'>, key: Row): Promise<Row> {
  let query = tx.selectFrom('quota_buckets').selectAll();
  for (const [column, value] of Object.entries(key)) query = query.where(column, '=', value);
  return query.executeTakeFirstOrThrow();
}

const freeIn = (bucket: Row) => Number(bucket.granted) - Number(bucket.used);

/** Quotas that cover a use of a capability by a model of a group; of those that end together, what covers less comes first. */
function quotasFor({ plan }: Membership, what: UseOf): PlanQuota[] {
  const fit = plan.quotas.filter((quota) => isFor(quota, what));
  const narrowFirst = [...fit].sort((one, two) => Number(groupOf(one) === '') - Number(groupOf(two) === ''));
  return spending.flatMap((period) => narrowFirst.filter((quota) => quota.period === period));
}

/** Does a quota cover a use of a capability by a model of a group? Empty is a use of no model, or of one in no group. */
export const isFor = (quota: PlanQuota, { capability, modelGroup }: UseOf) =>
  quota.capability === capability && (groupOf(quota) === '' || groupOf(quota) === modelGroup);

/** Takes up to so many points of what a membership covers of a capability; the table refuses more than there is. */
export async function takeQuota(
  scope: MoneyScope,
  rules: MembershipRules,
  membership: Membership,
  what: UseOf,
  amount: number,
): Promise<QuotaShare[]> {
  const shares: QuotaShare[] = [];
  let left = amount;
  for (const quota of quotasFor(membership, what)) {
    if (left === 0) break;
    const bucket = await bucketOf(scope, rules, membership, quota);
    const taken = Math.min(left, freeIn(bucket));
    if (taken <= 0) continue;
    await moveUsed(scope, Number(bucket.id), taken);
    shares.push({ bucketId: Number(bucket.id), amount: taken });
    left -= taken;
  }
  return shares;
}

/** A quota in its present period. */
export interface QuotaState extends PlanQuota {
  /** Points; in place of the amount of the plan, since more may have been added. */
  readonly granted: number;
  readonly used: number;
  /** UTC ms; null for a whole term. */
  readonly resetsAt: number | null;
}

/** How the quotas of a membership stand now. Nothing is written: a period that nobody has used is whole. */
export async function quotaStates(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membership: Membership,
): Promise<QuotaState[]> {
  return quotasAmong(await bucketsOf(tx, [membership.id]), rules, membership, at);
}

/** What has been used of the quotas of some memberships. */
export async function bucketsOf(tx: Reader, membershipIds: readonly number[]): Promise<Row[]> {
  if (membershipIds.length === 0) return [];
  return tx
    .selectFrom('quota_buckets')
    .selectAll()
    .where('membership_id', 'in', [...membershipIds])
    .execute();
}

/** The same by buckets that were read with those of others. */
export function quotasAmong(
  buckets: readonly Row[],
  rules: MembershipRules,
  membership: Membership,
  at: number,
): QuotaState[] {
  return membership.plan.quotas.map((quota) => {
    const { start, end } = windowOf(rules, membership, quota.period, at);
    const bucket = buckets.find(
      (row) =>
        Number(row.membership_id) === membership.id &&
        row.capability === quota.capability &&
        row.period === quota.period &&
        row.model_group === groupOf(quota) &&
        Number(row.period_start) === start,
    );
    const granted = Number(bucket?.granted ?? quota.amount);
    return { ...quota, granted, used: Number(bucket?.used ?? 0), resetsAt: end };
  });
}

/** Adds what a plan gives for its whole term once more, so many times. */
export async function addTotals(
  scope: MoneyScope,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times <= 0) return;
  for (const quota of membership.plan.quotas.filter(({ period }) => period === 'total')) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, Number(bucket.granted) + times * quota.amount);
  }
}

/** Takes of what was added for a whole term so much as `lessOf` says of each quota; what has been used stays used. */
export async function takeTotals(
  scope: MoneyScope,
  rules: MembershipRules,
  membership: Membership,
  added: readonly PlanQuota[],
  lessOf: (amount: number) => number,
): Promise<void> {
  for (const quota of added.filter(({ period }) => period === 'total')) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, Math.max(Number(bucket.used), Number(bucket.granted) - lessOf(quota.amount)));
  }
}

/** Points that `restoreQuotas` would give back to an active membership; nothing is written. */
export async function toRestore(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membership: Membership,
): Promise<number> {
  const states = await quotaStates(read, rules, membership);
  return states.reduce((sum, { amount, granted, used }) => sum + Math.max(0, amount - (granted - used)), 0);
}

/** Makes quotas whole again, those that have more left keep it. Of one that is not active, what is for its whole term. */
export async function restoreQuotas(scope: MoneyScope, rules: MembershipRules, membership: Membership): Promise<void> {
  for (const quota of membership.plan.quotas) {
    if (membership.status !== 'active' && quota.period !== 'total') continue;
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, Number(bucket.used) + Math.max(freeIn(bucket), quota.amount));
  }
}

async function setGranted({ tx }: MoneyScope, bucket: Row, granted: number): Promise<void> {
  if (granted === Number(bucket.granted)) return;
  await tx.updateTable('quota_buckets').set({ granted }).where('id', '=', bucket.id).execute();
}
