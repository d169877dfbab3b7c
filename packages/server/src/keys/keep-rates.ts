import { sql } from 'kysely';
import type { KeyNeeds } from './check-key.ts';

const day = 86_400_000;

/**
 * Keeps on each key the share of calls that went well in the last day, in ten-thousandths of those whose outcome was told; none
 * told leaves none. A call that was refused for what was asked is not the key's failure.
 */
export async function keepRates({ database, clock }: Pick<KeyNeeds, 'database' | 'clock'>): Promise<void> {
  const since = clock() - day;
  const { rows } = await sql<{ id: number; rate: number | null; known: number | null }>`
    select k.id as id, l.rate as rate, k.success_bps as known from api_keys k left join (
      select key_id, sum(case when outcome in ('ok', 'request') then 10000 else 0 end) / count(*) as rate
      from key_leases where created_at >= ${since} and outcome is not null group by key_id
    ) l on l.key_id = k.id
    where l.rate is not null or k.success_bps is not null`.execute(database.read);
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
