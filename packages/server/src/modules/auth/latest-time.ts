import type { Database } from '../../platform/store/database.ts';

/** A clock that is set back by more than this, in ms, was wrong before. */
const maxCorrection = 86_400_000;
/** How often at most the latest time is written, in ms. */
const writeEvery = 60_000;

/** The time that sessions and tokens are judged by, so that setting the clock back reactivates no expired ones. */
export const judgedTime = (now: number, latestAt: unknown): number => Math.max(now, Number(latestAt ?? 0));

/**
 * Stores the latest time that a server of this database has seen; called every minute. A clock that falls back by more than a
 * day had jumped ahead before: its time would keep everything expired for as long as it was wrong. So the stored time follows
 * it back, and every session and token of before ends instead. That happens once a day at most, so that one server with a
 * wrong clock does not sign everyone out again and again.
 */
export async function observeTime(database: Database, now: number): Promise<void> {
  const { latest_at: latest, turned_back_at: turnedBack } = await database.read
    .selectFrom('session_epochs')
    .select(['latest_at', 'turned_back_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const ahead = latest - now;
  if (ahead <= -writeEvery) {
    await database.transaction((tx) =>
      tx
        .updateTable('session_epochs')
        .set({ latest_at: now })
        .where('id', '=', 1)
        .where('latest_at', '<', now)
        .execute(),
    );
    return;
  }
  const isRecent = turnedBack !== 0 && Math.abs(now - turnedBack) <= maxCorrection;
  if (ahead <= maxCorrection || isRecent) return;
  await database.transaction((tx) =>
    tx
      .updateTable('session_epochs')
      .set((row) => ({ epoch: row('epoch', '+', 1), latest_at: now, turned_back_at: now }))
      .where('id', '=', 1)
      .where('latest_at', '=', latest)
      .execute(),
  );
}
