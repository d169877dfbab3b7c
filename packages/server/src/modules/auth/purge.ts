import { type Database, withNamedTables } from '../../platform/store/database.ts';

/** How long an ended session is retained, so that calls with its token get the reason. */
const revokedRetentionMs = 7 * 86_400_000;

/** Deletes expired sessions, attempts and captcha images. Runs regularly, with one transaction for each table. */
export async function purgeSessions(database: Database, now: number): Promise<number> {
  const over = [
    ['admin_sessions', 'expires_at', now - revokedRetentionMs],
    ['guess_counters', 'ends_at', now],
    ['captchas', 'expires_at', now],
  ] as const;
  let purged = 0;
  for (const [table, column, before] of over) {
    const done = await database.transaction((tx) =>
      withNamedTables(tx).deleteFrom(table).where(column, '<=', before).executeTakeFirst(),
    );
    purged += Number(done.numDeletedRows);
  }
  return purged;
}
