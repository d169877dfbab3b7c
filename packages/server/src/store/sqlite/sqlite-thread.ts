import { Worker } from 'node:worker_threads';
import { sqliteDriver } from './sqlite-driver.ts';

const opening = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.driver);
const db = new Sqlite(workerData.file, { readonly: true, fileMustExist: true, timeout: 5000 });
`;

/**
 * Starts a thread with a connection of its own, `db`, that only reads: the driver waits for each statement, and one may take
 * seconds.
 * @param body what the thread does with `db`, `parentPort` and `workerData`; text, since a thread begins with a file and the
 *   server is one
 */
export function startSqliteThread(file: string, body: string, data: object = {}): Worker {
  return new Worker(opening + body, { eval: true, workerData: { ...data, file, driver: sqliteDriver() } });
}
