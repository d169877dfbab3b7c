import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/fresh-database.ts';
import { anAdmin, aUser, type FreshEngine, freshEngine } from '../../../test/fresh-engine.ts';
import { computeEntryHash, hashedColumns, verifyChain } from './chain.ts';

const opened: FreshEngine[] = [];
afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});

async function logged(kind: 'sqlite' | 'postgres', rows: number): Promise<FreshEngine> {
  const engine = await freshEngine(kind);
  opened.push(engine);
  for (let at = 1; at <= rows; at += 1) {
    engine.now += 1000;
    await engine.audit.note(at % 2 ? anAdmin : null, {
      resource: 'thing',
      resourceId: at,
      action: 'poke',
      after: { 中: at },
    });
  }
  return engine;
}

/** Somebody with the database in hand, and no key: the triggers are theirs to drop. */
async function tamper({ database }: FreshEngine, ...statements: readonly string[]): Promise<void> {
  const drop =
    database.kind === 'sqlite'
      ? ['audit_logs_no_update', 'audit_logs_no_delete'].map((name) => `drop trigger if exists "${name}"`)
      : ['drop trigger if exists "audit_logs_no_change" on audit_logs'];
  await database.transaction(async (tx) => {
    for (const statement of [...drop, ...statements]) await sql.raw(statement).execute(tx);
  });
}

const head = (id: number) =>
  `update audit_heads set count = ${id}, hash = (select hash from audit_logs where id = ${id}) where id = 1`;
const columns = hashedColumns.map((name) => `"${name}"`).join(', ');
const copied = hashedColumns.map((name) => (name === 'id' ? '10' : `"${name}"`)).join(', ');

/** Each edits nine rows; the first row that must be named, and why. */
const attacks: [name: string, id: number, why: string, ...statements: string[]][] = [
  ['a row is edited', 4, 'edited', `update audit_logs set reason = 'innocent' where id = 4`],
  ['what was written is edited', 6, 'edited', `update audit_logs set after = '{"中":7}' where id = 6`],
  ['how long it took is edited', 5, 'edited', 'update audit_logs set cost_ms = 99999 where id = 5'],
  ['a row is deleted', 4, 'missing', 'delete from audit_logs where id = 4'],
  ['the first row is deleted', 1, 'missing', 'delete from audit_logs where id = 1'],
  [
    'a row is added at the end',
    10,
    'added',
    `insert into audit_logs (${columns}, hash) select ${copied}, hash from audit_logs where id = 9`,
  ],
  [
    'a row is added with the head moved',
    10,
    'edited',
    `insert into audit_logs (${columns}, hash) select ${copied}, hash from audit_logs where id = 9`,
    head(10),
  ],
  [
    'two rows are swapped',
    4,
    'edited',
    'update audit_logs set id = -4 where id = 4',
    'update audit_logs set id = 4 where id = 5',
    'update audit_logs set id = 5 where id = -4',
  ],
  ['the end is cut off', 8, 'cutOff', 'delete from audit_logs where id > 7'],
  ['the end is cut off with the head moved back', 8, 'cutOff', 'delete from audit_logs where id > 7', head(7)],
  ['the head alone is moved', 9, 'head', `update audit_heads set hash = 'x' where id = 1`],
  ['a time is moved back', 5, 'edited', 'update audit_logs set created_at = 1 where id = 5'],
  ['everything is deleted', 1, 'cutOff', 'delete from audit_logs', `update audit_heads set count = 0, hash = ''`],
];

describe.each(databaseKinds)('the audit log on %s', (kind) => {
  test('holds together as it was written', async () => {
    const engine = await logged(kind, 9);
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 9, firstBad: null });
  });

  test.each(attacks)('shows it when %s: row %i is %s', async (_name, id, why, ...statements) => {
    const engine = await logged(kind, 9);
    await engine.audit.checkpoint();
    await tamper(engine, ...statements);
    expect((await engine.audit.verify()).firstBad).toEqual({ id, why });
  });

  test('shows it when the whole log is stamped anew with another key', async () => {
    const engine = await logged(kind, 5);
    const rows = await engine.database.read.selectFrom('audit_logs').selectAll().orderBy('id').execute();
    let hash = '';
    const statements = rows.map((row) => {
      hash = computeEntryHash(Buffer.alloc(32, 1), hash, { ...row, reason: 'new' });
      return `update audit_logs set reason = 'new', hash = '${hash}' where id = ${row.id}`;
    });
    await tamper(engine, ...statements, head(5));
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 1, why: 'edited' });
  });

  test('shows it when the end is cut off and the server writes on', async () => {
    const engine = await logged(kind, 9);
    await engine.audit.checkpoint();
    await tamper(engine, 'delete from audit_logs where id > 7', head(7));
    for (let at = 0; at < 4; at += 1)
      await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'later' });
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 9, why: 'checkpoint' });
  });

  test('shows it when a row that was there once comes back in the place of the one after it', async () => {
    const engine = await logged(kind, 4);
    const cut = ['create table once as select * from audit_logs where id = 4', 'delete from audit_logs where id = 4'];
    await tamper(engine, ...cut, head(3));
    for (let at = 0; at < 3; at += 1)
      await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'later' });
    await tamper(engine, 'delete from audit_logs where id = 4', 'insert into audit_logs select * from once');
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 5, why: 'edited' });
  });

  test('shows a checkpoint that somebody else signed', async () => {
    const engine = await logged(kind, 3);
    const signature = createHmac('sha256', 'guess').update('x').digest('hex');
    engine.checkpoints.push({ count: 2, hash: 'x', at: 1, signature });
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 2, why: 'checkpoint' });
  });

  test('refuses to be changed by the product itself', async () => {
    const { database } = await logged(kind, 1);
    for (const text of ["update audit_logs set reason = 'x'", 'delete from audit_logs']) {
      await expect(database.transaction((tx) => sql.raw(text).execute(tx))).rejects.toThrow(/appended to only/);
    }
  });

  test('keeps one chain when fifty write at once', async () => {
    const engine = await logged(kind, 0);
    const note = (at: number) => engine.audit.note(anAdmin, { resource: 'thing', resourceId: at, action: 'race' });
    await Promise.all(Array.from({ length: 50 }, (_, at) => note(at)));
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 50, firstBad: null });
  });

  test('never goes back in time when the clock does', async () => {
    const engine = await logged(kind, 2);
    engine.now -= 3_600_000;
    await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'early' });
    const rows = await engine.database.read.selectFrom('audit_logs').select('created_at').orderBy('id').execute();
    expect(rows[2]?.created_at).toBe(rows[1]?.created_at);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  test('signs a checkpoint every thousand rows, or after ten minutes', async () => {
    const engine = await logged(kind, 1);
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints.map(({ count }) => count)).toEqual([1]);
    await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'soon' });
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints).toHaveLength(1);
    engine.now += 600_001;
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints.map(({ count }) => count)).toEqual([1, 2]);
    const drafts = Array.from({ length: 1000 }, (_, at) => ({ resource: 'thing', resourceId: at, action: 'many' }));
    await engine.database.transaction((tx) => engine.audit.append(tx, aUser, ...drafts));
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints.map(({ count }) => count)).toEqual([1, 2, 1002]);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  test('is verified by its key and by no other', async () => {
    const engine = await logged(kind, 2);
    expect((await verifyChain(engine.database, engine.auditKey)).ok).toBe(true);
    expect((await verifyChain(engine.database, Buffer.alloc(32))).firstBad).toEqual({ id: 1, why: 'edited' });
  });
});
