import type BetterSqlite from 'better-sqlite3';
import { type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Database, Tables } from '../database.ts';
import type { OpenOptions } from '../open-database.ts';
import { fold } from '../search/fold.ts';
import { type QueryListeners, SqliteDriver } from './connection.ts';
import { createDirectReader, type DirectParts, runDirectTransaction } from './direct-kysely.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { openFile } from './sqlite-driver.ts';
import { readApart } from './worker-reader.ts';

function partsOn(db: BetterSqlite.Database, listeners: QueryListeners): DirectParts {
  const driver = new SqliteDriver(db, listeners);
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely: Kysely<Tables>) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return { dialect, driver };
}

/** Pages of the write-ahead log, of 4 KiB, before they are carried into the file: large imports meet the same ones again. */
const pagesALog = 8_000;

/** Settings of every connection: no statement holds up the process for another one, a schema is never trusted; `cacheKib` of pages are kept. */
function prepare(db: BetterSqlite.Database, cacheKib: number): void {
  db.pragma('busy_timeout = 50');
  db.pragma('foreign_keys = on');
  db.pragma('trusted_schema = off');
  db.pragma(`cache_size = -${cacheKib}`);
  db.pragma('temp_store = memory');
  db.function('gantry_fold', { deterministic: true }, (value: unknown) =>
    value === null ? null : fold(String(value)),
  );
}

/**
 * One file, two connections: a writer whose transactions take turns, and a reader that sees what is committed. Every commit
 * reaches the disk before it is answered (`synchronous = full`).
 */
export function openSqlite(file: string, { onQuery, onDamage }: OpenOptions): Database {
  const reportDamage = (error: unknown) => {
    if (error instanceof Error && sqliteDialect.isDamaged(error)) onDamage?.(error.message);
  };
  const listeners = { onQuery, onError: reportDamage };
  const writer = openFile(file);
  writer.pragma('journal_mode = wal');
  writer.pragma('synchronous = full');
  writer.pragma('journal_size_limit = 67108864');
  writer.pragma(`wal_autocheckpoint = ${pagesALog}`);
  prepare(writer, 16_384);
  const reader = openFile(file, { readonly: true });
  prepare(reader, 4_096);
  const write = partsOn(writer, listeners);
  const read = createDirectReader(partsOn(reader, listeners));
  const database: Database = {
    kind: 'sqlite',
    get reserved() {
      return database;
    },
    isSharedNetwork: () => false,
    pool: () => null,
    read,
    dialect: sqliteDialect,
    transaction: (run) => runDirectTransaction(write, run),
    readAtLength: (run) =>
      readApart(file, run).catch((error: unknown) => {
        reportDamage(error);
        throw error;
      }),
    reportDamage,
    ping: async () => {
      await sql`select 1`.execute(read);
    },
    optimise: () =>
      runDirectTransaction(write, async (tx) => {
        await sql`pragma analysis_limit = 1000`.execute(tx);
        await sql`analyze`.execute(tx);
      }),
    close: async () => {
      // The writer is the last, and empties the log.
      reader.close();
      writer.close();
    },
  };
  return database;
}
