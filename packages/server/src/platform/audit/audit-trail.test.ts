import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, aUser, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { runInSavepoint } from '../engine/run-operation.ts';
import { computeSealHash, signEntry, signedColumns } from './chain.ts';
import { verifyChain } from './verify-chain.ts';

const engines: TestEngine[] = [];
afterEach(async () => {
  for (const { drop } of engines.splice(0)) await drop();
});

async function createEngineWithEntries(kind: 'sqlite' | 'postgres', rows: number): Promise<TestEngine> {
  const engine = await createTestEngine(kind);
  engines.push(engine);
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

/** An attacker who can write to the database and drop triggers, but does not have the key. */
async function tamper({ database }: TestEngine, ...statements: readonly string[]): Promise<void> {
  const tables = ['audit_entries', 'audit_seals'];
  const drop =
    database.kind === 'sqlite'
      ? tables.flatMap((table) => ['update', 'delete'].map((event) => `drop trigger if exists "${table}_no_${event}"`))
      : tables.map((table) => `drop trigger if exists "${table}_no_change" on ${table}`);
  await database.transaction(async (tx) => {
    for (const statement of [...drop, ...statements]) await sql.raw(statement).execute(tx);
  });
}

const head = (id: number) =>
  `update audit_heads set count = ${id}, hash = (select hash from audit_seals where id = ${id}) where id = 1`;
const cut = (id: number) => [`delete from audit_entries where id > ${id}`, `delete from audit_seals where id > ${id}`];
const columns = [...signedColumns, 'signature'].map((name) => `"${name}"`).join(', ');
const copyEntry = (id: number) =>
  `insert into audit_entries (id, ${columns}) select 10, ${columns} from audit_entries where id = ${id}`;
const sealCopy = `insert into audit_seals (id, entry_id, sealed_at, hash) select 10, 10, sealed_at, hash from audit_seals where id = 9`;
const enqueue = (id: number) => `insert into audit_queue (entry_id) values (${id})`;

/** Attacks on nine sealed entries: the id that the verification must report, and why. */
const attacks: [name: string, id: number, why: string, ...statements: string[]][] = [
  ['an entry is edited', 4, 'edited', `update audit_entries set reason = 'innocent' where id = 4`],
  ['the written values are edited', 6, 'edited', `update audit_entries set after = '{"中":7}' where id = 6`],
  ['the duration is edited', 5, 'edited', 'update audit_entries set cost_ms = 99999 where id = 5'],
  ['a time is moved back', 5, 'edited', 'update audit_entries set created_at = 1 where id = 5'],
  ['the time of a seal is moved back', 5, 'edited', 'update audit_seals set sealed_at = 1 where id = 5'],
  ['an entry is deleted', 4, 'missing', 'delete from audit_entries where id = 4'],
  ['the first entry is deleted', 1, 'missing', 'delete from audit_entries where id = 1'],
  ['a seal is deleted', 4, 'missing', 'delete from audit_seals where id = 4'],
  [
    'an entry is deleted with its seal',
    4,
    'missing',
    'delete from audit_entries where id = 4',
    'delete from audit_seals where id = 4',
  ],
  ['an entry is copied', 10, 'unchained', copyEntry(9)],
  ['an entry is copied and sealed by hand', 10, 'added', copyEntry(9), sealCopy],
  ['an entry is copied with the head moved', 10, 'edited', copyEntry(9), sealCopy, head(10)],
  ['an entry is copied and waits to be sealed', 10, 'added', copyEntry(9), enqueue(10)],
  [
    'two entries are swapped',
    4,
    'edited',
    'update audit_entries set id = -4 where id = 4',
    'update audit_entries set id = 4 where id = 5',
    'update audit_entries set id = 5 where id = -4',
  ],
  ['the end is cut off', 8, 'cutOff', ...cut(7)],
  ['the end is cut off with the head moved back', 8, 'cutOff', ...cut(7), head(7)],
  ['only the end of the seals is cut off', 8, 'cutOff', 'delete from audit_seals where id > 7', head(7)],
  ['only the head is moved', 9, 'head', `update audit_heads set hash = 'x' where id = 1`],
  [
    'everything is deleted',
    1,
    'cutOff',
    'delete from audit_entries',
    'delete from audit_seals',
    `update audit_heads set count = 0, hash = ''`,
  ],
];

/** Attacks on the entries 8 and 9, which wait to be sealed after seven sealed ones. */
const earlyAttacks: [name: string, id: number, why: string, ...statements: string[]][] = [
  ['is edited', 8, 'edited', `update audit_entries set reason = 'innocent' where id = 8`],
  ['is deleted', 8, 'missing', 'delete from audit_entries where id = 8'],
  ['is taken out of the queue', 8, 'missing', 'delete from audit_queue where entry_id = 8'],
  [
    'is deleted and taken out of the queue',
    8,
    'missing',
    'delete from audit_entries where id = 8',
    'delete from audit_queue where entry_id = 8',
  ],
  ['is copied', 10, 'added', copyEntry(8), enqueue(10)],
];

describe.each(databaseKinds)('the audit log on %s', (kind) => {
  test('passes the verification unchanged, sealed or not', async () => {
    const engine = await createEngineWithEntries(kind, 9);
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 9, unsealed: 9, firstBad: null });
    await engine.audit.seal();
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 9, unsealed: 0, firstBad: null });
  });

  test('returns for each entry whether it is sealed', async () => {
    const engine = await createEngineWithEntries(kind, 2);
    await engine.audit.seal();
    await engine.audit.note(anAdmin, { resource: 'thing', resourceId: 3, action: 'poke' });
    const { items } = await engine.call<{ items: Record<string, unknown>[] }>('/audit-log/list', {});
    expect(items.map(({ id, seal }) => [id, seal])).toEqual([
      [3, 'pending'],
      [2, 'sealed'],
      [1, 'sealed'],
    ]);
    const sealed = await engine.call('/audit-log/get', { id: 2 });
    expect(sealed).toMatchObject({ position: 2, sealedAt: engine.now, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const pending = await engine.call('/audit-log/get', { id: 3 });
    expect(pending).toMatchObject({ seal: 'pending', position: null, sealedAt: null, hash: null });
  });

  test.each(attacks)('detects that %s: entry %i is %s', async (_name, id, why, ...statements) => {
    const engine = await createEngineWithEntries(kind, 9);
    await engine.audit.checkpoint();
    await tamper(engine, ...statements);
    expect((await engine.audit.verify()).firstBad).toEqual({ id, why });
  });

  test.each(earlyAttacks)('detects that a waiting entry %s: entry %i is %s', async (...attack) => {
    const [, id, why, ...statements] = attack;
    const engine = await createEngineWithEntries(kind, 7);
    await engine.audit.checkpoint();
    for (const resourceId of [8, 9])
      await engine.audit.note(anAdmin, { resource: 'thing', resourceId, action: 'poke' });
    await tamper(engine, ...statements);
    expect((await engine.audit.verify()).firstBad).toEqual({ id, why });
    // The result is the same after another process, which does not know the writer, has sealed the entries.
    await engine.audit.seal();
    expect((await verifyChain(engine.database, engine.auditKey)).firstBad).toEqual({ id, why });
  });

  test('detects, in the process that wrote it, that an entry was removed before it was sealed', async () => {
    const engine = await createEngineWithEntries(kind, 3);
    await tamper(engine, 'delete from audit_entries where id = 3', 'delete from audit_queue where entry_id = 3');
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 3, why: 'missing' });
  });

  test('reports no missing entry when a transaction or a part of it is rolled back', async () => {
    const engine = await createEngineWithEntries(kind, 1);
    const draft = { resource: 'thing', resourceId: 1, action: 'tried' };
    const work = engine.database.transaction(async (tx) => {
      await engine.audit.append(tx, null, draft);
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    await engine.database.transaction(async (tx) => {
      const part = runInSavepoint(tx, async () => {
        await engine.audit.append(tx, null, draft);
        throw new Error('rolled back');
      });
      await expect(part).rejects.toThrow('rolled back');
      await engine.audit.append(tx, null, { ...draft, action: 'done' });
    });
    await engine.audit.note(null, { ...draft, action: 'later' });
    await engine.audit.seal();
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 3, unsealed: 0, firstBad: null });
  });

  test('detects that all entries were signed with another key', async () => {
    const engine = await createEngineWithEntries(kind, 5);
    await engine.audit.seal();
    const other = Buffer.alloc(32, 1);
    const entries = await engine.database.read.selectFrom('audit_entries').selectAll().orderBy('id').execute();
    const seals = await engine.database.read.selectFrom('audit_seals').selectAll().orderBy('id').execute();
    let hash = '';
    const statements = entries.flatMap((row, at) => {
      const signature = signEntry(other, { ...row, reason: 'new' });
      const seal = { position: at + 1, entryId: row.id, sealedAt: seals[at]?.sealed_at ?? 0 };
      hash = computeSealHash(other, hash, seal, signature);
      return [
        `update audit_entries set reason = 'new', signature = '${signature}' where id = ${row.id}`,
        `update audit_seals set hash = '${hash}' where id = ${at + 1}`,
      ];
    });
    await tamper(engine, ...statements, head(5));
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 1, why: 'edited' });
  });

  test('detects that the end was cut off before the server wrote more entries', async () => {
    const engine = await createEngineWithEntries(kind, 9);
    await engine.audit.checkpoint();
    await tamper(engine, ...cut(7), head(7));
    for (let at = 0; at < 4; at += 1)
      await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'later' });
    await engine.audit.seal();
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 8, why: 'missing' });
    // A process that starts later can detect it only with the checkpoint.
    await tamper(engine, 'update audit_entries set writer_committed = 0');
    const verdict = await verifyChain(engine.database, engine.auditKey, engine.checkpoints);
    expect(verdict.ok).toBe(false);
  });

  test('detects that an earlier entry was put in the position of the next one', async () => {
    const engine = await createEngineWithEntries(kind, 4);
    await engine.audit.seal();
    const copies = ['entries', 'seals'].map(
      (name) => `create table once_${name} as select * from audit_${name} where id = 4`,
    );
    await tamper(engine, ...copies, ...cut(3), head(3));
    for (let at = 0; at < 3; at += 1)
      await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'later' });
    await engine.audit.seal();
    const first = 'select min(entry_id) from audit_seals where id = 4';
    await tamper(
      engine,
      `delete from audit_entries where id = (${first})`,
      'delete from audit_seals where id = 4',
      'insert into audit_entries select * from once_entries',
      'insert into audit_seals select * from once_seals',
    );
    expect((await engine.audit.verify()).firstBad).toMatchObject({ why: 'edited' });
  });

  test('detects a checkpoint that was signed with another key', async () => {
    const engine = await createEngineWithEntries(kind, 3);
    const signature = createHmac('sha256', 'guess').update('x').digest('hex');
    engine.checkpoints.push({ count: 2, hash: 'x', at: 1, signature });
    expect((await engine.audit.verify()).firstBad).toEqual({ id: 2, why: 'checkpoint' });
  });

  test('rejects updates and deletes by the server itself', async () => {
    const { database, audit } = await createEngineWithEntries(kind, 1);
    await audit.seal();
    const texts = ['entries', 'seals'].flatMap((name) => [
      `update audit_${name} set id = 7`,
      `delete from audit_${name}`,
    ]);
    for (const text of texts) {
      await expect(database.transaction((tx) => sql.raw(text).execute(tx))).rejects.toThrow(/appended to only/);
    }
  });

  test('creates one chain from fifty concurrent writes', async () => {
    const engine = await createEngineWithEntries(kind, 0);
    const note = (at: number) => engine.audit.note(anAdmin, { resource: 'thing', resourceId: at, action: 'race' });
    await Promise.all(Array.from({ length: 50 }, (_, at) => note(at)));
    await Promise.all([engine.audit.seal(), engine.audit.seal()]);
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 50, unsealed: 0, firstBad: null });
  });

  test('never decreases the times when the clock is set back', async () => {
    const engine = await createEngineWithEntries(kind, 2);
    engine.now -= 3_600_000;
    await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'early' });
    const rows = await engine.database.read.selectFrom('audit_logs').select('created_at').orderBy('id').execute();
    expect(rows[2]?.created_at).toBe(rows[1]?.created_at);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  test('signs a checkpoint every thousand rows, or after ten minutes', async () => {
    const engine = await createEngineWithEntries(kind, 1);
    await engine.audit.seal();
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints.map(({ count }) => count)).toEqual([1]);
    await engine.audit.note(null, { resource: 'thing', resourceId: 1, action: 'soon' });
    await engine.audit.seal();
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints).toHaveLength(1);
    engine.now += 600_001;
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints.map(({ count }) => count)).toEqual([1, 2]);
    const drafts = Array.from({ length: 1000 }, (_, at) => ({ resource: 'thing', resourceId: at, action: 'many' }));
    await engine.database.transaction((tx) => engine.audit.append(tx, aUser, ...drafts));
    await engine.audit.seal();
    await engine.audit.checkpointIfDue();
    expect(engine.checkpoints.map(({ count }) => count)).toEqual([1, 2, 1002]);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  test('passes the verification only with its key', async () => {
    const engine = await createEngineWithEntries(kind, 2);
    expect((await verifyChain(engine.database, engine.auditKey)).ok).toBe(true);
    expect((await verifyChain(engine.database, Buffer.alloc(32))).firstBad).toEqual({ id: 1, why: 'edited' });
  });
});
