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
import { readInThread } from './worker-reader.ts';

/** Whether statements may still run; false after the end of a transaction. */
interface Scope {
  isOpen: boolean;
}

class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction';
}

/**
 * Runs statements directly on the only connection. Kysely's own executor acquires it for each statement in a dozen steps; here
 * each statement runs immediately, so that no other one can run in between.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  readonly #span: Scope;

  constructor(dialect: Dialect, connection: DatabaseConnection, span: Scope) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection: (use) => use(connection) });
    this.#connection = connection;
    this.#span = span;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#span.isOpen) throw new OutsideTransaction('the transaction of this statement is over');
    return this.#connection.executeQuery<R>(query);
  }
}

/** The parts of a Kysely instance. */
interface DirectParts {
  readonly dialect: Dialect;
  readonly driver: SqliteDriver;
}

function createProps({ dialect, driver }: DirectParts, connection: DatabaseConnection, span: Scope) {
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(dialect, connection, span) };
}

/** Returns a reader on a connection that all calls share. */
function createDirectReader(parts: DirectParts): Reader {
  return new Kysely<Tables>(createProps(parts, parts.driver.connection, { isOpen: true }));
}

/** Runs a transaction on the driver's connection, after earlier ones. */
async function runDirectTransaction<T>(parts: DirectParts, run: (tx: Tx) => Promise<T>): Promise<T> {
  const { driver } = parts;
  const connection = await driver.acquireConnection();
  const span = { isOpen: true };
  try {
    await driver.beginTransaction(connection, {});
    try {
      const result = await run(new Transaction<Tables>(createProps(parts, connection, span)));
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

function createParts(db: BetterSqlite.Database, listeners: QueryListeners): DirectParts {
  const driver = new SqliteDriver(db, listeners);
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely: Kysely<Tables>) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return { dialect, driver };
}

/** Number of pages of 4 KiB in the write-ahead log before a checkpoint: large imports change the same pages repeatedly. */
const pagesPerLog = 8_000;

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
 * Opens a file with two connections: a writer, whose transactions run one after the other, and a reader of committed data. A
 * commit is on the disk before it is reported (`synchronous = full`).
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
  writer.pragma(`wal_autocheckpoint = ${pagesPerLog}`);
  prepare(writer, 16_384);
  const reader = openFile(file, { readonly: true });
  prepare(reader, 4_096);
  const write = createParts(writer, listeners);
  const read = createDirectReader(createParts(reader, listeners));
  // The number changes after each commit of any connection but the writer.
  const externalCommits = writer.prepare('pragma data_version').pluck();
  let seenCommits = externalCommits.get();
  const catchUp = () => {
    const commits = externalCommits.get();
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
      readInThread(file, run).catch((error: unknown) => {
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
      // The writer is closed last, and empties the log.
      reader.close();
      writer.close();
    },
  };
  return database;
}
