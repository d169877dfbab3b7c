import { ApiError, fillText, type Locale, type LocalizedText } from '@gantry/core';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { moveUsed, openUses, type QuotaCover, type QuotaShare, type UseOf } from '../../ledger/index.ts';
import type { Membership } from '../membership-rows.ts';
import type { MembershipRules } from '../membership-rules.ts';
import { broughtUpToNow } from '../pass-time.ts';
import {
  assertMayUse,
  type Eligibility,
  findUsedModel,
  getEligibility,
  getGuestEligibility,
  getMinCharge,
  getModelGroup,
  type Used,
} from './may-use.ts';
import { countModelUse } from './model-rate.ts';
import { getModelGroupOrDefault, type PlanQuota, type QuotaPeriod } from './plan-quotas.ts';
import { amountIn, type OpenedPeriods, quotaKey, type Window, windowOf } from './quota-periods.ts';

/** What ends first is spent first. */
const spending: readonly QuotaPeriod[] = ['day', 'month', 'total'];

/** The bucket of a quota in its present period, full when it is new. */
async function bucketOf(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'>> {
  const opened = await newestBucket(scope, membership, quota);
  const window = windowOf(rules, membership, quota.period, scope.at, opened ? opened.period_no : 0);
  const isOpen = opened !== undefined && opened.period_no === window.no;
  return isOpen ? inStep(scope, opened, membership, quota) : openBucket(scope, window, membership, quota);
}

/** The last period of a quota that was opened in the present term. */
function newestBucket(
  { tx }: TxContext,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'> | undefined> {
  const key = { membership_id: membership.id, ...quotaKey(quota), term: termOf(membership, quota) };
  let query = tx.selectFrom('quota_buckets').selectAll();
  for (const [column, value] of Object.entries(key) as [keyof typeof key, string | number][])
    query = query.where(column, '=', value);
  return query.orderBy('period_no', 'desc').limit(1).executeTakeFirst();
}

/** The last periods of the present term that any quota of a membership opened. */
export async function lastOpened({ tx }: Pick<TxContext, 'tx'>, { id, quotaTerm }: Membership): Promise<OpenedPeriods> {
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

const termOf = (membership: Membership, { period }: PlanQuota) => (period === 'total' ? 0 : membership.quotaTerm);

async function openBucket(
  { tx, at }: TxContext,
  { term, no, start, end }: Window,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'>> {
  const period = { term, period_no: no, period_start: start, period_end: end };
  const given = { amount: quota.amount, granted: amountIn(membership, quota, no), used: 0, restored: 0 };
  return tx
    .insertInto('quota_buckets')
    .values({ membership_id: membership.id, ...quotaKey(quota), ...period, ...given, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A bucket that has what its period gives by now: more was paid for, another plan took its place, or some was refunded. */
async function inStep(
  { tx }: TxContext,
  bucket: RowOf<'quota_buckets'>,
  membership: Membership,
  quota: PlanQuota,
): Promise<RowOf<'quota_buckets'>> {
  const granted = grantedNow(bucket, membership, quota);
  const { amount } = quota;
  if (granted === bucket.granted && amount === bucket.amount) return bucket;
  await tx.updateTable('quota_buckets').set({ granted, amount }).where('id', '=', bucket.id).execute();
  return { ...bucket, granted, amount };
}

/** Brings the periods that are open in step with a membership that was changed, so that the tables say what is left of them. */
export async function adjustBuckets(scope: TxContext, membership: Membership): Promise<void> {
  for (const quota of membership.plan.quotas) {
    const opened = await newestBucket(scope, membership, quota);
    if (opened) await inStep(scope, opened, membership, quota);
  }
}

function grantedNow(bucket: RowOf<'quota_buckets'>, membership: Membership, quota: PlanQuota): number {
  if (quota.period === 'total') return bucket.granted;
  return Math.max(bucket.used, amountIn(membership, quota, bucket.period_no) + bucket.restored);
}

const freeIn = (bucket: RowOf<'quota_buckets'>) => bucket.granted - bucket.used;

/** Quotas that cover a use of a capability by a model of a group; of those that end together, what covers less comes first. */
function quotasFor({ plan }: Membership, what: UseOf): PlanQuota[] {
  const fit = plan.quotas.filter((quota) => isFor(quota, what));
  const narrowFirst = [...fit].sort(
    (one, two) => Number(getModelGroupOrDefault(one) === '') - Number(getModelGroupOrDefault(two) === ''),
  );
  return spending.flatMap((period) => narrowFirst.filter((quota) => quota.period === period));
}

/** Does a quota cover a use of a capability by a model of a group? Empty is a use of no model, or of one in no group. */
const isFor = (quota: PlanQuota, { capability, modelGroup }: UseOf) =>
  quota.capability === capability &&
  (getModelGroupOrDefault(quota) === '' || getModelGroupOrDefault(quota) === modelGroup);

/** Takes up to so many credits of what a membership covers of a capability; the table rejects more than there is. */
async function takeQuota(
  scope: TxContext,
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
    await moveUsed(scope, bucket.id, taken);
    shares.push({ bucketId: bucket.id, amount: taken });
    left -= taken;
  }
  return shares;
}

/** A quota in its present period. */
export interface QuotaState extends PlanQuota {
  /** Credits; in place of the amount of the plan, since more may have been added. */
  readonly granted: number;
  readonly used: number;
  /** When the period ends, UTC ms: the next one starts, or with the last one the membership is over. Null for no end. */
  readonly resetsAt: number | null;
}

/** How the quotas of a membership stand now. Nothing is written: an unused period has its full quota. */
export async function listQuotaStates(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membership: Membership,
): Promise<QuotaState[]> {
  return deriveQuotaStates(await listBuckets(tx, [membership.id]), rules, membership, at);
}

/** What has been used of the quotas of some memberships. */
export async function listBuckets(tx: Reader, membershipIds: readonly number[]): Promise<RowOf<'quota_buckets'>[]> {
  if (membershipIds.length === 0) return [];
  return tx
    .selectFrom('quota_buckets')
    .selectAll()
    .where('membership_id', 'in', [...membershipIds])
    .orderBy('period_no', 'desc')
    .execute();
}

/** Those of a quota in the present term, the last period first, among buckets as `bucketsOf` gives them. */
export function bucketsAmong(
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
      row.term === termOf(membership, quota),
  );
}

/** The same by buckets that were read with those of others. */
export function deriveQuotaStates(
  buckets: readonly RowOf<'quota_buckets'>[],
  rules: MembershipRules,
  membership: Membership,
  at: number,
): QuotaState[] {
  return membership.plan.quotas.map((quota) => {
    const [opened] = bucketsAmong(buckets, membership, quota);
    const { no, end } = windowOf(rules, membership, quota.period, at, opened ? opened.period_no : 0);
    if (opened && opened.period_no === no) {
      const granted = grantedNow(opened, membership, quota);
      return { ...quota, granted, used: opened.used, resetsAt: end };
    }
    return { ...quota, granted: amountIn(membership, quota, no), used: 0, resetsAt: end };
  });
}

/** Sets what a new membership has of its quotas for a whole term: so many times what the plan gives, whole credits. */
export async function startTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times === 1) return;
  for (const quota of totalsOf(membership.plan.quotas)) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, Math.floor(times * quota.amount));
  }
}

const totalsOf = (quotas: readonly PlanQuota[]) => quotas.filter(({ period }) => period === 'total');

/** Adds what a plan gives for its whole term once more, so many times. */
export async function addTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times <= 0) return;
  for (const quota of totalsOf(membership.plan.quotas)) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, bucket.granted + times * quota.amount);
  }
}

/** Has quotas for a whole term be what a plan gives for it, so many times; those that have more left keep it. */
export async function renewTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  times: number,
): Promise<void> {
  if (times <= 0) return;
  for (const quota of totalsOf(membership.plan.quotas)) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, bucket.used + Math.max(freeIn(bucket), times * quota.amount));
  }
}

/** Takes of what was added for a whole term so much as `lessOf` says of each quota; what has been used stays used. */
export async function takeTotals(
  scope: TxContext,
  rules: MembershipRules,
  membership: Membership,
  added: readonly PlanQuota[],
  lessOf: (amount: number) => number,
): Promise<void> {
  for (const quota of totalsOf(added)) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    await setGranted(scope, bucket, Math.max(bucket.used, bucket.granted - lessOf(quota.amount)));
  }
}

/** Credits that `restoreQuotas` would give back to an active membership; nothing is written. */
export async function toRestore(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membership: Membership,
): Promise<number> {
  const states = await listQuotaStates(read, rules, membership);
  return states.reduce((sum, { amount, granted, used }) => sum + Math.max(0, amount - (granted - used)), 0);
}

/** Has an admin make the quotas of the present period whole again; those that have more left keep it. */
export async function restoreQuotas(scope: TxContext, rules: MembershipRules, membership: Membership): Promise<void> {
  for (const quota of membership.plan.quotas) {
    const bucket = await bucketOf(scope, rules, membership, quota);
    const more = Math.max(0, quota.amount - freeIn(bucket));
    const cells = { granted: bucket.granted + more, restored: bucket.restored + more };
    await scope.tx.updateTable('quota_buckets').set(cells).where('id', '=', bucket.id).execute();
  }
}

async function setGranted({ tx }: TxContext, bucket: RowOf<'quota_buckets'>, granted: number): Promise<void> {
  if (granted === bucket.granted) return;
  await tx.updateTable('quota_buckets').set({ granted }).where('id', '=', bucket.id).execute();
}

/** What a use is of, and who asks. */
interface CoveredUse extends Used {
  /** The language of the error. */
  readonly locale?: Locale;
  /** Whether it was admitted before, or needs no admission, so that only its price is checked. */
  readonly isAdmitted?: boolean;
}

const words = {
  atOnce: {
    zh: '同时进行的已达上限（{most}），请等其中一个结束',
    en: 'At most {most} can run at a time. Wait for one to finish.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Lets the membership that is active now say what a use is charged, and pay for it before credits do. */
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
      const active = activeOf(await broughtUpToNow(scope, rules, userId));
      return active ? takeQuota(scope, rules, active, what, amount) : [];
    },
  };
}

/** Rejects a use above the maximum of open uses. The user must be locked. */
async function assertCapacity(
  scope: TxContext,
  userId: number,
  { benefits: { concurrency: most } }: Eligibility,
  locale: Locale,
): Promise<void> {
  if (most === 0) return;
  const open = await openUses(scope, userId);
  if (open < most) return;
  const message = fillText(words.atOnce, { most }, locale);
  throw new ApiError('tooMany', { message, data: { state: 'atOnce', most, open } });
}

/** How many credits of a use the present membership of a user covers. Nothing is written. */
export async function sumCoveredCredits(
  scope: TxContext,
  rules: MembershipRules,
  memberships: readonly Membership[],
  what: UseOf,
): Promise<number> {
  const active = activeOf(memberships);
  const states = active ? await listQuotaStates(scope, rules, active) : [];
  return states.filter((quota) => isFor(quota, what)).reduce((sum, { granted, used }) => sum + granted - used, 0);
}

const activeOf = (memberships: readonly Membership[]) => memberships.find(({ status }) => status === 'active');
