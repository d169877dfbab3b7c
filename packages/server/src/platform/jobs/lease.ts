import { sql } from 'kysely';
import type { Clock } from '../context/context.ts';
import type { Database } from '../store/database.ts';

/**
 * Takes or prolongs the right to do some work for all server processes, for so many ms. Answers whether we have it; a
 * holder that died loses it when the time is over.
 */
export async function takeLease(
  database: Database,
  clock: Clock,
  name: string,
  holder: string,
  ms: number,
): Promise<boolean> {
  const now = clock();
  return database.transaction(async (tx) => {
    const taken = await tx
      .insertInto('leases')
      .values({ name, holder, until: now + ms })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder: sql`excluded.holder`, until: sql`excluded.until` })
          .where((eb) => eb.or([eb('leases.until', '<=', now), eb('leases.holder', '=', holder)])),
      )
      .returning('holder')
      .executeTakeFirst();
    return taken !== undefined;
  });
}
