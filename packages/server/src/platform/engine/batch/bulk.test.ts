import { ApiError, bannedWord } from '@gantry/core';
import { afterEach, describe, expect, test } from 'vitest';
import { rejected } from '../../../../test/rejected.ts';
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

const engines: TestEngine[] = [];
afterEach(async () => {
  for (const { drop } of engines.splice(0)) await drop();
});

const toRow = (at: number, values: Record<string, unknown>) => ({ line: at, values });
const toRows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => toRow(at + 1, { word: `w${from + at}` }));
const importPath = '/banned-word/import';

/** Banned words with a custom create operation. */
const customOperations: Operations = {
  'bannedWord/create': {
    run: async ({ input, tx, services }) => {
      if (input.word === 'bad') throw new ApiError('denied', { message: 'not this one' });
      const row = createRow(bannedWord, { ...input, remark: 'by operation' }, { by: 1, at: 1 });
      const [id = 0] = await insertRecords(tx, services.database.dialect, bannedWord, [row]);
      return { data: { id }, audit: { resource: 'bannedWord', resourceId: id, action: 'shout' } };
    },
  },
};

describe.each(databaseKinds)('imports and batches on %s', (kind) => {
  async function createEngine(operations: Operations = {}): Promise<TestEngine> {
    const engine = await createTestEngine(kind, { operations });
    engines.push(engine);
    return engine;
  }

  const getWords = async ({ database }: TestEngine) => {
    const rows = await database.read.selectFrom('banned_words').selectAll().orderBy('id').execute();
    return rows.map(({ word, remark, version }) => [word, remark, version]);
  };

  test('an import matches the knowledge base of the platform by its name', async () => {
    const { call } = await createEngine();
    const { id } = await call('/knowledge/create', { name: 'manual' });
    const rows = [
      toRow(1, { name: 'manual', description: 'again' }),
      toRow(2, { name: 'new' }),
      toRow(3, { name: 'new' }),
    ];
    const imported = (onConflict: string) => call<Imported>('/knowledge/import', { rows, onConflict });
    const expectedErrors = { name: [`manual (#${id}) already has the same Owner, Name`] };
    expect(await imported('error')).toMatchObject({
      created: 1,
      failed: 2,
      errors: [
        { line: 1, errors: expectedErrors },
        { line: 3, errors: { name: ['Line 2 already has the same Owner, Name'] } },
      ],
    });
    expect(await imported('skip')).toMatchObject({ created: 0, skipped: 3 });
    expect(await imported('update')).toMatchObject({ created: 0, updated: 1, failed: 0 });
    expect(await call('/knowledge/get', { id })).toMatchObject({ description: 'again' });
  });

  test('an import creates the valid rows and reports the invalid ones', async () => {
    const engine = await createEngine();
    const rows = [
      toRow(2, { word: 'good' }),
      toRow(3, { word: '' }),
      toRow(4, { word: 'good', remark: 'twice in the file' }),
      toRow(5, { word: 'odd', level: '9', colour: 'red' }),
      toRow(7, { word: 'fine', match: 'exact' }),
    ];
    const answer = await engine.raw(importPath, { rows });
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
  ] as const)('an import handles existing records with onConflict %s', async (onConflict, counts, expected) => {
    const engine = await createEngine();
    await engine.call(importPath, { rows: [toRow(1, { word: 'a' }), toRow(2, { word: 'b' })] });
    const rows = [toRow(1, { word: 'a', remark: 'new' }), toRow(2, { word: 'b' })];
    expect(await engine.call<Imported>(importPath, { rows, onConflict })).toMatchObject(counts);
    expect(await getWords(engine)).toEqual(expected);
  });

  test('concurrent imports of the same words create no duplicates', async () => {
    const engine = await createEngine();
    const send = () => engine.call<Imported>(importPath, { rows: toRows(300), onConflict: 'skip' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(300);
    expect(answers.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(600);
    expect(await getWords(engine)).toHaveLength(300);
  });

  test('an import chunk runs a constant number of statements and writes one audit row, however many rows it has', async () => {
    const engine = await createEngine();
    await engine.call(importPath, { rows: toRows(1, 9_000) });
    const countStatements = async (count: number, from: number) => {
      const before = engine.statements.length;
      await engine.call(importPath, { rows: toRows(count, from) });
      return engine.statements.length - before;
    };
    const [few, many] = [await countStatements(3, 0), await countStatements(2000, 10)];
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

  test('a dry run returns the result and changes nothing', async () => {
    const engine = await createEngine();
    expect(await engine.call<Imported>(importPath, { rows: toRows(3), dryRun: true })).toMatchObject({
      created: 3,
    });
    await engine.call(importPath, { rows: toRows(2) });
    const body = { action: 'delete', filters: {}, dryRun: true };
    expect(await engine.call<Batched>('/banned-word/batch', body)).toMatchObject({ affected: 2 });
    expect(await getWords(engine)).toHaveLength(2);
    const logs = await engine.database.read.selectFrom('audit_logs').select('id').execute();
    expect(logs).toHaveLength(1);
  });

  test('an import uses the custom create operation of an entity', async () => {
    const engine = await createEngine(customOperations);
    const rows = [toRow(1, { word: 'x' }), toRow(2, { word: 'bad' }), toRow(3, { word: 'y' })];
    const answer = await engine.call<Imported>(importPath, { rows });
    expect(answer).toMatchObject({ created: 2, failed: 1, errors: [{ line: 2, errors: { line: ['not this one'] } }] });
    expect((await getWords(engine)).map(([word, remark]) => [word, remark])).toEqual([
      ['x', 'by operation'],
      ['y', 'by operation'],
    ]);
  });

  test('a batch reports every record and continues after failures', async () => {
    const engine = await createEngine();
    await engine.call(importPath, { rows: toRows(4) });
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

  test('a batch over a filter processes each record once, chunk by chunk', async () => {
    const engine = await createEngine();
    await engine.call(importPath, { rows: toRows(25) });
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

  test('a batch requires the permission and the step-up of its action', async () => {
    const engine = await createEngine();
    await engine.call(importPath, { rows: toRows(2) });
    const batch = (body: unknown, as = aUser) => engine.call<Batched>('/banned-word/batch', body, { as });
    await expect(batch({ action: 'delete', ids: [1] })).rejects.toMatchObject({ problem: 'denied' });
    for (const action of ['test', 'drop', 'list', 'publishDue', '__proto__'])
      expect(await rejected(batch({ action, ids: [1] }))).toHaveProperty('action');
    const adminWithStepUp = (stepUpAt: number | null) => callerNamed('admin', 1, { stepUpAt });
    const enable = (stepUpAt: number | null) =>
      engine.call('/admin/batch', { action: 'enable', ids: [1] }, { as: adminWithStepUp(stepUpAt) });
    await expect(enable(null)).rejects.toMatchObject({ problem: 'stepUpNeeded' });
    await expect(enable(engine.now - 300_001)).rejects.toMatchObject({ problem: 'stepUpNeeded' });
    expect(await enable(engine.now - 1000)).toMatchObject({ failed: 1 });
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
  ])('rejects the batch %j', async (body, field) => {
    const engine = await createEngine();
    expect(await rejected(engine.call('/banned-word/batch', body))).toHaveProperty([field]);
  });

  test('a batch takes the locks of its action in the order of ids, before it locks the records', async () => {
    const steps: string[] = [];
    const { call } = await createEngine({
      'bannedWord/disable': {
        lock: async ({ id }) => void steps.push(`hold ${id}`),
        run: async ({ id }) => {
          steps.push(`run ${id}`);
          return { data: null };
        },
      },
    });
    await call(importPath, { rows: toRows(3) });
    await call('/banned-word/batch', { action: 'disable', ids: [3, 1] });
    expect(steps).toEqual(['hold 1', 'hold 3', 'run 1', 'run 3']);
  });
});
