import { snake } from '@gantry/core';
import type { Row, Tx } from './database.ts';
import { isPostgres } from './prepared-query.ts';

/** Where a reference points, and which of the records there it takes, by their choices. */
export interface ReferenceTarget {
  readonly table: string;
  readonly only: Readonly<Record<string, readonly string[]>>;
}

/** Whether a record, read with the columns that `only` names, is one that a reference takes. */
export function isTaken(only: ReferenceTarget['only'], row: Row): boolean {
  return Object.entries(only).every(([name, values]) => values.includes(String(row[snake(name)])));
}

/**
 * Whether records are held while a reference to them is written: where only some are taken, they stay so until whoever would
 * change that can see the reference. SQLite's writers come one after the other.
 */
export const isHeld = (tx: Tx, { only }: Pick<ReferenceTarget, 'only'>) =>
  Object.keys(only).length > 0 && isPostgres(tx);

/** Why a reference cannot point to a record; null when it can. In the transaction that writes it. */
export async function findRejectedReference(tx: Tx, { table, only }: ReferenceTarget, id: number) {
  const columns = ['id', ...Object.keys(only).map(snake)];
  const query = tx.selectFrom(table).select(columns).where('id', '=', id);
  const found = await (isHeld(tx, { only }) ? query.forKeyShare() : query).executeTakeFirst();
  if (!found) return 'reference' as const;
  return isTaken(only, found) ? null : ('otherKind' as const);
}
