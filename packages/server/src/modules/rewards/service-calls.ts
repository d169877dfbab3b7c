import { ApiError, addDays, type Locale, type SignGetAnswer, type SignMakeUpAnswer } from '@gantry/core';
import type { DayOf } from '../../platform/context/day-of.ts';
import { createHashNetwork } from '../../platform/secrets/network-hash.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { debit, lockUserRow, type Operator } from '../ledger/index.ts';
import { openRiskCheck } from '../risk/index.ts';
import { addSignLog, checkIn, createCheckInError, showStreak } from './check-in/check-in.ts';
import { nothing, readSignTerms, type SignTerms } from './check-in/sign-reward.ts';
import { computeStreak, findLastDayBefore, getCycleDay, recountAfter } from './check-in/sign-streak.ts';

interface MakeUpRequest {
  readonly userId: number;
  /** The missed day. */
  readonly day: string;
  readonly today: string;
  readonly dayOf: DayOf;
  readonly operator: Operator;
  readonly locale: Locale;
}

const unrewarded = { credits: nothing, expiresAt: null, risky: false, makeUp: true } as const;
const toMonth = (day: string): string => day.slice(0, 7);

/** Makes up a missed day of this month for its price. The streak continues across it, and the day itself grants nothing. */
export async function makeUpDay(scope: TxContext, request: MakeUpRequest, terms: SignTerms): Promise<SignMakeUpAnswer> {
  const { userId, day, operator } = request;
  const person = await lockUserRow(scope, userId);
  await assertMayMakeUp(scope, person, request, terms);
  const cost = terms.makeUpCost;
  const transactionId = `makeUp:${userId}:${day}`;
  const cause = { transactionId, cause: 'consume', causeId: transactionId, operator } as const;
  if (cost > 0) await debit(scope, { userId, asset: 'coin', amount: cost }, cause);
  const streak = computeStreak(await findLastDayBefore(scope, userId, day), day, terms.resetOnBreak);
  const unseen = { userId, day, ip: null, networkHash: null };
  const row = await addSignLog(scope, unseen, { streak, cycleDay: null, ...unrewarded });
  const now = await recountAfter(scope, userId, { signDate: day, streak }, terms.resetOnBreak);
  await showStreak(scope, userId, now);
  return { logId: row.id, signDate: day, streak: now, cost };
}

async function assertMayMakeUp(
  scope: TxContext,
  person: RowOf<'users'>,
  { userId, day, today, dayOf, locale }: MakeUpRequest,
  { enabled, makeUpPerMonth, timezone }: SignTerms,
): Promise<void> {
  if (!enabled) throw createCheckInError('off', locale);
  if (person.status !== 'active') throw createCheckInError('inactive', locale);
  if (day >= today || toMonth(day) !== toMonth(today)) throw createCheckInError('otherMonth', locale, 'day');
  const joined = dayOf(person.created_at, timezone);
  if (day < joined || (await isSigned(scope, userId, day))) throw createCheckInError('notMissed', locale, 'day');
  if ((await countMadeUp(scope, userId, toMonth(today))) >= makeUpPerMonth)
    throw createCheckInError('noneLeft', locale, 'day');
}

async function isSigned({ tx }: TxContext, userId: number, day: string): Promise<boolean> {
  const query = tx.selectFrom('sign_logs').select('id').where('user_id', '=', userId).where('sign_date', '=', day);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Counts the days of a month (`YYYY-MM`) that a user has made up. */
async function countMadeUp({ tx }: Pick<TxContext, 'tx'>, userId: number, month: string): Promise<number> {
  const { made } = await tx
    .selectFrom('sign_logs')
    .select(({ fn }) => fn.countAll().as('made'))
    .where('user_id', '=', userId)
    .where('make_up', '=', 1)
    .where('sign_date', '>=', `${month}-01`)
    .where('sign_date', '<=', `${month}-31`)
    .executeTakeFirstOrThrow();
  return Number(made);
}

/** Days are those of the site's time zone; the time of the transaction counts. */
export function signHandlers(deps: ServiceDeps): ServiceHandlers<'signGet' | 'signIn' | 'signMakeUp'> {
  const { database, settings, keyring, clock, dayOf } = deps;
  const hashNetwork = createHashNetwork(keyring);
  return {
    async signGet({ userId }) {
      const terms = await readSignTerms(settings);
      return database.transaction((tx) => getCheckInStatus(tx, userId, dayOf(clock(), terms.timezone), terms));
    },

    async signIn({ userId, ip = null, captcha = null }, { caller, write }) {
      const terms = await readSignTerms(settings);
      const { recordIp } = await settings.read('system', 'privacy');
      const from = { ip: recordIp ? ip : null, networkHash: hashNetwork(ip) };
      const who = { userId, operator: { kind: 'service', id: caller.id }, locale: caller.locale } as const;
      const pass = await openRiskCheck(deps, { userId, ip, proof: captcha, locale: caller.locale });
      return write(async (scope) => {
        await pass(scope);
        return checkIn(scope, { ...who, ...from, day: dayOf(scope.at, terms.timezone) }, terms);
      });
    },

    async signMakeUp({ userId, day, captcha = null }, { caller, write }) {
      const terms = await readSignTerms(settings);
      const who = { userId, operator: { kind: 'service', id: caller.id }, locale: caller.locale } as const;
      const pass = await openRiskCheck(deps, { userId, ip: null, proof: captcha, locale: caller.locale });
      return write(async (scope) => {
        await pass(scope);
        return makeUpDay(scope, { ...who, day, dayOf, today: dayOf(scope.at, terms.timezone) }, terms);
      });
    },
  };
}

/** Returns the status of a user on a day with the available rewards. Changes nothing. */
async function getCheckInStatus(tx: Tx, userId: number, today: string, terms: SignTerms): Promise<SignGetAnswer> {
  const person = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!person) throw new ApiError('notFound', { data: { userId } });
  const last = await findLastDayBefore({ tx }, userId, addDays(today, 1));
  const signedToday = last?.signDate === today;
  const goesOn = last && (signedToday || !terms.resetOnBreak || last.signDate === addDays(today, -1));
  const next = computeStreak(last, signedToday ? addDays(today, 1) : today, terms.resetOnBreak);
  const made = await countMadeUp({ tx }, userId, toMonth(today));
  return {
    enabled: terms.enabled,
    today,
    signedToday,
    streak: goesOn ? last.streak : 0,
    nextDay: getCycleDay(next, terms.cycle),
    cycle: terms.cycle,
    rewards: await listRewards(tx, terms.cycle),
    makeUp: { left: Math.max(0, terms.makeUpPerMonth - made), cost: terms.makeUpCost },
  };
}

async function listRewards(tx: Tx, cycle: number): Promise<SignGetAnswer['rewards']> {
  const rows = await tx
    .selectFrom('sign_rules')
    .select(['day_no', 'coin', 'compute', 'extra_coin_min', 'extra_coin', 'vip_days', 'plan_id'])
    .where('status', '=', 'enabled')
    .where('day_no', '<=', cycle)
    .orderBy('day_no')
    .execute();
  return rows.map((row) => ({
    dayNo: row.day_no,
    coin: row.coin ?? 0,
    compute: row.compute ?? 0,
    extraCoinMin: row.extra_coin_min ?? 0,
    extraCoin: row.extra_coin ?? 0,
    vipDays: row.plan_id === null ? 0 : (row.vip_days ?? 0),
  }));
}
