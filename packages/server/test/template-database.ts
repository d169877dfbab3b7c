import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { allMigrations } from '../src/platform/store/migrations/index.ts';
import { migrate } from '../src/platform/store/migrations/migrate.ts';
import { type DatabasePlace, openDatabase } from '../src/platform/store/open-database.ts';

async function migrated(place: DatabasePlace): Promise<void> {
  const database = openDatabase(place);
  await migrate(database).finally(() => database.close());
}

/** A name that depends on the schema. */
function schemaName(): string {
  return createHash('sha256').update(JSON.stringify(allMigrations)).digest('hex').slice(0, 16);
}

let sqliteFile: Promise<string> | undefined;

/** An SQLite file with the full schema to be copied, which takes a tenth of the time of the migrations. */
export function sqliteTemplate(): Promise<string> {
  sqliteFile ??= makeSqlite();
  return sqliteFile;
}

/** Created by the first process of a run that needs it; it gets its final name only when complete. */
async function makeSqlite(): Promise<string> {
  const file = path.join(tmpdir(), `gantry-template-${schemaName()}.db`);
  if (existsSync(file)) return file;
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-template-'));
  const unfinished = path.join(folder, 'template.db');
  try {
    await migrated({ sqlite: unfinished });
    renameSync(unfinished, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return file;
}

/** Returns the name of a database with the full schema, created by the first process that needs it on this PostgreSQL. */
export async function postgresTemplate(server: string): Promise<string> {
  const name = `gantry_template_${schemaName()}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await makePostgres(client, server, name);
  } finally {
    await client.end();
  }
  return name;
}

/** The database gets its final name only when complete. */
async function makePostgres(client: pg.Client, server: string, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const address = new URL(server);
  address.pathname = `/${unfinished}`;
  await migrated({ postgres: address.href });
  await client.query(`alter database ${unfinished} rename to ${name}`);
}
