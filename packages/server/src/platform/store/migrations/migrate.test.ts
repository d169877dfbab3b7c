import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fullAccess } from '@gantry/core';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { bareDatabase, databaseKinds, type TestDatabase } from '../../../../test/test-database.ts';
import type { Row } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { explicitPermissions } from './0003-explicit-permissions.ts';
import { allMigrations } from './index.ts';
import { migrate, SchemaError } from './migrate.ts';
import type { Migration } from './migration.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const openedDatabases: TestDatabase[] = [];
afterEach(async () => {
  for (const { drop } of openedDatabases.splice(0)) await drop();
});

async function createEmpty(kind: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  const made = await bareDatabase(kind);
  openedDatabases.push(made);
  return made;
}

/** Returns every column of every table, as the database reports it. */
async function listColumns({ database }: TestDatabase): Promise<string[]> {
  const query =
    database.kind === 'sqlite'
      ? sql<Row>`select m.name as "table", c.name as "column", c.type from sqlite_master m
          join pragma_table_info(m.name) c where m.type = 'table' and m.name not like '%_search_%'`
      : sql<Row>`select table_name as "table", column_name as "column", data_type as type
          from information_schema.columns where table_schema = current_schema()`;
  const { rows } = await query.execute(database.read);
  return rows.map((row) => `${row.table}.${row.column} ${row.type}`).sort();
}

const testMigrations: readonly Migration[] = [
  { id: '0001-a', statements: ['create table a ({id}, "x" text)', 'create index a_x on a ("x" {nullsFirst}, "id")'] },
  {
    id: '0002-b',
    statements: ['create table b ({id})', '{appendOnly b}', '{search b}', "insert into a (x) values ('1')"],
  },
];

describe.each(databaseKinds)('migrations on %s', (kind) => {
  test('run once and in order', async () => {
    const { database } = await createEmpty(kind);
    expect(await migrate(database)).toEqual(allMigrations.map(({ id }) => id));
    expect(await migrate(database)).toEqual([]);
  });

  test('upgrade an older database without losing data', async () => {
    const { database } = await createEmpty(kind);
    await migrate(database);
    await database.transaction((tx) =>
      sql`insert into users (username, kind, status, created_at, updated_at) values ('anna', 'user', 'active', 1, 1)`.execute(
        tx,
      ),
    );
    const next: Migration = {
      id: '0002-nicknames-in-short',
      statements: [
        'alter table "users" add column "short_name" text',
        'update "users" set "short_name" = "username"',
        'create index "users_short_name" on "users" ("short_name" {nullsFirst}, "id")',
      ],
    };
    expect(await migrate(database, [...allMigrations, next])).toEqual([next.id]);
    const { rows } = await sql<Row>`select username, short_name from users`.execute(database.read);
    expect(rows).toEqual([{ username: 'anna', short_name: 'anna' }]);
    expect(await migrate(database, [...allMigrations, next])).toEqual([]);
    await expect(migrate(database)).rejects.toThrow(SchemaError);
  });

  test('give all areas to admins without a permission set, and do not change other sets', async () => {
    const { database } = await createEmpty(kind);
    const at = allMigrations.indexOf(explicitPermissions);
    await migrate(database, allMigrations.slice(0, at));
    const before = [null, '', '[]', '["orders"]', '["admins","user"]'];
    await database.transaction(async (tx) => {
      for (const [place, set] of before.entries())
        await sql`insert into admins (username, name, role, permission_set, totp_enabled, must_change_password, status,
          created_at, updated_at) values (${`a${place}`}, 'A', ${place % 2 === 0 ? 'admin' : 'user'}, ${set}, 0, 0,
          'active', 1, 1)`.execute(tx);
    });
    expect(await migrate(database, allMigrations.slice(0, at + 1))).toEqual(['0003-explicit-permissions']);
    const { rows } = await sql<Row>`select permission_set from admins order by id`.execute(database.read);
    const full = JSON.stringify(fullAccess);
    expect(rows.map((row) => row.permission_set)).toEqual([full, full, full, '["orders"]', '["admins","user"]']);
  });

  test('run once when two servers start simultaneously', async () => {
    const made = await createEmpty(kind);
    const other = openDatabase(made.place);
    const ran = await Promise.all([migrate(made.database, testMigrations), migrate(other, testMigrations)]);
    await other.close();
    expect(ran.flat().sort()).toEqual(['0001-a', '0002-b']);
    const { rows } = await sql<Row>`select count(*) as count from a`.execute(made.database.read);
    expect(rows[0]?.count).toBe(1);
  });

  test('reject a migration that was edited after it ran', async () => {
    const { database } = await createEmpty(kind);
    await migrate(database, testMigrations);
    const edited = testMigrations.map((one) => (one.id === '0001-a' ? { ...one, statements: ['select 1'] } : one));
    await expect(migrate(database, edited)).rejects.toThrow(/0001-a was edited/);
  });

  test('reject a database that is newer than the program', async () => {
    const { database } = await createEmpty(kind);
    await migrate(database, testMigrations);
    await expect(migrate(database, testMigrations.slice(0, 1))).rejects.toThrow(SchemaError);
  });

  test('create append-only tables, which reject updates and deletes', async () => {
    const { database } = await createEmpty(kind);
    await migrate(database, testMigrations);
    await database.transaction((tx) => sql`insert into b (id) values (1)`.execute(tx));
    for (const change of ['update b set id = 2', 'delete from b']) {
      await expect(database.transaction((tx) => sql.raw(change).execute(tx))).rejects.toThrow(/appended to only/);
    }
  });

  test('run completely or not at all when the process is killed, and are resumed by the next one', async () => {
    const full = await createEmpty(kind);
    await migrate(full.database, testMigrations);
    const expected = await listColumns(full);
    for (const at of [5, 8, 11, 13]) {
      const made = await createEmpty(kind);
      await migrateAndKillAt(made, at);
      const applied = await listApplied(made);
      const shape = await listColumns(made);
      expect(shape.some((column) => column.startsWith('a.'))).toBe(applied.includes('0001-a'));
      expect(shape.some((column) => column.startsWith('b.'))).toBe(applied.includes('0002-b'));
      await migrate(made.database, testMigrations);
      expect(await listColumns(made)).toEqual(expected);
      const { rows } = await sql<Row>`select count(*) as count from a`.execute(made.database.read);
      expect(rows[0]?.count).toBe(1);
    }
  }, 90_000);
});

async function listApplied({ database }: TestDatabase): Promise<string[]> {
  const columns = await database.dialect.columnsOf(database.read, 'schema_migrations');
  if (columns.length === 0) return [];
  const rows = await database.read.selectFrom('schema_migrations').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Program that migrates a database and kills itself before a given statement. */
const killingProgram = `
  import { openDatabase } from '../open-database.ts';
  import { migrate } from './migrate.ts';
  const { place, at, small } = JSON.parse(process.argv[2]);
  let count = 0;
  const onQuery = () => { count += 1; if (count === at) process.kill(process.pid, 'SIGKILL'); };
  await migrate(openDatabase(place, { onQuery }), small);
  process.exit(3);`;

let bundled: Promise<string> | undefined;

/** Bundles a program: compiling its modules one by one in each process would take ten times as long as its work. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: here, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs the test migrations in a process that kills itself before the given statement. */
async function migrateAndKillAt({ place }: TestDatabase, at: number): Promise<void> {
  bundled ??= bundle(killingProgram);
  const program = await bundled;
  const requested = JSON.stringify({ place, at, small: testMigrations });
  const child = spawn(process.execPath, ['--input-type=module', '-', requested], { cwd: here });
  const ended = once(child, 'exit');
  child.stdin.end(program);
  const [code, signal] = (await ended) as [number | null, string | null];
  expect([code, signal]).toEqual([null, 'SIGKILL']);
}

test('a chunk of imported words becomes one segment of the keyword index', async () => {
  const { database } = await createEmpty('sqlite');
  await migrate(database);
  const entries = Array.from({ length: 5000 }, (_, id) => ({
    id: id + 1,
    words: Array.from({ length: 5 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((id * 7 + at * 13) % 20_000), 0x4e00 + id),
    ),
  }));
  await database.transaction((tx) => database.dialect.search.add(tx, 'banned_words', entries));
  const { rows } = await sql<Row>`select distinct segid from banned_words_search_idx`.execute(database.read);
  expect(rows).toHaveLength(1);
});
