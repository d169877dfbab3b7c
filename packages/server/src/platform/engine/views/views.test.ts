import { ApiError, type SavedView, type ViewsAnswer } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/test-database.ts';
import { anAdmin, aUser, callerNamed, createTestEngine, type TestEngine } from '../../../../test/test-engine.ts';
import { maxViews, restorableForMs } from './view-calls.ts';

describe.each(databaseKinds)('saved views on %s', (kind) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine(kind);
  });
  afterAll(() => engine.drop());

  const resource = 'bannedWord';
  const save = (name: string, as = anAdmin, query: unknown = { q: 'x' }) =>
    engine.call<SavedView>('/view/create', { resource, name, query }, { as });
  const list = (as = anAdmin) => engine.call<ViewsAnswer>('/view/list', { resource }, { as });
  const names = async (as = anAdmin) => (await list(as)).views.map((view) => view.name);
  const rejection = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof ApiError ? error.problem : error;
  };

  test('are private until they are shared with a role or with everyone', async () => {
    const view = await save('ads');
    expect(view).toMatchObject({ audience: 'own', query: { q: 'x' }, own: true, editable: true, version: 1 });
    expect(await names(aUser)).toEqual([]);
    const other = callerNamed('admin', 7);
    const shared = await engine.call<SavedView>('/view/share', { id: view.id, version: 1, audience: 'admin' });
    expect([await names(other), await names(aUser)]).toEqual([['ads'], []]);
    await engine.call('/view/share', { id: view.id, version: shared.version, audience: 'everyone' });
    expect((await list(aUser)).views).toMatchObject([{ name: 'ads', own: false, editable: false }]);
    expect((await list(other)).views).toMatchObject([{ name: 'ads', own: false, editable: true }]);
    expect(engine.specs.get('/view/share')?.access).toEqual(['admin']);
  });

  test('are updated by version and only by their owner', async () => {
    const { id } = await save('mine');
    await engine.call('/view/update', { id, version: 1, name: 'mine, renamed' });
    await engine.call('/view/update', { id, version: 2, query: { sort: '-word' } });
    expect((await list()).views.find((view) => view.id === id)).toMatchObject({
      ...{ name: 'mine, renamed', query: { sort: '-word' }, version: 3 },
    });
    expect(await rejection(engine.call('/view/update', { id, version: 1, name: 'late' }))).toBe('conflict');
    expect(await rejection(engine.call('/view/update', { id, version: 3, name: 'x' }, { as: aUser }))).toBe('notFound');
  });

  test('accept only parameters of a list', async () => {
    for (const query of [{ page: '2' }, { token: 'x' }, ['q'], { q: 1 }]) {
      expect(await rejection(save('wrong', anAdmin, query))).toBe('invalid');
    }
    expect(await rejection(engine.call('/view/create', { resource: 'nothing', name: 'x', query: {} }))).toBe(
      'notFound',
    );
    expect(await rejection(engine.call('/view/list', { resource: 'admin' }, { as: aUser }))).toBe('denied');
  });

  test('can be restored for 30 days', async () => {
    const { id } = await save('back', aUser);
    const body = { id, version: 1 };
    await engine.call('/view/delete', body, { as: aUser });
    expect(await names(aUser)).not.toContain('back');
    expect(await rejection(engine.call('/view/restore', { id }, { as: anAdmin }))).toBe('notFound');
    await engine.call('/view/restore', { id }, { as: aUser });
    expect(await names(aUser)).toContain('back');
    await engine.call('/view/delete', { id, version: 3 }, { as: aUser });
    engine.now += restorableForMs + 1;
    const later = await save('later', aUser);
    await engine.call('/view/delete', { id: later.id, version: 1 }, { as: aUser });
    expect(await rejection(engine.call('/view/restore', { id }, { as: aUser }))).toBe('notFound');
  });

  test('can be the default of a list for each user', async () => {
    const { id } = await save('daily');
    await engine.call('/view/default', { resource, id });
    expect([(await list()).defaultId, (await list(aUser)).defaultId]).toEqual([id, null]);
    expect(await rejection(engine.call('/view/default', { resource, id }, { as: aUser }))).toBe('notFound');
    await engine.call('/view/default', { resource, id: null });
    expect((await list()).defaultId).toBeNull();
    await engine.call('/view/default', { resource, id });
    await engine.call('/view/delete', { id, version: 1 });
    expect((await list()).defaultId).toBeNull();
  });

  test('are limited per user and list', async () => {
    const collector = callerNamed('admin', 30);
    for (let at = 0; at < maxViews; at += 1) await save(`v${at}`, collector);
    expect(await rejection(save('one more', collector))).toBe('stateConflict');
  });
});
