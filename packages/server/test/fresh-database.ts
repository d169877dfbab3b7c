import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Database } from '../src/store/database.ts';
import { migrate } from '../src/store/migrations/migrate.ts';
import { openDatabase } from '../src/store/open-database.ts';

export interface FreshDatabase {
  readonly database: Database;
  /** What opens it a second time. */
  readonly place: { readonly sqlite: string } | { readonly postgres: string };
  /** Texts of the statements that ran on it so far. */
  readonly statements: string[];
  /** Closes it and leaves nothing behind. */
  drop(): Promise<void>;
}

const server = process.env.GANTRY_TEST_POSTGRES;
if (!server) {
  if (process.env.CI === 'true')
    throw new Error('GANTRY_TEST_POSTGRES is not set: half of the store would go untested');
  process.stderr.write('GANTRY_TEST_POSTGRES is not set: these tests run on SQLite alone\n');
}
/** The databases that tests run on: PostgreSQL joins when `GANTRY_TEST_POSTGRES` says where it is. */
export const databaseKinds: readonly ('sqlite' | 'postgres')[] = server ? ['sqlite', 'postgres'] : ['sqlite'];

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A database with nothing in it, not even a schema. */
export async function bareDatabase(kind: 'sqlite' | 'postgres'): Promise<FreshDatabase> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'gantry-test-'));
    const place = { sqlite: path.join(folder, 'test.db') };
    return made(place, async () => rmSync(folder, { recursive: true, force: true }));
  }
  const name = `fresh_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await onServer(`create database ${name}`);
  const address = new URL(server ?? '');
  address.pathname = `/${name}`;
  return made({ postgres: address.href }, () => onServer(`drop database ${name} with (force)`));
}

function made(place: FreshDatabase['place'], remove: () => Promise<void>): FreshDatabase {
  const statements: string[] = [];
  const database = openDatabase(place, { onQuery: (text) => statements.push(text) });
  const drop = async () => {
    await database.close();
    await remove();
  };
  return { database, place, statements, drop };
}

/** An empty database with the whole schema. */
export async function freshDatabase(kind: 'sqlite' | 'postgres'): Promise<FreshDatabase> {
  const bare = await bareDatabase(kind);
  await migrate(bare.database);
  return bare;
}
