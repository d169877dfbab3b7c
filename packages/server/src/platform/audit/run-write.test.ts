import { ApiError } from '@gantry/core';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, aUser, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { Accepted } from '../http/call.ts';
import { purgeKeys } from './idempotency.ts';
import { runWrite, type WriteCall } from './run-write.ts';

const engines: TestEngine[] = [];
afterEach(async () => {
  for (const { drop } of engines.splice(0)) await drop();
});

async function createEngine(kind: 'sqlite' | 'postgres'): Promise<TestEngine> {
  const engine = await createTestEngine(kind);
  engines.push(engine);
  return engine;
}

const createPath = '/allow-word/create';

async function count({ database }: TestEngine, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.read,
  );
  return Number(rows[0]?.count);
}

async function toApiError(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return error instanceof ApiError ? error.problem : String(error);
  }
  return 'none';
}

const writeCall = (rest: Partial<WriteCall> = {}): WriteCall => ({
  key: 'k',
  call: '/x/y',
  body: {},
  resource: 'x',
  action: 'y',
  ...rest,
});

describe.each(databaseKinds)('runWrite() on %s', (kind) => {
  test('has one effect and one response for fifty concurrent calls with the same key', async () => {
    const engine = await createEngine(kind);
    const send = () => engine.call(createPath, { phrase: 'once' }, { key: 'same' });
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await count(engine, 'allow_words')).toBe(1);
    expect(await count(engine, 'audit_logs')).toBe(1);
  });

  test('runs at most six statements, without begin and commit, for a create with a key', async () => {
    const engine = await createEngine(kind);
    await engine.call(createPath, { phrase: 'first' }, { key: 'a' });
    const before = engine.statements.length;
    await engine.call(createPath, { phrase: 'second' }, { key: 'b' });
    const run = engine.statements.slice(before).filter((text) => !/^(begin|commit|start transaction)/.test(text));
    expect(run.length, run.join('\n')).toBeLessThanOrEqual(6);
  });

  test('returns the stored response for a repeated key, whatever has changed since', async () => {
    const engine = await createEngine(kind);
    const first = await engine.call(createPath, { phrase: '词', note: null }, { key: 'a' });
    await engine.call('/allow-word/update', { id: first.id, version: 1, note: 'later' });
    engine.now += 71 * 3_600_000;
    const again = await engine.call(createPath, { phrase: '词', note: null }, { key: 'a' });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  test('stores a partial result as such', async () => {
    const engine = await createEngine(kind);
    const rows = [
      { line: 1, values: { phrase: 'a' } },
      { line: 2, values: {} },
    ];
    const first = await engine.raw('/allow-word/import', { rows }, { key: 'p' });
    const again = await engine.raw('/allow-word/import', { rows }, { key: 'p' });
    expect(first).toBeInstanceOf(Accepted);
    expect(again).toEqual(first);
    expect(await count(engine, 'allow_words')).toBe(1);
  });

  test('rejects a key that was used for another call, and separates the keys of users', async () => {
    const engine = await createEngine(kind);
    await engine.call(createPath, { phrase: 'one' }, { key: 'k' });
    expect(await toApiError(engine.call(createPath, { phrase: 'two' }, { key: 'k' }))).toBe('keyReused');
    expect(await toApiError(engine.call('/banned-word/create', { word: 'one' }, { key: 'k' }))).toBe('keyReused');
    await engine.call(createPath, { phrase: 'three' }, { key: 'k', as: aUser });
    expect(await count(engine, 'allow_words')).toBe(2);
  });

  test('accepts the key of a rejected call again', async () => {
    const engine = await createEngine(kind);
    const { id } = await engine.call(createPath, { phrase: 'busy' }, {});
    expect(await toApiError(engine.call(createPath, { phrase: 'busy' }, { key: 'r' }))).toBe('invalid');
    await engine.call('/allow-word/delete', { id, version: 1 });
    expect(await engine.call(createPath, { phrase: 'busy' }, { key: 'r' })).toMatchObject({ phrase: 'busy' });
  });

  test('purges a key after 72 hours', async () => {
    const engine = await createEngine(kind);
    await engine.call(createPath, { phrase: 'a' }, { key: 'old' });
    const hour = 3_600_000;
    expect(await purgeKeys(engine.database, engine.now + 72 * hour)).toBe(0);
    expect(await purgeKeys(engine.database, engine.now + 72 * hour + 1)).toBe(1);
  });

  test('rolls back a change that cannot be audited', async () => {
    const engine = await createEngine(kind);
    const guard =
      kind === 'sqlite'
        ? [`create trigger broken before insert on audit_entries begin select raise(abort, 'broken'); end`]
        : [
            `create function broken() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
            'create trigger broken before insert on audit_entries for each row execute function broken()',
          ];
    await engine.database.transaction(async (tx) => {
      for (const statement of guard) await sql.raw(statement).execute(tx);
    });
    await expect(engine.call(createPath, { phrase: 'unseen' }, { key: 'u' })).rejects.toThrow('broken');
    expect(await count(engine, 'allow_words')).toBe(0);
    expect(await count(engine, 'idempotency_keys')).toBe(0);
  });

  test('audits rejections, but not invalid input', async () => {
    const engine = await createEngine(kind);
    const reject = (problem: ApiError) =>
      toApiError(
        runWrite(engine.services, anAdmin, writeCall({ key: null, resourceId: 7 }), () => Promise.reject(problem)),
      );
    for (const name of ['denied', 'stateConflict', 'invalid', 'keyReused', 'stepUpNeeded'] as const)
      await reject(new ApiError(name));
    const rows = await engine.database.read
      .selectFrom('audit_logs')
      .select(['resource', 'resource_id', 'action', 'result', 'reason'])
      .orderBy('id')
      .execute();
    const row = { resource: 'x', resource_id: 7, action: 'y' };
    expect(rows).toEqual([
      { ...row, result: 'denied', reason: 'denied' },
      { ...row, result: 'error', reason: 'stateConflict' },
    ]);
  });

  test('does not store a secret that is shown once', async () => {
    const engine = await createEngine(kind);
    const work = async () => ({ data: { token: 'secret-token' }, stored: { token: null } });
    const first = await runWrite(engine.services, anAdmin, writeCall(), work);
    const again = await runWrite(engine.services, anAdmin, writeCall(), work);
    expect([first, again]).toEqual([{ token: 'secret-token' }, { token: null }]);
    const rows = await engine.database.read.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('secret-token');
  });
});
