import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { bareDatabase, databaseKinds, type FreshDatabase } from '../../../../test/fresh-database.ts';
import { isTransferTaken } from '../../../modules/orders/transfer-key.ts';
import { type Row, withNamedTables } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { allMigrations } from './index.ts';
import { migrate, SchemaError } from './migrate.ts';
import type { Migration } from './migration.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const opened: FreshDatabase[] = [];
afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});

async function raw(kind: 'sqlite' | 'postgres'): Promise<FreshDatabase> {
  const made = await bareDatabase(kind);
  opened.push(made);
  return made;
}

/** Every column of every table, as the database tells it. */
async function shapeOf({ database }: FreshDatabase): Promise<string[]> {
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

  test('names that differ in case alone stand as they were, and the oldest has their key', async () => {
    const { database } = await raw(kind);
    const at = allMigrations.findIndex(({ id }) => id.startsWith('0044'));
    await migrate(database, allMigrations.slice(0, at));
    const person = (username: string, email: string | null) =>
      sql`insert into users (username, email, kind, status, created_at, updated_at)
        values (${username}, ${email}, 'user', 'active', 1, 1)`;
    const people = [person('Anna', 'A@b.cn'), person('anna', null), person('ＡＮＮＡ', 'a@B.cn'), person('bo', null)];
    await database.transaction(async (tx) => {
      for (const one of people) await one.execute(tx);
      await sql`insert into admins (username, name, role, status, totp_enabled, must_change_password, created_at,
        updated_at) values ('root', 'Root', 'admin', 'active', 0, 0, 1, 1)`.execute(tx);
      await sql`insert into approvals (no, kind, user_id, record_id, requester_id, status, created_at, updated_at)
        values ('A1', 'refund', 2, 7, 1, 'pending', 1, 1)`.execute(tx);
    });
    await migrate(database);
    const columns = ['id', 'username', 'username_key', 'email_key'] as const;
    const rows = await database.read.selectFrom('users').select(columns).orderBy('id').execute();
    expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
      [1, 'Anna', 'anna', 'a@b.cn'],
      [2, 'anna', null, null],
      [3, 'ＡＮＮＡ', null, null],
      [4, 'bo', 'bo', null],
    ]);
    const stored = await database.read.selectFrom('approvals').selectAll().executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ no: 'A1', user_id: 2, record_id: 7 });
    await expect(
      database.transaction((tx) =>
        person('x', null)
          .execute(tx)
          .then(() =>
            sql`insert into approvals (no, kind, user_id, record_id, requester_id, status, created_at, updated_at)
          values ('A2', 'refund', 2, 7, 1, 'pending', 1, 1)`.execute(tx),
          ),
      ),
    ).rejects.toThrow();
  });

  test('people who were forgotten lose the addresses kept beside them, and what was never taken back says nothing', async () => {
    const { database } = await raw(kind);
    const at = allMigrations.findIndex(({ id }) => id.startsWith('0093'));
    await migrate(database, allMigrations.slice(0, at));
    const stored = (id: number, status: string) => [
      sql`insert into users (id, username, kind, status, created_at, updated_at)
        values (${id}, ${`person ${id}`}, 'user', ${status}, 1, 1)`,
      sql`insert into orders (id, user_id, product_type, payable, paid, refunded, pay_channel, fulfil_status, late_paid,
        status, ip, created_at, updated_at) values (${id}, ${id}, 'pack', 50, 0, 0, 'manual', 'none', 0, 'pending', '10.0.0.1', 1, 1)`,
      sql`insert into redemptions (code_id, batch_id, user_id, nth, grants, ip, status, created_at, reclaimed_coin)
        values (1, 1, ${id}, 1, '[]', '10.0.0.1', ${id === 1 ? 'granted' : 'reversed'}, 1, ${id === 1 ? 0 : 5})`,
      sql`insert into sign_logs (user_id, sign_date, make_up, risk, status, ip, created_at, updated_at)
        values (${id}, '2026-01-01', 0, 'none', 'given', '10.0.0.1', 1, 1)`,
      sql`insert into invite_records (inviter_id, invitee_id, risk, status, ip, created_at, updated_at)
        values (${3 - id}, ${id}, 'none', 'registered', '10.0.0.1', 1, 1)`,
    ];
    const [forgotten, other] = [stored(1, 'deleted'), stored(2, 'active')];
    await database.transaction(async (tx) => {
      for (const statement of [forgotten[0], other[0]]) await statement?.execute(tx);
      await sql`insert into redeem_batches (id, name, status, created_at, updated_at) values (1, 'a', 'active', 1, 1)`.execute(
        tx,
      );
      await sql`insert into redeem_codes (id, code_hash, code_enc, batch_id, status, created_at, updated_at)
        values (1, 'h', 'e', 1, 'used', 1, 1)`.execute(tx);
      for (const statement of [...forgotten.slice(1), ...other.slice(1)]) await statement.execute(tx);
    });
    await migrate(database);
    const addressesOf = async (table: string, whose: string) =>
      (await withNamedTables(database.read).selectFrom(table).select('ip').orderBy(whose).execute()).map(
        ({ ip }) => ip,
      );
    for (const table of ['orders', 'redemptions', 'sign_logs'])
      expect([table, await addressesOf(table, 'user_id')]).toEqual([table, [null, '10.0.0.1']]);
    expect(await addressesOf('invite_records', 'invitee_id')).toEqual([null, '10.0.0.1']);
    const epoch = await database.read.selectFrom('session_epochs').selectAll().executeTakeFirstOrThrow();
    expect(epoch).toMatchObject({ epoch: 1, restored_at: 0 });
    const taken = await database.read.selectFrom('redemptions').select('reclaimed_coin').orderBy('user_id').execute();
    expect(taken).toEqual([{ reclaimed_coin: null }, { reclaimed_coin: 5 }]);
  });

  test('refunds that name one payment of money back stay as they were, and the oldest alone holds it', async () => {
    const { database } = await raw(kind);
    const at = allMigrations.findIndex(({ id }) => id.startsWith('0066'));
    await migrate(database, allMigrations.slice(0, at));
    const day = 86_400_000;
    const stored = (channel: string, said: string | null, handPaid: string | null, finishedAt: number | null) =>
      sql`insert into refunds (order_id, user_id, channel, amount, kind, channel_refund_no, hand_paid_no, status,
        finished_at, created_at, updated_at) values (1, 1, ${channel}, 5, 'partial', ${said}, ${handPaid},
        ${finishedAt === null ? 'processing' : 'succeeded'}, ${finishedAt}, 1, 1)`;
    const refunds = [
      stored('alipay', 'R1', null, 10 * day),
      stored('manual', 'Bank 7', null, 20 * day),
      stored('manual', 'bank7', null, 30 * day),
      stored('wechat', 'R4', ' BANK 7', 40 * day),
      stored('stripe', 're_5', 'bank-8', 49 * day),
      stored('manual', null, null, null),
    ];
    await database.transaction(async (tx) => {
      await sql`insert into users (id, username, kind, status, created_at, updated_at)
        values (1, 'anna', 'user', 'active', 1, 1)`.execute(tx);
      await sql`insert into orders (id, user_id, product_type, payable, paid, refunded, pay_channel, fulfil_status,
        late_paid, status, created_at, updated_at) values (1, 1, 'pack', 50, 50, 0, 'manual', 'done', 0, 'paid', 1, 1)`.execute(
        tx,
      );
      for (const one of refunds) await one.execute(tx);
    });
    await migrate(database);
    const columns = ['channel_refund_no', 'hand_paid_no', 'transfer_key', 'next_look_at'] as const;
    const rows = await database.read.selectFrom('refunds').select(columns).orderBy('id').execute();
    expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
      ['R1', null, null, null],
      ['Bank 7', null, 'manual:BANK7', 20 * day],
      ['bank7', null, null, 30 * day],
      ['R4', ' BANK 7', null, 40 * day],
      ['re_5', 'bank-8', 'manual:BANK-8', 49 * day],
      [null, null, null, null],
    ]);
    const isTaken = (number: string, refundId: number | null) =>
      database.transaction((tx) =>
        isTransferTaken({ tx, dialect: database.dialect, at: 1 }, { channel: 'manual', number }, refundId),
      );
    const taken = [isTaken('b ank7', null), isTaken('Bank7', 3), isTaken('BANK 7', 2), isTaken('bank-9', null)];
    expect(await Promise.all(taken)).toEqual([true, true, false, false]);
    const again = { transfer_key: 'manual:BANK7' };
    await expect(
      database.transaction((tx) => tx.updateTable('refunds').set(again).where('id', '=', 6).execute()),
    ).rejects.toThrow();
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

  test('a migration that was edited after it ran is refused by name', async () => {
    const { database } = await raw(kind);
    await migrate(database, small);
    const edited = small.map((one) => (one.id === '0001-a' ? { ...one, statements: ['select 1'] } : one));
    await expect(migrate(database, edited)).rejects.toThrow(/0001-a was edited/);
  });

  test('a database that is newer than the program is refused', async () => {
    const { database } = await raw(kind);
    await migrate(database, small);
    await expect(migrate(database, small.slice(0, 1))).rejects.toThrow(SchemaError);
  });

  test('a table that is appended to only refuses changes and deletions', async () => {
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

async function appliedTo({ database }: FreshDatabase): Promise<string[]> {
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
async function killedAt({ place }: FreshDatabase, at: number): Promise<void> {
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
