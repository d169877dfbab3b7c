import { setTimeout as delay } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';

import { WriteCollector } from '../change-signals.ts';

/** Maximum number of cached statements per connection; compiling one is slower than running it. */
const maxCachedStatements = 500;

/** How long to wait for the write lock of another process, in ms. */
const lockTimeoutMs = 5_000;

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Number of rows per statement; more are not faster. */
const rowsPerStatement = 100;

/**
 * Returns a query that inserts a row for each list of parameters; its rows contain the ids. There are no concurrent inserts, so
 * the ids of a statement are consecutive.
 * @param text the statement of one row, to which further rows can be appended
 * @param row the placeholders of a row: `(?, ?)`
 */
export function createInsert(text: string, row: string, lists: readonly (readonly unknown[])[]): CompiledQuery {
  return CompiledQuery.raw(text, [new ParameterLists(row, lists)]);
}

class ParameterLists {
  constructor(
    readonly row: string,
    readonly lists: readonly (readonly unknown[])[],
  ) {}
}

export interface QueryListeners {
  /** Called with the text of every statement. */
  readonly onQuery?: ((sql: string) => void) | undefined;
  /** Called with the error of every statement that failed. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called after each commit that wrote something. */
  readonly onCommit?: ((tables: ReadonlySet<string>) => void) | undefined;
}

/** A better-sqlite3 connection with cached statements. Queries run synchronously, like the driver. */
export class SqliteConnection implements DatabaseConnection {
  readonly #db: BetterSqlite.Database;
  readonly #onQuery: ((sql: string) => void) | undefined;
  readonly #onError: ((error: unknown) => void) | undefined;
  readonly #statements = new Map<string, BetterSqlite.Statement>();
  /** The tables that the open transaction has written. */
  readonly written = new WriteCollector();

  constructor(db: BetterSqlite.Database, { onQuery, onError }: QueryListeners) {
    this.#db = db;
    this.#onQuery = onQuery;
    this.#onError = onError;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#onQuery?.(query.sql);
    this.written.add(query.sql);
    try {
      return this.#run<R>(query);
    } catch (error) {
      this.#onError?.(error);
      throw error;
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const [first] = parameters;
    if (first instanceof ParameterLists) {
      return { rows: this.#insert(sql, first) as R[] };
    }
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** Returns all rows in one chunk: large reads are paged by key. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  #insert(text: string, { row, lists }: ParameterLists): { id: number }[] {
    const ids: { id: number }[] = [];
    const insert = (statement: BetterSqlite.Statement, some: typeof lists) => {
      const values: unknown[] = [];
      for (const list of some) values.push(...list);
      const next = Number(statement.run(values).lastInsertRowid) - some.length + 1;
      for (let at = 0; at < some.length; at += 1) ids.push({ id: next + at });
    };
    let at = 0;
    if (lists.length >= rowsPerStatement) {
      const several = this.#prepare(text + `, ${row}`.repeat(rowsPerStatement - 1));
      for (; at + rowsPerStatement <= lists.length; at += rowsPerStatement)
        insert(several, lists.slice(at, at + rowsPerStatement));
    }
    for (; at < lists.length; at += 1) insert(this.#prepare(text), lists.slice(at, at + 1));
    return ids;
  }

  #prepare(sql: string): BetterSqlite.Statement {
    const stored = this.#statements.get(sql);
    if (stored) return stored;
    const statement = this.#db.prepare(sql);
    if (this.#statements.size >= maxCachedStatements) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** How long a transaction waits for earlier ones, in ms; one that is started inside another would wait forever. */
const turnTimeoutMs = 5_000;

class TransactionTimeout extends Error {
  override readonly name = 'NoTurn';
  readonly code = 'SQLITE_BUSY';
}

/** Lends a connection to one caller after the other, in order. */
class ConnectionQueue {
  readonly #waiting = new Set<() => void>();
  #isTaken = false;

  async take(): Promise<void> {
    if (this.#isTaken) return this.#wait();
    this.#isTaken = true;
  }

  /** Passes the connection on to the caller that has waited longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#isTaken = false;
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new TransactionTimeout('a transaction waited too long for those before it'));
      }, turnTimeoutMs);
      this.#waiting.add(begin);
    });
  }
}

/** The same for every transaction. */
const [begin, commit] = [CompiledQuery.raw('begin immediate'), CompiledQuery.raw('commit')];

/** Kysely driver with one connection; transactions wait for each other. */
export class SqliteDriver implements Driver {
  readonly connection: SqliteConnection;
  readonly #db: BetterSqlite.Database;
  readonly #turns = new ConnectionQueue();
  readonly #onCommit: QueryListeners['onCommit'];

  constructor(db: BetterSqlite.Database, listeners: QueryListeners) {
    this.#db = db;
    this.#onCommit = listeners.onCommit;
    this.connection = new SqliteConnection(db, listeners);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return this.connection;
  }

  async releaseConnection(): Promise<void> {
    this.#turns.leave();
  }

  /**
   * Takes the write lock at the start, so that a transaction is never retried for it. While another process has the lock, other
   * calls of this process are not blocked.
   */
  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    const timeoutMs = Date.now() + lockTimeoutMs;
    for (;;) {
      try {
        await connection.executeQuery(begin);
        return;
      } catch (error) {
        if (!isLocked(error) || Date.now() > timeoutMs) throw error;
        await delay(5 + Math.random() * 10);
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(commit);
    const tables = this.connection.written.take();
    if (tables) this.#onCommit?.(tables);
  }

  /** A full disk already ends the transaction: then there is nothing to roll back. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.connection.written.clear();
    if (this.#db.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#db.close();
  }
}
