import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';

/** The databases of a run: filled by the first benchmark that needs them, shared by all, removed at the end. */
export interface BenchSetup {
  readonly sqlite: DatabasePlace;
  /** Rejects when no PostgreSQL is configured. */
  postgres(): Promise<DatabasePlace>;
  /** An empty database of the same type as `like`, for one benchmark. */
  fresh(like: 'sqlite' | 'postgres'): Promise<DatabasePlace>;
  remove(): Promise<void>;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** `server` is a PostgreSQL where databases may be created: `GANTRY_BENCH_POSTGRES`, or the temporary one of `npm run bench`. */
export function createSlots(server: string | undefined): BenchSetup {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-bench-'));
  const made: string[] = [];
  const databaseNamed = async (): Promise<DatabasePlace> => {
    if (!server) throw new Error('no PostgreSQL: start with "npm run bench", or name one in GANTRY_BENCH_POSTGRES');
    const name = `bench_${process.pid}_${made.length}`;
    await onServer(server, `create database ${name}`);
    made.push(name);
    const address = new URL(server);
    address.pathname = `/${name}`;
    return { postgres: address.href };
  };
  let shared: Promise<DatabasePlace> | null = null;
  let files = 0;
  return {
    sqlite: { sqlite: path.join(folder, 'shared.db') },
    postgres() {
      shared ??= databaseNamed();
      return shared;
    },
    async fresh(like) {
      files += 1;
      return like === 'postgres' ? databaseNamed() : { sqlite: path.join(folder, `fresh-${files}.db`) };
    },
    async remove() {
      if (server) for (const name of made) await onServer(server, `drop database if exists ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
