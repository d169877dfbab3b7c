import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../database.ts';
import { allMigrations } from './index.ts';
import type { Migration } from './migration.ts';

/** Thrown when the schema does not match the program; the message says what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Runs pending migrations, each completely or not at all. Returns their ids. */
export async function migrate(database: Database, migrations: readonly Migration[] = allMigrations): Promise<string[]> {
  await database.transaction(async (tx) => {
    await database.dialect.lock(tx, 'migrations');
    await sql`create table if not exists "schema_migrations"
      ("id" text primary key, "checksum" text not null, "applied_at" bigint not null)`.execute(tx);
  });
  const checksums = new Map(migrations.map((migration) => [migration.id, computeChecksum(migration)]));
  const applied = await readApplied(database.read, checksums);
  const ran: string[] = [];
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue;
    if (await database.transaction((tx) => runOnce(database, tx, migration, checksums))) ran.push(migration.id);
  }
  return ran;
}

/** Whether the program has migrations that have not run on this database. */
export async function hasPendingMigrations(database: Database): Promise<boolean> {
  const { read, dialect } = database;
  if ((await dialect.columnsOf(read, 'schema_migrations')).length === 0) return true;
  const rows = await read.selectFrom('schema_migrations').select('id').execute();
  const applied = new Set(rows.map(({ id }) => id));
  return allMigrations.some(({ id }) => !applied.has(id));
}

type Checksums = ReadonlyMap<string, string>;

/** Returns the applied migrations; throws when they do not match those of the program. */
async function readApplied(read: Reader, checksums: Checksums): Promise<ReadonlySet<string>> {
  const rows = await read.selectFrom('schema_migrations').select(['id', 'checksum']).execute();
  rejectMismatch(new Map(rows.map((row) => [row.id, row.checksum])), checksums);
  return new Set(rows.map((row) => row.id));
}

/** Runs a migration unless another process has run it in the meantime, which is checked under the lock. */
async function runOnce(database: Database, tx: Tx, migration: Migration, checksums: Checksums): Promise<boolean> {
  await database.dialect.lock(tx, 'migrations');
  if (database.kind === 'postgres') await sql`set local statement_timeout = 0`.execute(tx);
  if ((await readApplied(tx, checksums)).has(migration.id)) return false;
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

function computeChecksum(migration: Migration): string {
  return createHash('sha256').update(JSON.stringify(migration.statements)).digest('hex');
}

/** Translates a statement of a migration for one database. A token may become several statements. */
function expand(statement: string, kind: 'sqlite' | 'postgres'): string[] {
  const full = /^\{(appendOnly|search|bulkSearch) ([a-z0-9_]+)\}$/.exec(statement.trim());
  if (full?.[1] === 'appendOnly') return appendOnly(full[2] ?? '', kind);
  if (full?.[1] === 'search') return searchIndex(full[2] ?? '', kind);
  if (full?.[1] === 'bulkSearch') return createBulkSearchStatements(full[2] ?? '', kind);
  const stored = /^\{keeps ([a-z0-9_]+): ([a-z0-9_, ]+)\}$/.exec(statement.trim());
  if (stored) return getProtectColumns(stored[1] ?? '', (stored[2] ?? '').split(', '), kind);
  const view = /^\{searchView ([a-z0-9_]+) of ([a-z0-9_]+)\}$/.exec(statement.trim());
  if (view) return [searchView(view[1] ?? '', view[2] ?? '', kind)];
  const expanded = statement
    .replaceAll('{id}', idColumn[kind])
    .replaceAll('{blob}', blobType[kind])
    .replaceAll('{clustered}', clustered[kind])
    .replaceAll(' {nullsFirst}', nullsFirst[kind])
    .replaceAll(/\{folded ([a-z0-9_]+)\}/g, folded[kind]);
  const unknown = /\{[a-zA-Z]+[^}]*\}/.exec(expanded);
  if (unknown) throw new Error(`a migration has an unknown token: ${unknown[0]}`);
  return [expanded];
}

/** Ids are never reused, since logs and links outlive the rows that they refer to. */
const idColumn = {
  sqlite: '"id" integer primary key autoincrement',
  postgres: '"id" bigint generated by default as identity primary key',
} as const;

/** Bytes, which the drivers represent as a Buffer. */
const blobType = { sqlite: 'blob', postgres: 'bytea' } as const;

/** Rows are stored in the order of their key; PostgreSQL does not support that. */
const clustered = { sqlite: ' without rowid', postgres: '' } as const;

/** SQLite always sorts empty values first, and has no syntax for it in indexes. */
const nullsFirst = { sqlite: '', postgres: ' nulls first' } as const;

/** Text without case and width, as in the keyword index. */
const folded = { sqlite: 'gantry_fold("$1")', postgres: 'lower(normalize("$1", NFKC))' } as const;

function appendOnly(table: string, kind: 'sqlite' | 'postgres'): string[] {
  if (kind === 'sqlite') {
    return ['update', 'delete'].map(
      (event) => `create trigger "${table}_no_${event}" before ${event} on "${table}"
begin select raise(abort, '${table} is appended to only'); end`,
    );
  }
  return [
    `create function "${table}_refuse"() returns trigger language plpgsql as
'begin raise exception ''${table} is appended to only''; end'`,
    `create trigger "${table}_no_change" before update or delete or truncate on "${table}"
for each statement execute function "${table}_refuse"()`,
  ];
}

/** For an append-only table: allows updates except for the given columns, and no deletes. */
function getProtectColumns(table: string, columns: readonly string[], kind: 'sqlite' | 'postgres'): string[] {
  const list = columns.map((column) => `"${column}"`).join(', ');
  if (kind === 'sqlite') {
    return [
      `drop trigger "${table}_no_update"`,
      `create trigger "${table}_no_update" before update of ${list} on "${table}"
begin select raise(abort, 'what ${table} say of the past stays'); end`,
    ];
  }
  return [
    `drop trigger "${table}_no_change" on "${table}"`,
    `create trigger "${table}_no_change" before update of ${list} or delete or truncate on "${table}"
for each statement execute function "${table}_refuse"()`,
  ];
}

/** The keyword index of a table, by id: contentless FTS5 on SQLite, a GIN index on PostgreSQL. */
function searchIndex(table: string, kind: 'sqlite' | 'postgres'): string[] {
  const name = `"${table}_search"`;
  if (kind === 'sqlite') {
    return [
      `create virtual table ${name} using fts5(terms, content='', contentless_delete=1, detail=none,
tokenize='ascii', prefix='1')`,
    ];
  }
  return [
    `create table ${name} ("id" bigint primary key, "terms" tsvector not null)`,
    `create index "${table}_search_terms" on ${name} using gin ("terms")`,
  ];
}

/** The keyword index of a view with ids of a table: the entries of the table's index for these ids. */
function searchView(view: string, table: string, kind: 'sqlite' | 'postgres'): string {
  const [own, theirs] = [`"${view}_search"`, `"${table}_search"`];
  if (kind === 'postgres')
    return `create view ${own} as select s."id", s."terms" from ${theirs} s join "${view}" v on v."id" = s."id"`;
  // A query matches the index by its name. The index leads, so that hits are in the order of their ids.
  return `create view ${own} as select s.rowid as rowid, s.${theirs} as ${own}
from ${theirs} s cross join "${view}" v where v."id" = s.rowid`;
}

/** Size of the buffer of FTS5 in bytes; a larger transaction writes several segments. */
const searchBytes = 4 * 1024 * 1024;

/** PostgreSQL has a pending list of configurable size instead. */
function createBulkSearchStatements(table: string, kind: 'sqlite' | 'postgres'): string[] {
  const name = `"${table}_search"`;
  return kind === 'sqlite' ? [`insert into ${name} (${name}, rank) values ('hashsize', ${searchBytes})`] : [];
}
