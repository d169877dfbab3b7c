import { addDays } from '@gantry/core';
import type { Database, RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { lockOwner } from '../../ledger/index.ts';

/** A day on which a user checked in. */
export interface SignedDay {
  readonly signDate: string;
  readonly streak: number;
}

/** Computes the streak on a day from the last check-in before it. */
export function computeStreak(last: SignedDay | null, day: string, resetOnBreak: boolean): number {
  if (!last) return 1;
  return !resetOnBreak || last.signDate === addDays(day, -1) ? last.streak + 1 : 1;
}

/** Returns the day of the cycle for a streak, starting at 1. */
export function getCycleDay(streak: number, cycle: number): number {
  return ((streak - 1) % cycle) + 1;
}

const getSignedDay = (row: Pick<RowOf<'sign_logs'>, 'sign_date' | 'streak'>): SignedDay => ({
  signDate: row.sign_date,
  streak: row.streak,
});

/** Returns the user's last check-in before a day. */
export async function findLastDayBefore({ tx }: Pick<TxContext, 'tx'>, userId: number, day: string) {
  const row = await tx
    .selectFrom('sign_logs')
    .select(['sign_date', 'streak'])
    .where('user_id', '=', userId)
    .where('sign_date', '<', day)
    .orderBy('sign_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? getSignedDay(row) : null;
}

/** Recomputes the streaks of the days after a made-up day. Returns the streak of the last one. */
export async function recountAfter(
  { tx }: Pick<TxContext, 'tx'>,
  userId: number,
  mended: SignedDay,
  resetOnBreak: boolean,
): Promise<number> {
  const rows = await tx
    .selectFrom('sign_logs')
    .select(['id', 'sign_date', 'streak'])
    .where('user_id', '=', userId)
    .where('sign_date', '>', mended.signDate)
    .orderBy('sign_date')
    .execute();
  let last = mended;
  for (const row of rows) {
    const streak = computeStreak(last, row.sign_date, resetOnBreak);
    if (streak !== row.streak) await tx.updateTable('sign_logs').set({ streak }).where('id', '=', row.id).execute();
    last = { signDate: row.sign_date, streak };
  }
  return last.streak;
}

/** Maximum number of users with a streak that one run processes. */
const batchSize = 1_000;

/** Resets the streak of users who checked in neither today nor yesterday. Returns how many. */
export async function endStreaks(database: Database, today: string): Promise<number> {
  const broken = await database.read
    .selectFrom('users')
    .select('id')
    .where('sign_streak', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sign_logs')
            .select('sign_logs.id')
            .whereRef('sign_logs.user_id', '=', 'users.id')
            .where('sign_date', '>=', addDays(today, -1)),
        ),
      ),
    )
    .limit(batchSize)
    .execute();
  for (const { id } of broken) await endStreak(database, id, today);
  return broken.length;
}

/** Checks again with the user locked, because the user may have checked in since. */
function endStreak(database: Database, userId: number, today: string): Promise<void> {
  return database.transaction(async (tx) => {
    const scope = { tx, dialect: database.dialect, at: 0 };
    await lockOwner(scope, userId);
    const last = await findLastDayBefore(scope, userId, addDays(today, 2));
    if (last && last.signDate >= addDays(today, -1)) return;
    await tx.updateTable('users').set({ sign_streak: 0 }).where('id', '=', userId).execute();
  });
}
