import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import { isPostgres } from './prepared-query.ts';

/** An INSERT or UPDATE that has not run. */
export type Write<R = unknown> = OperationNodeSource & { execute(): Promise<R[]> };

/**
 * Runs writes that always follow each other: as one statement on PostgreSQL, one after the other on SQLite. Each must change rows that no
 * other of them changes, and none may read what another writes, since all see the database as it was before. Gives what the first
 * returns.
 */
export async function runTogether<R>(tx: Tx, first: Write<R>, ...others: readonly Write[]): Promise<R[]> {
  if (!isPostgres(tx)) {
    const rows = await first.execute();
    for (const other of others) await other.execute();
    return rows;
  }
  return (await asOne<R>([first, ...others]).execute(tx)).rows;
}

/** One statement of several writes for PostgreSQL, which gives what the first returns. */
export function asOne<R>(writes: readonly OperationNodeSource[]): RawBuilder<R> {
  const parts = writes.map((write, at) => sql`${sql.ref(`w${at}`)} as (${write})`);
  return sql<R>`with ${sql.join(parts)} select * from w0`;
}
