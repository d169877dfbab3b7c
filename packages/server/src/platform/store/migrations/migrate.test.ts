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
const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});

async function raw(kind: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  const made = await bareDatabase(kind);
  opened.push(made);
  return made;
}

/** Every column of every table, as the database reports it. */
async function shapeOf({ database }: TestDatabase): Promise<string[]> {
  const query =
    database.kind === 'sqlite'
      ? sql<Row>`select m.name as "table", c.name as "column", c.type from sqlite_master m
          join pragma_table_info(m.name) c where m.type = 'table' and m.name not like '%_search_%'`
      : sql<Row>`select table_name as "table", column_name as "column", data_type as type
          from information_schema.columns where table_schema = current_schema()`;
  const { rows } = await query.execute(database.read);
  return rows.map((row) => `${row.table}.${row.column} ${row.type}`).sort();
}

const small: readonly Migration[] = [
  { id: '0001-a', statements: ['create table a ({id}, "x" text)', 'create index a_x on a ("x" {nullsFirst}, "id")'] },
  {
    id: '0002-b',
    statements: ['create table b ({id})', '{appendOnly b}', '{search b}', "insert into a (x) values ('1')"],
  },
];

describe.each(databaseKinds)('migrations on %s', (kind) => {
  test('run once, in order', async () => {
    const { database } = await raw(kind);
    expect(await migrate(database)).toEqual(allMigrations.map(({ id }) => id));
    expect(await migrate(database)).toEqual([]);
  });

  test('a database of the baseline is upgraded by what came after it, and keeps its data', async () => {
    const { database } = await raw(kind);
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

  test('an admin without a permission set is given all areas by name, and sets with areas stay as they are', async () => {
    const { database } = await raw(kind);
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

  test('two servers that start together run each once', async () => {
    const made = await raw(kind);
    const other = openDatabase(made.place);
    const ran = await Promise.all([migrate(made.database, small), migrate(other, small)]);
    await other.close();
    expect(ran.flat().sort()).toEqual(['0001-a', '0002-b']);
    const { rows } = await sql<Row>`select count(*) as count from a`.execute(made.database.read);
    expect(rows[0]?.count).toBe(1);
  });

  test('a migration that was edited after it ran is rejected by name', async () => {
    const { database } = await raw(kind);
    await migrate(database, small);
    const edited = small.map((one) => (one.id === '0001-a' ? { ...one, statements: ['select 1'] } : one));
    await expect(migrate(database, edited)).rejects.toThrow(/0001-a was edited/);
  });

  test('a database that is newer than the program is rejected', async () => {
    const { database } = await raw(kind);
    await migrate(database, small);
    await expect(migrate(database, small.slice(0, 1))).rejects.toThrow(SchemaError);
  });

  test('an append-only table rejects changes and deletions', async () => {
    const { database } = await raw(kind);
    await migrate(database, small);
    await database.transaction((tx) => sql`insert into b (id) values (1)`.execute(tx));
    for (const change of ['update b set id = 2', 'delete from b']) {
      await expect(database.transaction((tx) => sql.raw(change).execute(tx))).rejects.toThrow(/appended to only/);
    }
  });

  test('a process that is killed at any statement leaves whole migrations, and the next one goes on', async () => {
    const full = await raw(kind);
    await migrate(full.database, small);
    const expected = await shapeOf(full);
    for (const at of [5, 8, 11, 13]) {
      const made = await raw(kind);
      await killedAt(made, at);
      const applied = await appliedTo(made);
      const shape = await shapeOf(made);
      expect(shape.some((column) => column.startsWith('a.'))).toBe(applied.includes('0001-a'));
      expect(shape.some((column) => column.startsWith('b.'))).toBe(applied.includes('0002-b'));
      await migrate(made.database, small);
      expect(await shapeOf(made)).toEqual(expected);
      const { rows } = await sql<Row>`select count(*) as count from a`.execute(made.database.read);
      expect(rows[0]?.count).toBe(1);
    }
  }, 90_000);
});

async function appliedTo({ database }: TestDatabase): Promise<string[]> {
  const columns = await database.dialect.columnsOf(database.read, 'schema_migrations');
  if (columns.length === 0) return [];
  const rows = await database.read.selectFrom('schema_migrations').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Migrates the place that it is given, and kills itself before its statement of the number that it is given. */
const killsItself = `
  import { openDatabase } from '../open-database.ts';
  import { migrate } from './migrate.ts';
  const { place, at, small } = JSON.parse(process.argv[2]);
  let count = 0;
  const onQuery = () => { count += 1; if (count === at) process.kill(process.pid, 'SIGKILL'); };
  await migrate(openDatabase(place, { onQuery }), small);
  process.exit(3);`;

let bundled: Promise<string> | undefined;

/** It as one text without imports of ours: to compile its modules one by one takes each process ten times as long as its work. */
async function bundleOf(contents: string): Promise<string> {
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

/** Runs the small migrations in a process that kills itself before its statement of that number. */
async function killedAt({ place }: TestDatabase, at: number): Promise<void> {
  bundled ??= bundleOf(killsItself);
  const program = await bundled;
  const requested = JSON.stringify({ place, at, small });
  const child = spawn(process.execPath, ['--input-type=module', '-', requested], { cwd: here });
  const ended = once(child, 'exit');
  child.stdin.end(program);
  const [code, signal] = (await ended) as [number | null, string | null];
  expect([code, signal]).toEqual([null, 'SIGKILL']);
}

test('a chunk of imported words is one part of the keyword index', async () => {
  const { database } = await raw('sqlite');
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
