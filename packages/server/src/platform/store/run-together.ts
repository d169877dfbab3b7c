import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import { isPostgres } from './prepared-query.ts';

/** An INSERT or UPDATE that has not been executed. */
export type Write<R = unknown> = OperationNodeSource & { execute(): Promise<R[]> };

/**
 * Executes writes that always occur together: in one statement on PostgreSQL, one after the other on SQLite. No two of them may change
 * the same row, and none may read what another writes, since all see the database as it was before. Returns the rows of the first.
 */
export async function runTogether<R>(tx: Tx, first: Write<R>, ...others: readonly Write[]): Promise<R[]> {
  if (!isPostgres(tx)) {
    const rows = await first.execute();
    for (const other of others) await other.execute();
    return rows;
  }
  return (await asOne<R>([first, ...others]).execute(tx)).rows;
}

/** One PostgreSQL statement of several writes, which returns the rows of the first. */
export function asOne<R>(writes: readonly OperationNodeSource[]): RawBuilder<R> {
  const parts = writes.map((write, at) => sql`${sql.ref(`w${at}`)} as (${write})`);
  return sql<R>`with ${sql.join(parts)} select * from w0`;
}
