import type { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Reader, Row, Tables } from '../database.ts';
import { startSqliteThread, ThreadError, toThreadError } from './sqlite-thread.ts';

/** Responds to each message with the rows of its statement. */
const program = `
db.pragma('trusted_schema = off');
db.pragma('temp_store = memory');
parentPort.on('message', ({ sql, parameters }) => {
  try {
    parentPort.postMessage({ rows: db.prepare(sql).all(parameters) });
  } catch (error) {
    parentPort.postMessage({ message: error.message, code: error.code });
  }
});
`;

type ThreadResponse = { readonly rows: Row[] } | { readonly message: string; readonly code?: string };

interface Waiting {
  readonly answered: (answer: ThreadResponse) => void;
  readonly failed: (error: Error) => void;
}

/** A connection in a separate thread, which responds in the order of the requests. */
class ThreadConnection implements DatabaseConnection {
  readonly #thread: Worker;
  readonly #waiting: Waiting[] = [];
  #ended: Error | undefined;

  constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('message', (answer: ThreadResponse) => this.#waiting.shift()?.answered(answer));
    thread.on('error', (error) => this.#end(toThreadError(error)));
    thread.on('exit', () => this.#end(new Error('the thread ended without an answer')));
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended) throw this.#ended;
    const answer = await new Promise<ThreadResponse>((answered, failed) => {
      this.#waiting.push({ answered, failed });
      this.#thread.postMessage({ sql, parameters });
    });
    if ('rows' in answer) return { rows: answer.rows as R[] };
    throw new ThreadError(answer.message, answer.code);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { failed } of this.#waiting.splice(0)) failed(this.#ended);
  }
}

/** Kysely driver with one such connection, which all calls share. */
class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection;

  constructor(thread: Worker) {
    this.#connection = new ThreadConnection(thread);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('a connection apart has no transactions');
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/**
 * Runs `run` with a reader whose statements run in a thread, so that a statement that takes seconds does not delay other calls.
 */
export async function readInThread<T>(file: string, run: (read: Reader) => Promise<T>): Promise<T> {
  const thread = startSqliteThread(file, program);
  const read = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ThreadDriver(thread),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  try {
    return await run(read);
  } finally {
    await read.destroy();
    await thread.terminate();
  }
}
