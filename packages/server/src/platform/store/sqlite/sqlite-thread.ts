import { Worker } from 'node:worker_threads';
import { errorMessage } from '@gantry/core';
import { resolveSqliteDriver } from './sqlite-driver.ts';

const prologue = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.driver);
const db = new Sqlite(workerData.file, { readonly: true, fileMustExist: true, timeout: 5000 });
`;

/** A database error of a thread, with its code for the dialect: errors of a thread arrive as plain objects. */
export class ThreadError extends Error {
  override readonly name = 'SqliteError';
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Converts the error of a thread that could not open its database. */
export function toThreadError(error: unknown): Error {
  if (error instanceof Error) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
  return new ThreadError(errorMessage(error), code);
}

/**
 * Starts a thread with a separate read-only connection `db`, since the driver is synchronous and a statement may take seconds.
 * @param body code of the thread, which uses `db`, `parentPort` and `workerData`; a text, since the server is a single file
 */
export function startSqliteThread(file: string, body: string, data: object = {}): Worker {
  const workerData = { ...data, file, driver: resolveSqliteDriver() };
  return new Worker(prologue + body, { eval: true, workerData });
}
