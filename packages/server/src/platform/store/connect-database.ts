import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type DatabasePlace, type OpenOptions, openDatabase } from './open-database.ts';
import { type ConnectionProblem, connectionProblemOf, ReadOnlyServer } from './postgres/connection-problem.ts';

export interface ConnectOptions extends OpenOptions {
  /** Called once, when the first attempt failed with a problem that may pass. */
  readonly onWait?: (problem: ConnectionProblem) => void;
  /** How long a PostgreSQL that is full or starting is tried again, in ms; 30 s when not given. */
  readonly startMs?: number;
}

const usualStartMs = 30_000;
const intervalMs = 500;

/**
 * Opens a database and proves that it answers and can be written. A PostgreSQL that has no free connection or is still starting is tried
 * again for a while; any other problem rejects immediately.
 */
export async function connectDatabase(place: DatabasePlace, options: ConnectOptions = {}): Promise<Database> {
  const database = openDatabase(place, options);
  try {
    if (database.kind === 'postgres') await waitFor(database, options);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function waitFor(database: Database, { onWait, startMs = usualStartMs }: ConnectOptions): Promise<void> {
  const deadline = Date.now() + startMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      await database.ping();
      return await assertWritable(database);
    } catch (error) {
      const problem = connectionProblemOf(error);
      const mayPass = problem === 'full' || problem === 'starting';
      if (!mayPass || Date.now() >= deadline) throw error;
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
