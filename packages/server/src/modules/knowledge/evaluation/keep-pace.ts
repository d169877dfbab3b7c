/** Questions after which results are kept at the soonest, and ms after which they are kept in any case. */
const saveEvery = 25;
const saveAfterMs = 30_000;

/**
 * Whether a run keeps its results now: all of them are written each time, so the more there are the more new ones it waits for, a
 * tenth at most; where questions take long, half a minute at most.
 */
export function isTimeToKeep(done: number, fresh: number, sinceMs: number): boolean {
  return (fresh >= saveEvery && fresh * 10 >= done) || sinceMs >= saveAfterMs;
}
