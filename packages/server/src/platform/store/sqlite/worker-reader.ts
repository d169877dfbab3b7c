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
import { asThreadError, startSqliteThread, ThreadError } from './sqlite-thread.ts';

/** Answers each message with the rows of its statement. */
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

type Answer = { readonly rows: Row[] } | { readonly message: string; readonly code?: string };

interface Waiting {
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
}

/** A connection in a thread of its own, which answers in the order in which it was asked. */
class ApartConnection implements DatabaseConnection {
  readonly #thread: Worker;
  readonly #waiting: Waiting[] = [];
  #ended: Error | undefined;

  constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('message', (answer: Answer) => this.#waiting.shift()?.answered(answer));
    thread.on('error', (error) => this.#end(asThreadError(error)));
    thread.on('exit', () => this.#end(new Error('the thread ended without an answer')));
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended) throw this.#ended;
    const answer = await new Promise<Answer>((answered, failed) => {
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

/** Kysely's driver over one such connection, which all calls share. */
class ApartDriver implements Driver {
  readonly #connection: ApartConnection;

  constructor(thread: Worker) {
    this.#connection = new ApartConnection(thread);
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

/** Lends a reader whose statements run in a thread, until `run` is done, so that a statement that takes seconds delays no other. */
export async function readApart<T>(file: string, run: (read: Reader) => Promise<T>): Promise<T> {
  const thread = startSqliteThread(file, program);
  const read = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ApartDriver(thread),
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
