import { type Database, withNamedTables } from '../store/database.ts';
import { SealBroken, type SecretPlace } from './envelope.ts';
import { type Keyring, openKeyring, rewrapRoot } from './keyring.ts';
import { addMasterKey, type MasterKeySource, readMasterKeys } from './master-key.ts';

/** A column with sealed values, each bound to the `id` column of its row. */
export interface SealedColumn {
  readonly table: string;
  readonly id: string;
  readonly column: string;
}

/** All columns of the schema with sealed values. */
const sealedColumns: readonly SealedColumn[] = [
  { table: 'admin_credentials', id: 'admin_id', column: 'totp_secret' },
  { table: 'admin_credentials', id: 'admin_id', column: 'totp_pending' },
  { table: 'setting_secrets', id: 'id', column: 'sealed' },
  { table: 'redeem_batches', id: 'id', column: 'code_key' },
  { table: 'api_keys', id: 'id', column: 'secret' },
  { table: 'api_keys', id: 'id', column: 'proxy_url' },
  { table: 'users', id: 'id', column: 'real_name' },
  { table: 'users', id: 'id', column: 'id_card' },
  { table: 'identity_providers', id: 'id', column: 'secret' },
  { table: 'service_secrets', id: 'id', column: 'signing_key' },
  { table: 'webhook_secrets', id: 'id', column: 'secret' },
  { table: 'withdrawals', id: 'id', column: 'account' },
  { table: 'withdrawals', id: 'id', column: 'real_name' },
];

export interface Rotation {
  readonly keyId: string;
  /** Number of values that this run sealed again. */
  readonly rewritten: number;
  /** Number of values that no key opens; they are not changed. */
  readonly broken: number;
}

const chunk = 100;

/**
 * Seals every value again with a new master key. Each chunk is a transaction, and values that already use the newest key are
 * skipped: an interrupted run is repeated with `resume`, so that it creates no further key. Older keys remain in the file, since
 * older backups need them.
 */
export async function rotateSecrets(
  database: Database,
  source: MasterKeySource,
  { resume = false, columns = sealedColumns }: { resume?: boolean; columns?: readonly SealedColumn[] } = {},
): Promise<Rotation> {
  const fromEnvironment = source.given !== undefined && source.given.trim() !== '';
  if ((await openKeyring(database, source)).locked) throw new Error('no master key here opens this database');
  if (!fromEnvironment && !resume) addMasterKey(source.folder);
  await rewrapRoot(database, readMasterKeys(source));
  const ring = await openKeyring(database, source);
  let rewritten = 0;
  let broken = 0;
  for (const column of columns) {
    for (let after: number | null = 0; after !== null; ) {
      const result: ChunkResult = await rotateChunk(database, ring, column, after);
      rewritten += result.rewritten;
      broken += result.broken;
      after = result.last;
    }
  }
  return { keyId: ring.currentKeyId, rewritten, broken };
}

interface ChunkResult {
  readonly rewritten: number;
  readonly broken: number;
  /** Id after which to continue; null at the end. */
  readonly last: number | null;
}

function openOrNull(ring: Keyring, at: SecretPlace, sealed: string): string | null {
  try {
    return ring.open(at, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

async function rotateChunk(
  database: Database,
  ring: Keyring,
  { table, id, column }: SealedColumn,
  after: number,
): Promise<ChunkResult> {
  return database.transaction(async (tx) => {
    const rows = await withNamedTables(tx)
      .selectFrom(table)
      .select([id, column])
      .where(id, '>', after)
      .where(column, 'is not', null)
      .where(column, 'not like', `v1.${ring.currentKeyId}.%`)
      .orderBy(id)
      .limit(chunk)
      .execute();
    let broken = 0;
    for (const row of rows) {
      const at = { table, id: Number(row[id]), column };
      const sealed = String(row[column]);
      const value = openOrNull(ring, at, sealed);
      if (value === null) {
        broken += 1;
        continue;
      }
      const resealed = { [column]: ring.seal(at, value) };
      await withNamedTables(tx)
        .updateTable(table)
        .set(resealed)
        .where(id, '=', row[id])
        .where(column, '=', sealed)
        .execute();
    }
    const last = rows.length < chunk ? null : Number(rows.at(-1)?.[id]);
    return { rewritten: rows.length - broken, broken, last };
  });
}
