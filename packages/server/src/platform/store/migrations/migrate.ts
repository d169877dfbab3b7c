import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../database.ts';
import { expand } from './expand.ts';
import { allMigrations } from './index.ts';
import type { Migration } from './migration.ts';

/** The database and the program do not fit each other; the message says what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Runs what has not run yet, each migration whole or not at all. Gives the ids that ran. */
export async function migrate(database: Database, migrations: readonly Migration[] = allMigrations): Promise<string[]> {
  await database.transaction(async (tx) => {
    await database.dialect.lock(tx, 'migrations');
    await sql`create table if not exists "schema_migrations"
      ("id" text primary key, "checksum" text not null, "applied_at" bigint not null)`.execute(tx);
  });
  const checksums = new Map(migrations.map((migration) => [migration.id, checksumOf(migration)]));
  const applied = await appliedOf(database.read, checksums);
  const ran: string[] = [];
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue;
    if (await database.transaction((tx) => runOnce(database, tx, migration, checksums))) ran.push(migration.id);
  }
  return ran;
}

/** Whether the program knows a migration that has not run here. */
export async function hasPendingMigrations(database: Database): Promise<boolean> {
  const { read, dialect } = database;
  if ((await dialect.columnsOf(read, 'schema_migrations')).length === 0) return true;
  const rows = await read.selectFrom('schema_migrations').select('id').execute();
  const applied = new Set(rows.map(({ id }) => id));
  return allMigrations.some(({ id }) => !applied.has(id));
}

type Checksums = ReadonlyMap<string, string>;

/** What ran here already; throws when that is not what the program knows. */
async function appliedOf(read: Reader, checksums: Checksums): Promise<ReadonlySet<string>> {
  const rows = await read.selectFrom('schema_migrations').select(['id', 'checksum']).execute();
  rejectMismatch(new Map(rows.map((row) => [row.id, row.checksum])), checksums);
  return new Set(rows.map((row) => row.id));
}

/** Looks again under the lock: another process may have run it in between. */
async function runOnce(database: Database, tx: Tx, migration: Migration, checksums: Checksums): Promise<boolean> {
  await database.dialect.lock(tx, 'migrations');
  if (database.kind === 'postgres') await sql`set local statement_timeout = 0`.execute(tx);
  if ((await appliedOf(tx, checksums)).has(migration.id)) return false;
  for (const statement of migration.statements.flatMap((text) => expand(text, database.kind))) {
    await sql.raw(statement).execute(tx);
  }
  const row = { id: migration.id, checksum: checksums.get(migration.id) ?? '', applied_at: Date.now() };
  await tx.insertInto('schema_migrations').values(row).execute();
  return true;
}

function rejectMismatch(applied: Checksums, known: Checksums): void {
  for (const [id, checksum] of applied) {
    const expected = known.get(id);
    if (expected === undefined) {
      throw new SchemaError(`the database is newer than this program: it has migration ${id}; run a newer version`);
    }
    if (expected !== checksum) throw new SchemaError(`migration ${id} was edited after it ran here; restore its text`);
  }
}

function checksumOf(migration: Migration): string {
  return createHash('sha256').update(JSON.stringify(migration.statements)).digest('hex');
}
