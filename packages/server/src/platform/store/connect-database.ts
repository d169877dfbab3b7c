import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type DatabasePlace, type OpenOptions, openDatabase } from './open-database.ts';
import { type ConnectionProblem, getConnectionProblem, ReadOnlyServer } from './postgres/connection-problem.ts';

export interface ConnectOptions extends OpenOptions {
  /** Called once, when the first attempt failed with a temporary problem. */
  readonly onWait?: (problem: ConnectionProblem) => void;
  /** How long to retry a PostgreSQL that is starting or has no free connection, in ms; 30 s by default. */
  readonly startMs?: number;
}

const defaultStartMs = 30_000;
const intervalMs = 500;

/**
 * Opens a database and checks that it responds and is writable. A PostgreSQL that is starting or has no free connection is
 * retried for a while; any other problem rejects immediately.
 */
export async function connectDatabase(place: DatabasePlace, options: ConnectOptions = {}): Promise<Database> {
  const database = openDatabase(place, options);
  try {
    if (database.kind === 'postgres') await waitUntilReady(database, options);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function waitUntilReady(database: Database, { onWait, startMs = defaultStartMs }: ConnectOptions): Promise<void> {
  const deadline = Date.now() + startMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      await database.ping();
      return await assertWritable(database);
    } catch (error) {
      const problem = getConnectionProblem(error);
      const isTemporary = problem === 'full' || problem === 'starting';
      if (!isTemporary || Date.now() >= deadline) throw error;
      if (isFirst) onWait?.(problem);
      await delay(intervalMs);
    }
  }
}

async function assertWritable(database: Database): Promise<void> {
  const { rows } = await sql<{ isReadOnly: string }>`
    select current_setting('transaction_read_only') as "isReadOnly"`.execute(database.read);
  if (rows[0]?.isReadOnly === 'on') throw new ReadOnlyServer('PostgreSQL is read-only');
}
