import { Worker } from 'node:worker_threads';
import { errorMessage } from '@gantry/core';
import { resolveSqliteDriver } from './sqlite-driver.ts';

const opening = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.driver);
const db = new Sqlite(workerData.file, { readonly: true, fileMustExist: true, timeout: 5000 });
`;

/** An error of a thread's database, with the code by which the dialect knows it: what a thread throws arrives as a bare object. */
export class ThreadError extends Error {
  override readonly name = 'SqliteError';
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** The same of what arrives as the error of a thread that could not open its database. */
export function asThreadError(error: unknown): Error {
  if (error instanceof Error) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
  return new ThreadError(errorMessage(error), code);
}

/**
 * Starts a thread with a connection of its own, `db`, that only reads: the driver waits for each statement, and one may take
 * seconds.
 * @param body what the thread does with `db`, `parentPort` and `workerData`; text, since a thread starts with a file and the
 *   server is one
 */
export function startSqliteThread(file: string, body: string, data: object = {}): Worker {
  const workerData = { ...data, file, driver: resolveSqliteDriver() };
  return new Worker(opening + body, { eval: true, workerData });
}
