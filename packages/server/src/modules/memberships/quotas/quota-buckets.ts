import { ApiError, fillText, type Locale, type LocalizedText } from '@gantry/core';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { adjustUsedQuota, countOpenUses, type QuotaCover, type QuotaShare, type UseOf } from '../../ledger/index.ts';
import { advanceMemberships } from '../advance-memberships.ts';
import type { Membership } from '../membership-rows.ts';
import type { MembershipRules } from '../membership-rules.ts';
import {
  assertMayUse,
  type Eligibility,
  findUsedModel,
  getEligibility,
  getGuestEligibility,
  getMinCharge,
  getModelGroup,
  type Used,
} from './eligibility.ts';
import { countModelUse } from './model-rate.ts';
import { getModelGroupOrDefault, type PlanQuota, type QuotaPeriod } from './plan-quotas.ts';
import { getPeriodAmount, getQuotaKey, getQuotaWindow, type OpenedPeriods, type Window } from './quota-periods.ts';

/** Spending order: the quota whose period ends first is spent first. */
const spending: readonly QuotaPeriod[] = ['day', 'month', 'total'];

/** Returns the bucket of a quota in its current period; opens a full one when missing. */
async function getOrOpenBucket(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'>> {
  const opened = await findNewestBucket(scope, membership, quota);
  const window = getQuotaWindow(rules, membership, quota.period, scope.at, opened ? opened.period_no : 0);
  const isOpen = opened !== undefined && opened.period_no === window.no;
  return isOpen ? syncBucket(scope, opened, membership, quota) : openBucket(scope, window, membership, quota);
}

/** Returns the bucket of the latest period of a quota in the current term. */
function findNewestBucket(
  { tx }: TxContext,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'> | undefined> {
  const key = { membership_id: membership.id, ...getQuotaKey(quota), term: getTerm(membership, quota) };
  let query = tx.selectFrom('quota_buckets').selectAll();
  for (const [column, value] of Object.entries(key) as [keyof typeof key, string | number][])
    query = query.where(column, '=', value);
  return query.orderBy('period_no', 'desc').limit(1).executeTakeFirst();
}

/** Returns the latest periods that any quota of a membership has opened in the current term. */
export async function getLastOpened(
  { tx }: Pick<TxContext, 'tx'>,
  { id, quotaTerm }: Membership,
): Promise<OpenedPeriods> {
  const rows = await tx
    .selectFrom('quota_buckets')
    .select(({ fn }) => ['period', fn.max('period_no').as('no')])
    .where('membership_id', '=', id)
    .where('term', '=', quotaTerm)
    .groupBy('period')
    .execute();
  const no = (period: string) => rows.find((row) => row.period === period)?.no ?? 0;
  return { day: no('day'), month: no('month') };
}

const getTerm = (membership: Membership, { period }: PlanQuota) => (period === 'total' ? 0 : membership.quotaTerm);

async function openBucket(
  { tx, at }: TxContext,
  { term, no, start, end }: Window,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'>> {
  const period = { term, period_no: no, period_start: start, period_end: end };
  const given = { amount: quota.amount, granted: getPeriodAmount(membership, quota, no), used: 0, restored: 0 };
  return tx
    .insertInto('quota_buckets')
    .values({ membership_id: membership.id, ...getQuotaKey(quota), ...period, ...given, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Updates a bucket to what its period grants now, for example after a renewal, a replaced plan or a refund. Returns it. */
async function syncBucket(
  { tx }: TxContext,
  bucket: RowOf<'quota_buckets'>,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'>> {
  const granted = computeGranted(bucket, membership, quota);
  const { amount } = quota;
  if (granted === bucket.granted && amount === bucket.amount) return bucket;
  await tx.updateTable('quota_buckets').set({ granted, amount }).where('id', '=', bucket.id).execute();
  return { ...bucket, granted, amount };
}

/** Updates the open buckets after a change of the membership, so that the stored amounts are current. */
export async function adjustBuckets(scope: TxContext, membership: Membership): Promise<void> {
  for (const quota of membership.plan.quotas) {
    const opened = await findNewestBucket(scope, membership, quota);
    if (opened) await syncBucket(scope, opened, membership, quota);
  }
}

function computeGranted(bucket: RowOf<'quota_buckets'>, membership: Membership, quota: PlanQuota): number {
  if (quota.period === 'total') return bucket.granted;
  return Math.max(bucket.used, getPeriodAmount(membership, quota, bucket.period_no) + bucket.restored);
}

const getFree = (bucket: RowOf<'quota_buckets'>) => bucket.granted - bucket.used;

/** Returns the quotas that cover a use, in spending order. Of quotas with the same period, the more specific one is first. */
function listCoveringQuotas({ plan }: Membership, what: UseOf): PlanQuota[] {
  const fit = plan.quotas.filter((quota) => isFor(quota, what));
  const narrowFirst = [...fit].sort(
    (one, two) => Number(getModelGroupOrDefault(one) === '') - Number(getModelGroupOrDefault(two) === ''),
  );
  return spending.flatMap((period) => narrowFirst.filter((quota) => quota.period === period));
}

/** Whether a quota covers a use. The model group is empty for a use without a model or of a model without a group. */
const isFor = (quota: PlanQuota, { capability, modelGroup }: UseOf) =>
  quota.capability === capability &&
  (getModelGroupOrDefault(quota) === '' || getModelGroupOrDefault(quota) === modelGroup);

/** Takes up to `credits` from the quotas of a membership. The database rejects more than was granted. */
async function takeQuota(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  what: UseOf,
  amount: number,
): Promise<QuotaShare[]> {
  const shares: QuotaShare[] = [];
  let left = amount;
  for (const quota of listCoveringQuotas(membership, what)) {
    if (left === 0) break;
    const bucket = await getOrOpenBucket(scope, rules, membership, quota);
    const taken = Math.min(left, getFree(bucket));
    if (taken <= 0) continue;
    await adjustUsedQuota(scope, bucket.id, taken);
    shares.push({ bucketId: bucket.id, amount: taken });
    left -= taken;
  }
  return shares;
}

/** A quota in its current period. */
export interface QuotaState extends PlanQuota {
  /** Granted credits. May exceed the amount of the plan. */
  readonly granted: number;
  readonly used: number;
  /** End of the period, UTC ms; then the next period starts or the membership ends. Null for no end. */
  readonly resetsAt: number | null;
}

/** Returns the current quotas of a membership. Writes nothing: a period without a bucket has its full quota. */
export async function listQuotaStates(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membership: Membership,
): Promise<QuotaState[]> {
  return deriveQuotaStates(await listBuckets(tx, [membership.id]), rules, membership, at);
}

/** Returns the quota buckets of several memberships. */
export async function listBuckets(tx: Reader, membershipIds: readonly number[]): Promise<RowOf<'quota_buckets'>[]> {
  if (membershipIds.length === 0) return [];
  return tx
    .selectFrom('quota_buckets')
    .selectAll()
    .where('membership_id', 'in', [...membershipIds])
    .orderBy('period_no', 'desc')
    .execute();
}

/** Returns the buckets of a quota in the current term, the latest period first. `buckets` is a result of `listBuckets`. */
export function filterBuckets(
  buckets: readonly RowOf<'quota_buckets'>[],
  membership: Membership,
  quota: PlanQuota,
): RowOf<'quota_buckets'>[] {
  return buckets.filter(
    (row) =>
      row.membership_id === membership.id &&
      row.capability === quota.capability &&
      row.period === quota.period &&
      row.model_group === getModelGroupOrDefault(quota) &&
      row.term === getTerm(membership, quota),
  );
}

/** Computes the quota states from buckets that were already read with `listBuckets`. */
export function deriveQuotaStates(
  buckets: readonly RowOf<'quota_buckets'>[],
  rules: MembershipRules,
  membership: Membership,
  at: number,
): QuotaState[] {
  return membership.plan.quotas.map((quota) => {
    const [opened] = filterBuckets(buckets, membership, quota);
    const { no, end } = getQuotaWindow(rules, membership, quota.period, at, opened ? opened.period_no : 0);
    if (opened && opened.period_no === no) {
      const granted = computeGranted(opened, membership, quota);
      return { ...quota, granted, used: opened.used, resetsAt: end };
    }
    return { ...quota, granted: getPeriodAmount(membership, quota, no), used: 0, resetsAt: end };
  });
}

/** Sets the whole-term quotas of a new membership to a multiple of the plan's amounts, rounded down to integer credits. */
export async function startTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times === 1) return;
  for (const quota of getTotals(membership.plan.quotas)) {
    const bucket = await getOrOpenBucket(scope, rules, membership, quota);
    await setGranted(scope, bucket, Math.floor(times * quota.amount));
  }
}

const getTotals = (quotas: readonly PlanQuota[]) => quotas.filter(({ period }) => period === 'total');

/** Adds a multiple of the plan's whole-term quotas. */
export async function addTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times <= 0) return;
  for (const quota of getTotals(membership.plan.quotas)) {
    const bucket = await getOrOpenBucket(scope, rules, membership, quota);
    await setGranted(scope, bucket, bucket.granted + times * quota.amount);
  }
}

/** Sets the free part of whole-term quotas to a multiple of the plan's amounts. A larger free part is preserved. */
export async function renewTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times <= 0) return;
  for (const quota of getTotals(membership.plan.quotas)) {
    const bucket = await getOrOpenBucket(scope, rules, membership, quota);
    await setGranted(scope, bucket, bucket.used + Math.max(getFree(bucket), times * quota.amount));
  }
}

/** Reduces whole-term quotas by `lessOf(amount)` of each added quota, but never below what has been used. */
export async function takeTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  added: readonly PlanQuota[],
  lessOf: (amount: number) => number,
): Promise<void> {
  for (const quota of getTotals(added)) {
    const bucket = await getOrOpenBucket(scope, rules, membership, quota);
    await setGranted(scope, bucket, Math.max(bucket.used, bucket.granted - lessOf(quota.amount)));
  }
}

/** Returns how many credits `restoreQuotas` would restore. Writes nothing. */
export async function sumRestorable(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membership: Membership,
): Promise<number> {
  const states = await listQuotaStates(read, rules, membership);
  return states.reduce((sum, { amount, granted, used }) => sum + Math.max(0, amount - (granted - used)), 0);
}

/** Restores the quotas of the current period to the full amount. A quota with more left does not change. */
export async function restoreQuotas(scope: TxContext, rules: MembershipRules, membership: Membership): Promise<void> {
  for (const quota of membership.plan.quotas) {
    const bucket = await getOrOpenBucket(scope, rules, membership, quota);
    const more = Math.max(0, quota.amount - getFree(bucket));
    const cells = { granted: bucket.granted + more, restored: bucket.restored + more };
    await scope.tx.updateTable('quota_buckets').set(cells).where('id', '=', bucket.id).execute();
  }
}

async function setGranted({ tx }: TxContext, bucket: RowOf<'quota_buckets'>, granted: number): Promise<void> {
  if (granted === bucket.granted) return;
  await tx.updateTable('quota_buckets').set({ granted }).where('id', '=', bucket.id).execute();
}

/** A use and how it is checked. */
interface CoveredUse extends Used {
  /** The language of the error. */
  readonly locale?: Locale;
  /** Whether the use was admitted before or needs no admission, so that only its rate is computed. */
  readonly isAdmitted?: boolean;
}

const words = {
  atOnce: {
    zh: '同时进行的已达上限（{most}），请等其中一个结束',
    en: 'At most {most} can run at a time. Wait for one to finish.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Creates a cover that takes the rate from the user's membership and pays from its quotas before credits. */
export function createQuotaCover(rules: MembershipRules, use: CoveredUse = {}): QuotaCover {
  return {
    async admit(scope, userId, requestId, level) {
      const status = level === 0 ? getGuestEligibility(rules) : await getEligibility(scope, rules, userId);
      const model = await findUsedModel(scope.tx, use);
      if (!use.isAdmitted) {
        const { locale = 'zh-CN' } = use;
        await assertCapacity(scope, userId, status, locale);
        await assertMayUse(scope.tx, status, use, model, locale);
        if (model) await countModelUse(scope, model, { userId, requestId, locale });
      }
      const { rateMultiplier } = status.benefits;
      return { rateMultiplier, leastCharge: getMinCharge(model), modelGroup: getModelGroup(model) };
    },
    async take(scope, userId, what, amount) {
      const active = getActive(await advanceMemberships(scope, rules, userId));
      return active ? takeQuota(scope, rules, active, what, amount) : [];
    },
  };
}

/** Throws `tooMany` for a use above the maximum of open uses. The user must be locked. */
async function assertCapacity(
  scope: TxContext,
  userId: number,
  { benefits: { concurrency: most } }: Eligibility,
  locale: Locale,
): Promise<void> {
  if (most === 0) return;
  const open = await countOpenUses(scope, userId);
  if (open < most) return;
  const message = fillText(words.atOnce, { most }, locale);
  throw new ApiError('tooMany', { message, data: { state: 'atOnce', most, open } });
}

/** Returns how many credits the active membership covers for a use. Writes nothing. */
export async function sumCoveredCredits(
  scope: TxContext,
  rules: MembershipRules,
  memberships: readonly Membership[],
  what: UseOf,
): Promise<number> {
  const active = getActive(memberships);
  const states = active ? await listQuotaStates(scope, rules, active) : [];
  return states.filter((quota) => isFor(quota, what)).reduce((sum, { granted, used }) => sum + granted - used, 0);
}

const getActive = (memberships: readonly Membership[]) => memberships.find(({ status }) => status === 'active');
