import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Database } from '../src/platform/store/database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { postgresTemplate, sqliteTemplate } from './template-database.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Where to open it a second time. */
  readonly place: { readonly sqlite: string } | { readonly postgres: string };
  /** SQL texts of the statements run on it so far. */
  readonly statements: string[];
  /** Closes the database and deletes it. */
  drop(): Promise<void>;
}

const server = process.env.GANTRY_TEST_POSTGRES;
if (!server) {
  if (process.env.CI === 'true')
    throw new Error('GANTRY_TEST_POSTGRES is not set: half of the store would go untested');
  process.stderr.write('GANTRY_TEST_POSTGRES is not set: these tests run on SQLite alone\n');
}
/** The databases that tests run on; includes PostgreSQL when `GANTRY_TEST_POSTGRES` is set. */
export const databaseKinds: readonly ('sqlite' | 'postgres')[] = server ? ['sqlite', 'postgres'] : ['sqlite'];

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A database without a schema. */
export async function bareDatabase(kind: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  return kind === 'sqlite' ? onSqlite(null) : onPostgres('template1');
}

/** An empty database with the full schema. */
export async function createTestDatabase(kind: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  return kind === 'sqlite' ? onSqlite(await sqliteTemplate()) : onPostgres(await postgresTemplate(server ?? ''));
}

function onSqlite(template: string | null): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-test-'));
  const file = path.join(folder, 'test.db');
  if (template !== null) copyFileSync(template, file);
  return made({ sqlite: file }, async () => rmSync(folder, { recursive: true, force: true }));
}

async function onPostgres(template: string): Promise<TestDatabase> {
  const name = `fresh_${process.pid}_${Math.random().toString(36).slice(2)}`;
  // With the default strategy, which copies pages through the log, PostgreSQL needs twice the CPU time.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const address = new URL(server ?? '');
  address.pathname = `/${name}`;
  return made({ postgres: address.href }, () => onServer(`drop database ${name} with (force)`));
}

function made(place: TestDatabase['place'], remove: () => Promise<void>): TestDatabase {
  const statements: string[] = [];
  const database = openDatabase(place, { onQuery: (text) => statements.push(text), waitMs: 60_000 });
  const drop = async () => {
    await database.close();
    await remove();
  };
  return { database, place, statements, drop };
}
