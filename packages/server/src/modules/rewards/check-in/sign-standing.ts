import { ApiError, addDays, type SignGetAnswer } from '@gantry/core';
import type { Tx } from '../../../platform/store/database.ts';
import { countMadeUp, toMonth } from './make-up.ts';
import { computeStreak, findLastDayBefore, getCycleDay } from './sign-streak.ts';
import type { SignTerms } from './sign-terms.ts';

/** Where somebody stands on a day, with what there is to get; nothing is changed. */
export async function getCheckInStatus(
  tx: Tx,
  userId: number,
  today: string,
  terms: SignTerms,
): Promise<SignGetAnswer> {
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
    rewards: await rewards(tx, terms.cycle),
    makeUp: { left: Math.max(0, terms.makeUpPerMonth - made), cost: terms.makeUpCost },
  };
}

async function rewards(tx: Tx, cycle: number): Promise<SignGetAnswer['rewards']> {
  const rows = await tx
    .selectFrom('sign_rules')
    .select(['day_no', 'coin', 'power', 'extra_coin_min', 'extra_coin', 'vip_days', 'plan_id'])
    .where('status', '=', 'enabled')
    .where('day_no', '<=', cycle)
    .orderBy('day_no')
    .execute();
  return rows.map((row) => ({
    dayNo: Number(row.day_no),
    coin: Number(row.coin ?? 0),
    power: Number(row.power ?? 0),
    extraCoinMin: Number(row.extra_coin_min ?? 0),
    extraCoin: Number(row.extra_coin ?? 0),
    vipDays: row.plan_id === null ? 0 : Number(row.vip_days ?? 0),
  }));
}
