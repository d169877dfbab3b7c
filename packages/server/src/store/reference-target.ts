import { snake } from '@gantry/core';
import type { Row, Tx } from './database.ts';

/** Where a reference points, and which of the records there it takes, by their choices. */
export interface ReferenceTarget {
  readonly table: string;
  readonly only: Readonly<Record<string, readonly string[]>>;
}

/** Whether a record, read with the columns that `only` names, is one that a reference takes. */
export function isTaken(only: ReferenceTarget['only'], row: Row): boolean {
  return Object.entries(only).every(([name, values]) => values.includes(String(row[snake(name)])));
}

/** Why a reference cannot point to a record; null when it can. */
export async function refusedReference(tx: Tx, { table, only }: ReferenceTarget, id: number) {
  const columns = ['id', ...Object.keys(only).map(snake)];
  const found = await tx.selectFrom(table).select(columns).where('id', '=', id).executeTakeFirst();
  if (!found) return 'reference' as const;
  return isTaken(only, found) ? null : ('otherKind' as const);
}
