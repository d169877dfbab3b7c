import { ApiError } from '@gantry/core';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/store/database.ts';

/** How often one name may be tried, and for how long it is then closed. */
export interface GuessLimit {
  readonly max: number;
  readonly lockMs: number;
}

export interface Reservation {
  /** Tries in this span, this one included. */
  readonly tries: number;
  /** UTC ms when the span ends and counting starts anew. */
  readonly endsAt: number;
}

const table = 'guess_counters';

/**
 * Counts a try before it is made, in one statement: of any number of parallel tries only `max` find themselves within the
 * limit. The span starts with the first try; reaching the limit starts it again, so that the lock lasts as long as it says.
 */
export async function reserveGuess(tx: Tx, name: string, limit: GuessLimit, now: number): Promise<Reservation> {
  const endsAt = now + limit.lockMs;
  const over = sql<boolean>`guess_counters.ends_at <= ${now}`;
  const row = await tx
    .insertInto(table)
    .values({ name, tries: 1, started_at: now, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        tries: sql`case when ${over} then 1 else guess_counters.tries + 1 end`,
        started_at: sql`case when ${over} then ${now} else guess_counters.started_at end`,
        ends_at: sql`case when ${over} or guess_counters.tries + 1 = ${limit.max} then ${endsAt} else guess_counters.ends_at end`,
      }),
    )
    .returning(['tries', 'ends_at'])
    .executeTakeFirstOrThrow();
  return { tries: Number(row.tries), endsAt: Number(row.ends_at) };
}

/** What the next try would be, without making it. */
export async function planGuess(read: Reader, name: string, now: number): Promise<Reservation> {
  const row = await read
    .selectFrom(table)
    .select(['tries', 'ends_at'])
    .where('name', '=', name)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return { tries: Number(row?.tries ?? 0) + 1, endsAt: Number(row?.ends_at ?? now) };
}

/** Gives a reserved try back: nothing was guessed. */
export async function returnGuess(tx: Tx, name: string): Promise<void> {
  await tx.updateTable(table).set({ tries: sql`tries - 1` }).where('name', '=', name).where('tries', '>', 0).execute();
}

/** Forgets the tries of some names: the person has shown who it is, or an admin has said so. */
export async function dropGuesses(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.deleteFrom(table).where('name', 'in', names).execute();
}

/** The refusal of a closed name: how many seconds until it opens. */
export function createTooManyGuessesError(
  endsAt: number,
  now: number,
  extra: Readonly<Record<string, unknown>> = {},
): ApiError {
  const retryAfter = Math.max(1, Math.ceil((endsAt - now) / 1000));
  return new ApiError('tooMany', { retryAfter, data: { retryAfter, ...extra } });
}
