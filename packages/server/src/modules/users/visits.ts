import { sql } from 'kysely';
import type { Tx } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';

/** A use of the platform at a time, by default now. */
interface Visit {
  readonly userId: number;
  readonly at?: number | undefined;
  readonly signedIn?: boolean | undefined;
  readonly ip?: string | null | undefined;
}

interface VisitRules {
  readonly recordIp: boolean;
  /** Returns the site's calendar day of a time. */
  readonly dayAt: (moment: number) => string;
}

/**
 * Records a visit. Returns 1, or 0 for an unknown user. A time in the future is not a visit, because clocks of services differ.
 */
export async function recordVisit({ tx, at: now }: TxContext, one: Visit, rules: VisitRules): Promise<number> {
  const known = tx.selectFrom('users').select('id').where('id', '=', one.userId).where('status', '!=', 'deleted');
  if (!(await known.executeTakeFirst())) return 0;
  const at = Math.min(one.at ?? now, now);
  const own = tx.updateTable('users').where('id', '=', one.userId);
  await own
    .set({ last_active_at: at })
    .where((where) => where.or([where('last_active_at', 'is', null), where('last_active_at', '<', at)]))
    .execute();
  if (one.signedIn)
    await own
      .set({ last_login_at: at, last_login_ip: rules.recordIp ? (one.ip ?? null) : null })
      .where((where) => where.or([where('last_login_at', 'is', null), where('last_login_at', '<', at)]))
      .execute();
  if (at > now - visitRetentionMs) await insertDay(tx, { day: rules.dayAt(at), user_id: one.userId, first_at: at });
  return 1;
}

/** Stores the first visit of a user on a day. */
async function insertDay(tx: Tx, row: { day: string; user_id: number; first_at: number }): Promise<void> {
  await tx
    .insertInto('user_visits')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'user_id'])
        .doUpdateSet({ first_at: sql`excluded.first_at` })
        .where('user_visits.first_at', '>', row.first_at),
    )
    .execute();
}

/** How long visits are retained, in ms: a period of thirty days is compared with the one before. */
const visitRetentionMs = 62 * 86_400_000;
const batchSize = 5_000;

/** Deletes visits that no metric covers any more, one batch at a time. */
export async function pruneVisits(tx: Tx, now: number): Promise<void> {
  const old = tx
    .selectFrom('user_visits')
    .select(['day', 'user_id'])
    .where('first_at', '<', now - visitRetentionMs)
    .limit(batchSize);
  await sql`delete from user_visits where (day, user_id) in (${old})`.execute(tx);
}
