import { ApiError, bannedWord } from '@gantry/core';
import { afterEach, describe, expect, test } from 'vitest';
import { rejected } from '../../../../test/refused.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { aUser, callerNamed, createTestEngine, type TestEngine } from '../../../../test/test-engine.ts';
import { Accepted } from '../../http/call.ts';
import { createRow, insertRecords } from '../../store/records.ts';
import type { Operations } from '../operation.ts';

interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: { line: number; errors: Record<string, string[]> }[];
}
interface Batched {
  readonly affected: number;
  readonly failed: number;
  readonly items: { id: number; code: number; message: string }[];
  readonly next: number | null;
  readonly total: number;
}

const opened: TestEngine[] = [];
afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});

const line = (at: number, values: Record<string, unknown>) => ({ line: at, values });
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => line(at + 1, { word: `w${from + at}` }));
const importing = '/banned-word/import';

/** An entity whose words are made and moved in its own way. */
const loud: Operations = {
  'bannedWord/create': {
    run: async ({ input, tx, services }) => {
      if (input.word === 'bad') throw new ApiError('denied', { message: 'not this one' });
      const row = createRow(bannedWord, { ...input, remark: 'by operation' }, { by: 1, at: 1 });
      const [id = 0] = await insertRecords(tx, services.database.dialect, bannedWord, [row]);
      return { data: { id }, audit: { resource: 'bannedWord', resourceId: id, action: 'shout' } };
    },
  },
};

describe.each(databaseKinds)('bulk work on %s', (kind) => {
  async function fresh(operations: Operations = {}): Promise<TestEngine> {
    const engine = await createTestEngine(kind, { operations });
    opened.push(engine);
    return engine;
  }

  const wordsOf = async ({ database }: TestEngine) => {
    const rows = await database.read.selectFrom('banned_words').selectAll().orderBy('id').execute();
    return rows.map(({ word, remark, version }) => [word, remark, version]);
  };

  test('an import finds the platform’s own knowledge base by its name, also when a user has one of the same name', async () => {
    const { call } = await fresh();
    const { id } = await call('/knowledge/create', { name: 'manual' });
    const rows = [
      line(1, { name: 'manual', description: 'again' }),
      line(2, { name: 'new' }),
      line(3, { name: 'new' }),
    ];
    const imported = (onConflict: string) => call<Imported>('/knowledge/import', { rows, onConflict });
    const taken = { name: [`manual (#${id}) already has the same Owner, Name`] };
    expect(await imported('error')).toMatchObject({
      created: 1,
      failed: 2,
      errors: [
        { line: 1, errors: taken },
        { line: 3, errors: { name: ['Line 2 already has the same Owner, Name'] } },
      ],
    });
    expect(await imported('skip')).toMatchObject({ created: 0, skipped: 3 });
    expect(await imported('update')).toMatchObject({ created: 0, updated: 1, failed: 0 });
    expect(await call('/knowledge/get', { id })).toMatchObject({ description: 'again' });
  });

  test('an import takes the good lines and names the bad ones', async () => {
    const engine = await fresh();
    const rows = [
      line(2, { word: 'good' }),
      line(3, { word: '' }),
      line(4, { word: 'good', remark: 'twice in the file' }),
      line(5, { word: 'odd', level: '9', colour: 'red' }),
      line(7, { word: 'fine', match: 'exact' }),
    ];
    const answer = await engine.raw(importing, { rows });
    expect(answer).toBeInstanceOf(Accepted);
    const { errors, ...counts } = (answer as Accepted).data as Imported;
    expect(counts).toEqual({ rows: 5, created: 2, updated: 0, skipped: 0, failed: 3 });
    expect(errors.map(({ line: at, errors: by }) => [at, Object.keys(by)])).toEqual([
      [3, ['word']],
      [4, ['word']],
      [5, ['level', 'colour']],
    ]);
  });

  test.each([
    [
      'error',
      { created: 0, updated: 0, skipped: 0, failed: 2 },
      [
        ['a', null, 1],
        ['b', null, 1],
      ],
    ],
    [
      'skip',
      { created: 0, updated: 0, skipped: 2, failed: 0 },
      [
        ['a', null, 1],
        ['b', null, 1],
      ],
    ],
    [
      'update',
      { created: 0, updated: 1, skipped: 1, failed: 0 },
      [
        ['a', 'new', 2],
        ['b', null, 1],
      ],
    ],
  ] as const)('a file that meets its own words again: %s', async (onConflict, counts, expected) => {
    const engine = await fresh();
    await engine.call(importing, { rows: [line(1, { word: 'a' }), line(2, { word: 'b' })] });
    const rows = [line(1, { word: 'a', remark: 'new' }), line(2, { word: 'b' })];
    expect(await engine.call<Imported>(importing, { rows, onConflict })).toMatchObject(counts);
    expect(await wordsOf(engine)).toEqual(expected);
  });

  test('two who import the same words at once double none', async () => {
    const engine = await fresh();
    const send = () => engine.call<Imported>(importing, { rows: words(300), onConflict: 'skip' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(300);
    expect(answers.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(600);
    expect(await wordsOf(engine)).toHaveLength(300);
  });

  test('a chunk costs the same few statements and one audit row, however many lines it has', async () => {
    const engine = await fresh();
    await engine.call(importing, { rows: words(1, 9_000) });
    const cost = async (count: number, from: number) => {
      const before = engine.statements.length;
      await engine.call(importing, { rows: words(count, from) });
      return engine.statements.length - before;
    };
    const [few, many] = [await cost(3, 0), await cost(2000, 10)];
    // SQLite inserts with cached statements of fifty rows; neither database runs a statement per line.
    expect(many - few).toBeLessThanOrEqual(kind === 'sqlite' ? 2000 / 50 : 0);
    const logs = await engine.database.read.selectFrom('audit_logs').select(['action', 'count', 'after']).execute();
    expect(logs.map(({ action, count }) => [action, count])).toEqual([
      ['import', 1],
      ['import', 3],
      ['import', 2000],
    ]);
    expect(JSON.parse(String(logs[1]?.after)).items).toMatchObject([{ word: 'w0' }, { word: 'w1' }, { word: 'w2' }]);
  });

  test('a dry run tells what would happen and leaves nothing', async () => {
    const engine = await fresh();
    expect(await engine.call<Imported>(importing, { rows: words(3), dryRun: true })).toMatchObject({ created: 3 });
    await engine.call(importing, { rows: words(2) });
    const body = { action: 'delete', filters: {}, dryRun: true };
    expect(await engine.call<Batched>('/banned-word/batch', body)).toMatchObject({ affected: 2 });
    expect(await wordsOf(engine)).toHaveLength(2);
    const logs = await engine.database.read.selectFrom('audit_logs').select('id').execute();
    expect(logs).toHaveLength(1);
  });

  test('an import goes through the operation of an entity that makes its records itself', async () => {
    const engine = await fresh(loud);
    const rows = [line(1, { word: 'x' }), line(2, { word: 'bad' }), line(3, { word: 'y' })];
    const answer = await engine.call<Imported>(importing, { rows });
    expect(answer).toMatchObject({ created: 2, failed: 1, errors: [{ line: 2, errors: { line: ['not this one'] } }] });
    expect((await wordsOf(engine)).map(([word, remark]) => [word, remark])).toEqual([
      ['x', 'by operation'],
      ['y', 'by operation'],
    ]);
  });

  test('a batch reports every record and goes on past failures', async () => {
    const engine = await fresh();
    await engine.call(importing, { rows: words(4) });
    const ids = (await engine.database.read.selectFrom('banned_words').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    await engine.call('/banned-word/disable', { id: ids[1] });
    const answer = await engine.raw('/banned-word/batch', { action: 'disable', ids: [...ids, 999_999] });
    expect(answer).toBeInstanceOf(Accepted);
    const batched = (answer as Accepted).data as Batched;
    expect(batched).toMatchObject({ affected: 3, failed: 2, total: 5, next: null });
    expect(batched.items.map(({ code }) => code)).toEqual([20000, 40902, 20000, 20000, 40400]);
    const [log] = await engine.database.read
      .selectFrom('audit_logs')
      .select(['action', 'count', 'after'])
      .orderBy('id', 'desc')
      .execute();
    expect([log?.action, log?.count]).toEqual(['disable', 3]);
  });

  test('a batch over a filter goes on chunk by chunk to the end, each record once', async () => {
    const engine = await fresh();
    await engine.call(importing, { rows: words(25) });
    const done: number[] = [];
    let after: number | null = null;
    do {
      const body = { action: 'update', filters: { level: ['3', '2'] }, params: { level: '2' }, limit: 10, after };
      const answer: Batched = await engine.call<Batched>('/banned-word/batch', body);
      expect(answer.total).toBe(25);
      done.push(...answer.items.map(({ id }) => id));
      after = answer.next;
    } while (after !== null);
    expect(new Set(done).size).toBe(25);
    expect(done).toHaveLength(25);
  });

  test('a batch carries no more right than the call that it stands for', async () => {
    const engine = await fresh();
    await engine.call(importing, { rows: words(2) });
    const batch = (body: unknown, as = aUser) => engine.call<Batched>('/banned-word/batch', body, { as });
    await expect(batch({ action: 'delete', ids: [1] })).rejects.toMatchObject({ problem: 'denied' });
    for (const action of ['test', 'drop', 'list', 'publishDue', '__proto__'])
      expect(await rejected(batch({ action, ids: [1] }))).toHaveProperty('action');
    const admins = (stepUpAt: number | null) => callerNamed('admin', 1, { stepUpAt });
    const disable = (stepUpAt: number | null) =>
      engine.call('/admin/batch', { action: 'enable', ids: [1] }, { as: admins(stepUpAt) });
    await expect(disable(null)).rejects.toMatchObject({ problem: 'stepUpNeeded' });
    await expect(disable(engine.now - 300_001)).rejects.toMatchObject({ problem: 'stepUpNeeded' });
    expect(await disable(engine.now - 1000)).toMatchObject({ failed: 1 });
  });

  test.each([
    [{ action: 'delete' }, 'ids'],
    [{ action: 'delete', ids: [1], filters: {} }, 'ids'],
    [{ action: 'delete', ids: [] }, 'ids'],
    [{ action: 'delete', ids: [0] }, 'ids.0'],
    [{ action: 'update', ids: [1], params: {} }, 'params'],
    [{ action: 'update', ids: [1], params: { status: 'disabled' } }, 'status'],
    [{ action: 'delete', ids: [1], params: { x: 1 } }, 'x'],
    [{ action: 'delete', filters: { word: ['x'] } }, 'filters.word'],
  ])('a batch of %j is rejected', async (body, field) => {
    const engine = await fresh();
    expect(await rejected(engine.call('/banned-word/batch', body))).toHaveProperty([field]);
  });

  test('a batch holds what its action holds, in one order, before any of its records', async () => {
    const steps: string[] = [];
    const { call } = await fresh({
      'bannedWord/disable': {
        hold: async ({ id }) => void steps.push(`hold ${id}`),
        run: async ({ id }) => {
          steps.push(`run ${id}`);
          return { data: null };
        },
      },
    });
    await call(importing, { rows: words(3) });
    await call('/banned-word/batch', { action: 'disable', ids: [3, 1] });
    expect(steps).toEqual(['hold 1', 'hold 3', 'run 1', 'run 3']);
  });
});
