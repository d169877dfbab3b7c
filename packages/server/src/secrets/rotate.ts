import type { Database } from '../store/database.ts';
import { keyIdOf } from './envelope.ts';
import { openKeyring, rewrapRoot } from './keyring.ts';
import { addMasterKey, type MasterKeySource, readMasterKeys } from './master-key.ts';

/** A column that holds sealed values, each bound to the row's `id` column. */
export interface SealedColumn {
  readonly table: string;
  readonly id: string;
  readonly column: string;
}

export interface Rotation {
  readonly keyId: string;
  /** Values sealed again by this run. */
  readonly rewritten: number;
}

const chunk = 100;

/**
 * Seals every value again under a new master key. Each chunk is a transaction, and a value that is already under the
 * newest key is passed over: a run that was cut off is simply run again, with `resume` so that it makes no further key.
 */
export async function rotateSecrets(
  database: Database,
  source: MasterKeySource,
  columns: readonly SealedColumn[],
  { resume = false }: { resume?: boolean } = {},
): Promise<Rotation> {
  const fromEnvironment = source.given !== undefined && source.given.trim() !== '';
  if (!fromEnvironment && !resume) {
    if ((await openKeyring(database, source)).locked) throw new Error('no master key here opens this database');
    addMasterKey(source.folder);
  }
  const masters = readMasterKeys(source);
  await rewrapRoot(database, masters);
  const ring = await openKeyring(database, source);
  if (ring.locked) throw new Error('no master key here opens this database');
  let rewritten = 0;
  for (const column of columns) {
    for (let done = chunk; done === chunk; rewritten += done) done = await rotateChunk(database, ring, column);
  }
  return { keyId: ring.currentKeyId, rewritten };
}

async function rotateChunk(
  database: Database,
  ring: Awaited<ReturnType<typeof openKeyring>>,
  { table, id, column }: SealedColumn,
): Promise<number> {
  return database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom(table)
      .select([id, column])
      .where(column, 'is not', null)
      .where(column, 'not like', `v1.${ring.currentKeyId}.%`)
      .limit(chunk)
      .execute();
    for (const row of rows) {
      const sealed = String(row[column]);
      if (keyIdOf(sealed) === ring.currentKeyId) continue;
      const at = { table, id: Number(row[id]), column };
      await tx
        .updateTable(table)
        .set({ [column]: ring.seal(at, ring.open(at, sealed)) })
        .where(id, '=', row[id])
        .where(column, '=', sealed)
        .execute();
    }
    return rows.length;
  });
}
