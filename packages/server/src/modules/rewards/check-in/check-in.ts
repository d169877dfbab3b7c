import { ApiError, addDays, type Locale, type LocalizedText, localize, type SignDayAnswer } from '@gantry/core';
import type { RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { lockUserRow, type Operator } from '../../ledger/index.ts';
import { computeExpiry } from '../calendar-day.ts';
import type { SignTerms } from './sign-reward.ts';
import { type CheckInCredits, computeCheckInReward, giveSignDays, giveSignReward } from './sign-reward.ts';
import { computeStreak, findLastDayBefore, getCycleDay } from './sign-streak.ts';

/** Why a user cannot check in, or make up a day. */
type CheckInRejection =
  | 'off'
  | 'inactive'
  | 'paidOnce'
  | 'activeYesterday'
  | 'phoneBound'
  | 'notMissed'
  | 'otherMonth'
  | 'noneLeft';

const rejections: Readonly<Record<CheckInRejection, LocalizedText>> = {
  off: { zh: '签到未启用', en: 'Daily check-in is turned off.' },
  inactive: { zh: '该用户状态异常，不能签到', en: 'This user is not active.' },
  paidOnce: { zh: '支付过的用户才能签到', en: 'Daily check-in requires at least one payment.' },
  activeYesterday: { zh: '昨天使用过的用户才能签到', en: 'Daily check-in requires activity on the previous day.' },
  phoneBound: { zh: '绑定手机后才能签到', en: 'Add a phone number to use daily check-in.' },
  notMissed: { zh: '这一天不需要补签', en: 'This day was not missed.' },
  otherMonth: { zh: '只能补签本月已过去的日子', en: 'You can only make up missed days of the current month.' },
  noneLeft: { zh: '本月补签次数已用完', en: 'The limit of make-up check-ins for this month is reached.' },
};

/** Creates an error by field in the caller's language; `data.reason` is for programs. */
export function createCheckInError(
  reason: CheckInRejection,
  locale: Locale,
  field: 'userId' | 'day' = 'userId',
): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(rejections[reason], locale)] }, data: { reason } });
}

export interface SignRequest {
  readonly userId: number;
  /** Today in the site's time zone. */
  readonly day: string;
  /** Null when IP addresses are not recorded. */
  readonly ip: string | null;
  readonly networkHash: string | null;
  readonly operator: Operator;
  readonly locale: Locale;
}

/** Checks a user in for the day and grants the reward once; a repeated call returns what was granted. */
export async function checkIn(scope: TxContext, request: SignRequest, terms: SignTerms): Promise<SignDayAnswer> {
  const { userId, day, operator } = request;
  const person = await lockUserRow(scope, userId);
  const before = await logOf(scope, userId, day);
  if (before) return answerOf(before);
  await assertMaySign(scope, person, request, terms);
  const streak = computeStreak(await findLastDayBefore(scope, userId, day), day, terms.resetOnBreak);
  const cycleDay = getCycleDay(streak, terms.cycle);
  const credits = await computeCheckInReward(scope, person, cycleDay, terms);
  const expiresAt = credits.coin + credits.compute > 0 ? computeExpiry(scope.at, terms.creditDays) : null;
  const risky = await isSharedNetwork(scope, request, terms.sameNetworkLimit);
  const row = await addSignLog(scope, request, { streak, cycleDay, credits, expiresAt, risky, makeUp: false });
  const signed = { userId, logId: row.id, day, operator };
  await giveSignReward(scope, { ...signed, credits, expiresAt });
  if (credits.vip) await giveSignDays(scope, terms.membership, signed, credits.vip);
  await showStreak(scope, userId, streak);
  return answerOf(row);
}

async function logOf({ tx }: TxContext, userId: number, day: string): Promise<RowOf<'sign_logs'> | undefined> {
  return tx
    .selectFrom('sign_logs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sign_date', '=', day)
    .executeTakeFirst();
}

async function assertMaySign(
  scope: TxContext,
  person: RowOf<'users'>,
  { userId, day, locale }: SignRequest,
  { enabled, requires }: SignTerms,
): Promise<void> {
  if (!enabled) throw createCheckInError('off', locale);
  if (person.status !== 'active') throw createCheckInError('inactive', locale);
  const fulfilled = {
    none: () => true,
    paidOnce: () => person.order_count > 0,
    phoneBound: () => person.phone !== null,
    activeYesterday: () => usedSomething(scope, userId, addDays(day, -1)),
  };
  if (requires !== 'none' && !(await fulfilled[requires]())) throw createCheckInError(requires, locale);
}

async function usedSomething({ tx }: TxContext, userId: number, day: string): Promise<boolean> {
  const row = await tx
    .selectFrom('usage_daily')
    .select('id')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the allowed number of users has already checked in from this network today; 0 means no limit. */
async function isSharedNetwork({ tx }: TxContext, { day, networkHash }: SignRequest, limit: number): Promise<boolean> {
  if (networkHash === null || limit === 0) return false;
  const { others } = await tx
    .selectFrom('sign_logs')
    .select(({ fn }) => fn.countAll().as('others'))
    .where('sign_date', '=', day)
    .where('network_hash', '=', networkHash)
    .executeTakeFirstOrThrow();
  return Number(others) >= limit;
}

interface SignFacts {
  readonly streak: number;
  readonly cycleDay: number | null;
  readonly credits: CheckInCredits;
  readonly expiresAt: number | null;
  readonly risky: boolean;
  readonly makeUp: boolean;
}

/** Inserts the log of a day. A unique index rejects a second log of a user for the same day. */
export function addSignLog(
  { tx, at }: TxContext,
  { userId, day, ip, networkHash }: Pick<SignRequest, 'userId' | 'day' | 'ip' | 'networkHash'>,
  { streak, cycleDay, credits, expiresAt, risky, makeUp }: SignFacts,
): Promise<RowOf<'sign_logs'>> {
  const base = {
    status: 'granted',
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: null,
    updated_by: null,
  } as const;
  const seen = { ip, network_hash: networkHash, risk: risky ? 'flagged' : 'none', make_up: Number(makeUp) } as const;
  const vip = { vip_days: credits.vip?.days ?? 0, plan_id: credits.vip?.plan.planId ?? null };
  const given = {
    coin: credits.coin,
    extra_coin: credits.extraCoin,
    compute: credits.compute,
    expires_at: expiresAt,
    ...vip,
  };
  return tx
    .insertInto('sign_logs')
    .values({ user_id: userId, sign_date: day, streak, cycle_day: cycleDay, ...given, ...seen, ...base })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the streak to the user's record. */
export async function showStreak({ tx }: TxContext, userId: number, streak: number): Promise<void> {
  await tx.updateTable('users').set({ sign_streak: streak }).where('id', '=', userId).execute();
}

function answerOf(row: RowOf<'sign_logs'>): SignDayAnswer {
  const reward = (['coin', 'compute'] as const)
    .map((asset) => ({ asset, amount: row[asset] }))
    .filter(({ amount }) => amount > 0);
  return {
    logId: row.id,
    signDate: row.sign_date,
    streak: row.streak,
    cycleDay: row.cycle_day ?? 0,
    reward,
    vip: row.vip_days > 0 ? { planId: row.plan_id ?? 0, days: row.vip_days } : null,
    expiresAt: row.expires_at,
  };
}
