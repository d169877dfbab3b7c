import { sql } from 'kysely';
import type { KeyDeps } from './check-key.ts';

const day = 86_400_000;

/** Of each key the share of calls since a moment that went well, in ten-thousandths, read from the index of leases alone. */
export const selectRatesSince = (since: number) => sql<{ id: number; rate: number | null; known: number | null }>`
  select k.id as id, k.success_bps as known, (
    select sum(case when l.outcome in ('ok', 'request') then 10000 else 0 end) / count(*) from key_leases l
    where l.key_id = k.id and l.created_at >= ${since} and l.outcome is not null
  ) as rate from api_keys k`;

/**
 * Keeps on each key the share of calls that went well in the last day, in ten-thousandths of those whose outcome was told; none
 * told leaves none. A call that was refused for what was asked is not the key's failure.
 */
export async function keepRates({ database, clock }: Pick<KeyDeps, 'database' | 'clock'>): Promise<void> {
  const { rows } = await selectRatesSince(clock() - day).execute(database.read);
  const number = (value: number | null) => (value === null ? null : Math.floor(Number(value)));
  const changed = rows.filter(({ rate, known }) => number(rate) !== number(known));
  if (changed.length === 0) return;
  await database.transaction(async (tx) => {
    for (const { id, rate } of changed)
      await tx
        .updateTable('api_keys')
        .set({ success_bps: number(rate) })
        .where('id', '=', Number(id))
        .execute();
  });
}
