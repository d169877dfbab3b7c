import type { Locale, SignMakeUpAnswer } from '@gantry/core';
import type { Row } from '../../../platform/store/database.ts';
import type { DayOf } from '../../ledger/day-of.ts';
import { debit } from '../../ledger/debit.ts';
import type { Operator, TxContext } from '../../ledger/posting.ts';
import { lockPerson } from '../../users/person.ts';
import { addSignLog, showStreak } from './sign-in.ts';
import { createCheckInError } from './sign-refusals.ts';
import { nothing } from './sign-reward.ts';
import { computeStreak, findLastDayBefore, recountAfter } from './sign-streak.ts';
import type { SignTerms } from './sign-terms.ts';

export interface MakeUpRequest {
  readonly userId: number;
  /** The missed day. */
  readonly day: string;
  readonly today: string;
  readonly dayOf: DayOf;
  readonly operator: Operator;
  readonly locale: Locale;
}

const unrewarded = { points: nothing, expiresAt: null, risky: false, makeUp: true } as const;
export const toMonth = (day: string): string => day.slice(0, 7);

/** Makes up a missed day of this month for its price: the streak goes on over it, and it gives nothing itself. */
export async function makeUpDay(scope: TxContext, request: MakeUpRequest, terms: SignTerms): Promise<SignMakeUpAnswer> {
  const { userId, day, operator } = request;
  const person = await lockPerson(scope, userId);
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
  return { logId: Number(row.id), signDate: day, streak: now, cost };
}

async function assertMayMakeUp(
  scope: TxContext,
  person: Row,
  { userId, day, today, dayOf, locale }: MakeUpRequest,
  { enabled, makeUpPerMonth, timezone }: SignTerms,
): Promise<void> {
  if (!enabled) throw createCheckInError('off', locale);
  if (person.status !== 'active') throw createCheckInError('inactive', locale);
  if (day >= today || toMonth(day) !== toMonth(today)) throw createCheckInError('otherMonth', locale, 'day');
  const joined = dayOf(Number(person.created_at), timezone);
  if (day < joined || (await isSigned(scope, userId, day))) throw createCheckInError('notMissed', locale, 'day');
  if ((await countMadeUp(scope, userId, toMonth(today))) >= makeUpPerMonth)
    throw createCheckInError('noneLeft', locale, 'day');
}

async function isSigned({ tx }: TxContext, userId: number, day: string): Promise<boolean> {
  const query = tx.selectFrom('sign_logs').select('id').where('user_id', '=', userId).where('sign_date', '=', day);
  return (await query.executeTakeFirst()) !== undefined;
}

/** How many days of a month (`YYYY-MM`) somebody has made up. */
export async function countMadeUp({ tx }: Pick<TxContext, 'tx'>, userId: number, month: string): Promise<number> {
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
