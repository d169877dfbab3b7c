import type { Tx } from '../../platform/store/database.ts';
import { createTooManyGuessesError, reserveGuess } from './guess-counter.ts';

/** Secrets that one person is shown within an hour: enough to work with, too few to carry all of them away. */
const shownInAnHour = { max: 10, lockMs: 3_600_000 };

/** Counts a secret that an admin is about to be shown, and refuses when there were too many. */
export async function assertFewShown(tx: Tx, adminId: number, now: number): Promise<void> {
  const { tries, endsAt } = await reserveGuess(tx, `reveal:${adminId}`, shownInAnHour, now);
  if (tries > shownInAnHour.max) throw createTooManyGuessesError(endsAt, now);
}
