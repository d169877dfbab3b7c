import type BetterSqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  Transaction,
} from 'kysely';
import { runWithCallbacks } from '../after-commit.ts';
import { createWatchers } from '../change-signals.ts';
import type { Database, Reader, Tables, Tx } from '../database.ts';
import type { OpenOptions } from '../open-database.ts';
import { fold } from '../search/words.ts';
import { type QueryListeners, SqliteDriver } from './connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { openFile } from './sqlite-driver.ts';
import { readApart } from './worker-reader.ts';

/** Is what runs statements still open? Its transaction is over, otherwise. */
interface Span {
  isOpen: boolean;
}

class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction';
}

/**
 * Hands statements to the one connection there is. Kysely's own way lends it out for each, in a dozen steps; here every
 * statement runs when it is requested, so that no other can run in between.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  readonly #span: Span;

  constructor(dialect: Dialect, connection: DatabaseConnection, span: Span) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection: (use) => use(connection) });
    this.#connection = connection;
    this.#span = span;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#span.isOpen) throw new OutsideTransaction('the transaction of this statement is over');
    return this.#connection.executeQuery<R>(query);
  }
}

/** What a Kysely is made of. */
interface DirectParts {
  readonly dialect: Dialect;
  readonly driver: SqliteDriver;
}

function propsOf({ dialect, driver }: DirectParts, connection: DatabaseConnection, span: Span) {
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(dialect, connection, span) };
}

/** Reads over a connection that all calls share. */
function createDirectReader(parts: DirectParts): Reader {
  return new Kysely<Tables>(propsOf(parts, parts.driver.connection, { isOpen: true }));
}

/** Runs a transaction over the driver's connection, when its turn comes. */
async function runDirectTransaction<T>(parts: DirectParts, run: (tx: Tx) => Promise<T>): Promise<T> {
  const { driver } = parts;
  const connection = await driver.acquireConnection();
  const span = { isOpen: true };
  try {
    await driver.beginTransaction(connection, {});
    try {
      const result = await run(new Transaction<Tables>(propsOf(parts, connection, span)));
      await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      await driver.rollbackTransaction(connection);
      throw error;
    }
  } finally {
    span.isOpen = false;
    await driver.releaseConnection();
  }
}

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

/** Settings of every connection: statements wait only briefly for locks, schemas are not trusted, and `cacheKib` of pages are cached. */
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
  const watchers = createWatchers();
  const listeners = { onQuery, onError: reportDamage, onCommit: watchers.signal };
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
  // Another number after each commit of another connection than the writer.
  const foreignCommits = writer.prepare('pragma data_version').pluck();
  let seenCommits = foreignCommits.get();
  const catchUp = () => {
    const commits = foreignCommits.get();
    if (commits === seenCommits) return;
    seenCommits = commits;
    watchers.signalAll();
  };
  const database: Database = {
    kind: 'sqlite',
    get reserved() {
      return database;
    },
    isSaturated: () => false,
    pool: () => null,
    read,
    dialect: sqliteDialect,
    changes: { watch: watchers.watch, isLive: () => true, listen: () => {}, catchUp },
    transaction: (run) => runWithCallbacks((callback) => runDirectTransaction(write, callback), run),
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
