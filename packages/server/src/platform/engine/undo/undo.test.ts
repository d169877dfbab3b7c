import { ApiError, type ImportAnswer, type UndoAnswer, type VersionAnswer } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/test-database.ts';
import { anAdmin, aUser, callerNamed, createTestEngine, type TestEngine } from '../../../../test/test-engine.ts';

interface Word {
  readonly id: number;
  readonly version: number;
  readonly word: string;
}

/** Returns the code and message of an error; null for a success. */
async function toApiError(call: Promise<unknown>): Promise<[string, string | undefined] | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return [error.problem, error.detail.message];
    throw error;
  }
}

describe.each(databaseKinds)('undo on %s', (kind) => {
  let engine: TestEngine;
  let call: TestEngine['call'];
  beforeAll(async () => {
    engine = await createTestEngine(kind);
    call = engine.call;
  });
  afterAll(() => engine.drop());

  const createWord = (word: string, more: object = {}) => call<Word>('/banned-word/create', { word, ...more });
  const get = (id: number) => call<Record<string, unknown>>('/banned-word/get', { id });
  const undo = (key: string, as = anAdmin) => call<UndoAnswer>('/undo/call', { key }, { as });
  const lastEntry = async () => {
    const entry = await engine.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return entry;
  };

  test('resets only the fields that an update wrote, and audits the undo with the id of the entry', async () => {
    const { id, version } = await createWord('set back', { remark: 'old', level: '2' });
    await call('/banned-word/update', { id, version, remark: 'new' }, { key: 'u1' });
    const { id: entry } = await lastEntry();
    await call('/banned-word/update', { id, version: 2, level: '3' });
    expect(await undo('u1')).toMatchObject({ affected: 1, failed: 0 });
    expect(await get(id)).toMatchObject({ remark: 'old', level: '3', version: 4 });
    const last = await lastEntry();
    expect(last).toMatchObject({ action: 'undo', resource_id: id, actor_id: 1, reason: `#${String(entry)}` });
    expect([last.before, last.after]).toEqual(['{"remark":"new"}', '{"remark":"old"}']);
    expect(await toApiError(undo('u1'))).toEqual(['stateConflict', 'Not undone: the record was changed again later.']);
  });

  test('rejects a change that was overwritten later', async () => {
    const { id, version } = await createWord('kept', { remark: 'one' });
    await call('/banned-word/update', { id, version, remark: 'two' }, { key: 'k1' });
    await call('/banned-word/update', { id, version: 2, remark: 'three' });
    expect((await toApiError(undo('k1')))?.[0]).toBe('stateConflict');
    expect(await get(id)).toMatchObject({ remark: 'three', version: 3 });
  });

  test('restores a deleted record with its id and values, and indexes it for search', async () => {
    const { id } = await createWord('回来的词', { remark: 'all of it', scope: ['prompt'] });
    const before = await get(id);
    await call('/banned-word/delete', { id, version: 1 }, { key: 'd1' });
    engine.now += 1000;
    await undo('d1');
    expect(await get(id)).toEqual({ ...before, version: 2, updatedAt: engine.now });
    const { items } = await call<{ items: Word[] }>('/banned-word/list', { keyword: '回来' });
    expect(items.map((item) => item.id)).toEqual([id]);
    expect(await toApiError(undo('d1'))).toEqual(['stateConflict', 'Already exists']);
  });

  test('rejects a deleted record whose unique value was taken in the meantime', async () => {
    const { id, version } = await createWord('taken meanwhile');
    await call('/banned-word/delete', { id, version }, { key: 'd2' });
    await createWord('taken meanwhile');
    expect((await toApiError(undo('d2')))?.[0]).toBe('invalid');
  });

  test('deletes a created record unless it was changed', async () => {
    const created = await call<Word>('/banned-word/create', { word: 'made by mistake' }, { key: 'c1' });
    const changed = await call<Word>('/banned-word/create', { word: 'made and used' }, { key: 'c2' });
    await call('/banned-word/update', { id: changed.id, version: 1, remark: 'used' });
    await undo('c1');
    expect((await toApiError(get(created.id)))?.[0]).toBe('notFound');
    expect((await toApiError(undo('c2')))?.[0]).toBe('stateConflict');
    expect(await undo('c1').then(null, (error: ApiError) => error.problem)).toBe('notFound');
  });

  test('restores the state before an action, and can be undone itself', async () => {
    const { id } = await createWord('switched');
    await call('/banned-word/disable', { id }, { key: 'a1' });
    await call('/undo/call', { key: 'a1' }, { key: 'a2' });
    expect(await get(id)).toMatchObject({ status: 'enabled' });
    await undo('a2');
    expect(await get(id)).toMatchObject({ status: 'disabled' });
  });

  test('reverses a batch for every unchanged record and reports the others', async () => {
    const words = await Promise.all(['b1', 'b2', 'b3'].map((word, at) => createWord(word, { level: String(at + 1) })));
    const ids = words.map(({ id }) => id).sort((a, b) => a - b);
    const body = { action: 'update', ids, params: { category: 'ad' } };
    await call('/banned-word/batch', body, { key: 'bulk-0' });
    await call('/banned-word/update', { id: ids[1], version: 2, category: 'insult' });
    const answer = await undo('bulk-0');
    expect(answer).toMatchObject({ affected: 2, failed: 1 });
    expect(answer.items.filter(({ code }) => code !== 20000)).toEqual([
      { resource: 'bannedWord', id: ids[1], code: 40902, message: 'Not undone: the record was changed again later.' },
    ]);
    const categories = await Promise.all(ids.map(async (id) => (await get(id)).category));
    expect(categories).toEqual(['custom', 'insult', 'custom']);
    await call('/banned-word/batch', { action: 'delete', ids }, { key: 'bulk-1' });
    expect(await undo('bulk-1')).toMatchObject({ affected: 3, failed: 0 });
    expect(await get(ids[1] ?? 0)).toMatchObject({ category: 'insult', version: 4 });
  });

  test('reverses an import: deletes new records, resets updated ones and reports those that were changed later', async () => {
    const old = await createWord('import over', { remark: 'before' });
    const rows = ['import over', 'import new', 'import used'].map((word, at) => ({
      line: at + 1,
      values: { word, remark: 'imported' },
    }));
    const body = { rows, onConflict: 'update' };
    const answer = await call<ImportAnswer>('/banned-word/import', body, { key: 'imp-0' });
    expect(answer).toMatchObject({ created: 2, updated: 1 });
    const { items } = await call<{ items: Word[] }>('/banned-word/list', { keyword: 'import used' });
    await call('/banned-word/update', { id: items[0]?.id, version: 1, remark: 'by hand' });
    expect(await undo('imp-0')).toMatchObject({ affected: 2, failed: 1 });
    expect(await get(old.id)).toMatchObject({ remark: 'before' });
    const remaining = await call<{ items: Word[] }>('/banned-word/list', { keyword: 'import' });
    expect(remaining.items.map(({ word }) => word).sort()).toEqual(['import over', 'import used']);
  });

  test('is allowed for the user who made the change and for admins, if they may run the reverse', async () => {
    const otherUser = callerNamed('user', 9);
    const { id } = await call<Word>('/banned-word/create', { word: 'whose' }, { key: 'w1', as: aUser });
    const { id: entry } = await lastEntry();
    expect((await toApiError(undo('w1', otherUser)))?.[0]).toBe('notFound');
    expect((await toApiError(call('/undo/entry', { id: entry }, { as: otherUser })))?.[0]).toBe('denied');
    // The role user may create words but not delete them, so it cannot undo a creation.
    expect((await toApiError(undo('w1', aUser)))?.[0]).toBe('denied');
    expect(await call('/undo/entry', { id: entry })).toMatchObject({ affected: 1 });
    expect((await toApiError(get(id)))?.[0]).toBe('notFound');
    expect((await toApiError(call('/undo/entry', { id: 999_999 })))?.[0]).toBe('notFound');
  });

  test('returns the result of a dry run and changes nothing', async () => {
    const { id, version } = await createWord('dry', { remark: 'a' });
    await call('/banned-word/update', { id, version, remark: 'b' }, { key: 'dry-1' });
    expect(await call('/undo/call', { key: 'dry-1', dryRun: true })).toMatchObject({ affected: 1, failed: 0 });
    expect(await get(id)).toMatchObject({ remark: 'b', version: 2 });
    await call('/banned-word/update', { id, version: 2, remark: 'c' });
    expect((await toApiError(call('/undo/call', { key: 'dry-1', dryRun: true })))?.[0]).toBe('stateConflict');
  });

  test('takes effect once when it is sent twice with one key', async () => {
    const { id, version } = await createWord('twice', { remark: 'a' });
    await call('/banned-word/update', { id, version, remark: 'b' }, { key: 't1' });
    const [one, two] = [
      await call('/undo/call', { key: 't1' }, { key: 't2' }),
      await call('/undo/call', { key: 't1' }, { key: 't2' }),
    ];
    expect(two).toEqual(one);
    expect(await get(id)).toMatchObject({ remark: 'a', version: 3 });
  });

  test('returns a record as it was after an entry, also across a later batch', async () => {
    const { id, version } = await createWord('as it was', { remark: 'first', level: '1' });
    await call('/banned-word/update', { id, version, remark: 'second' });
    const { id: entry } = await lastEntry();
    await call('/banned-word/batch', { action: 'update', ids: [id], params: { level: '3' } });
    await call('/banned-word/update', { id, version: 3, remark: 'third' });
    const recordVersion = await call<VersionAnswer>('/undo/version', { id: entry });
    expect(recordVersion).toMatchObject({ id, version: 4, values: { remark: 'second', level: '1' } });
  });

  test('leaves a valid audit chain', async () => {
    expect((await engine.audit.verify()).ok).toBe(true);
  });
});
