import type { MemoryPanelAnswer } from '@gantry/core';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

type DatabaseStats = MemoryPanelAnswer['db'];
type TableStats = DatabaseStats['largest'][number];

const maxTables = 8;

/** Returns statistics of the database. If it does not respond, the result says so instead of an error. */
export async function readDatabaseStats(database: Database): Promise<DatabaseStats> {
  const { kind } = database;
  const startedAt = performance.now();
  try {
    await database.ping();
    const latencyMs = Math.round((performance.now() - startedAt) * 100) / 100;
    const { size, largest } = kind === 'sqlite' ? await readSqliteStats(database) : await readPostgresStats(database);
    return {
      kind,
      ok: true,
      latencyMs,
      size,
      pool: database.pool(),
      largest,
      migration: await readLastMigration(database),
    };
  } catch {
    return { kind, ok: false, latencyMs: null, size: null, pool: database.pool(), largest: [], migration: '' };
  }
}

async function readLastMigration({ read }: Database): Promise<string> {
  const row = await read.selectFrom('schema_migrations').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? '';
}

/** Counting a million rows takes long, so the highest id is used as an estimate: exact while no rows were deleted. */
async function readSqliteStats({ read }: Database) {
  const pages = await sql<{ size: number }>`
    select count.page_count * size.page_size as size from pragma_page_count count, pragma_page_size size`.execute(read);
  const { rows: tables } = await sql<{ name: string; seq: number }>`
    select name, seq from sqlite_sequence order by seq desc limit ${maxTables}`.execute(read);
  const largest = tables.map(({ name, seq }): TableStats => ({ table: name, rows: seq, bytes: null }));
  return { size: pages.rows[0]?.size ?? null, largest };
}

async function readPostgresStats({ read }: Database) {
  const size = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(read);
  const { rows: tables } = await sql<{ name: string; rows: number; bytes: string }>`
    select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by pg_total_relation_size(oid) desc limit ${maxTables}`.execute(read);
  const largest = tables.map(
    ({ name, rows, bytes }): TableStats => ({
      table: name,
      // -1 until the table was analyzed for the first time.
      rows: rows < 0 ? null : rows,
      bytes: Number(bytes),
    }),
  );
  return { size: Number(size.rows[0]?.size ?? 0), largest };
}
