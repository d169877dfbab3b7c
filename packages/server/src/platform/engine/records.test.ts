import { ApiError, catalogue, chatSession, getResourcePath, getWritableFields, snake } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aConversation } from '../../../test/a-conversation.ts';
import { rejected } from '../../../test/refused.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { aUser, callerNamed, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { withNamedTables } from '../store/database.ts';
import { findUsages } from './delete.ts';

/** The error of a rejection, or null for a success. */
async function toApiError(call: Promise<unknown>): Promise<ApiError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

describe.each(databaseKinds)('records on %s', (kind) => {
  let engine: TestEngine;
  let call: TestEngine['call'];
  beforeAll(async () => {
    engine = await createTestEngine(kind);
    call = engine.call;
  });
  afterAll(() => engine.drop());

  test('a new record has defaults, its first state and version 1, and is found at once', async () => {
    const made = await call('/banned-word/create', { word: '新的词', scope: ['prompt', 'draw'] }, { as: aUser });
    expect(made).toMatchObject({
      ...{ word: '新的词', match: 'auto', level: '3', replacement: '***', scope: ['prompt', 'draw'] },
      ...{ status: 'enabled', hitCount: 0, lastHitAt: null, version: 1, createdBy: 2, updatedBy: 2 },
    });
    const { items } = await call<{ items: { id: number }[] }>('/banned-word/list', { keyword: '新的' });
    expect(items.map(({ id }) => id)).toEqual([made.id]);
    expect(await call('/banned-word/get', { id: made.id })).toMatchObject(made);
  });

  test('a record says who made it and who changed it last, to those who may see colleagues', async () => {
    const colleague = (name: string) => ({
      ...{ username: name, name, role: 'admin', totp_enabled: 0, must_change_password: 0, status: 'active' },
      ...{ created_at: 0, updated_at: 0 },
    });
    await engine.database.transaction((tx) =>
      withNamedTables(tx).insertInto('admins').values(['mei', 'wei'].map(colleague)).execute(),
    );
    const { id } = await call('/allow-word/create', { phrase: 'whose' }, { as: callerNamed('admin', 1) });
    await call('/allow-word/update', { id, version: 1, note: 'mine' }, { as: callerNamed('admin', 2) });
    const labels = { createdByLabel: 'mei', updatedByLabel: 'wei' };
    expect(await call('/allow-word/get', { id })).toMatchObject({ createdBy: 1, updatedBy: 2, ...labels });
    expect(await call('/allow-word/get', { id }, { as: aUser })).toMatchObject({ createdBy: 1, createdByLabel: null });
  });

  test('an empty text is empty, and an explicit nothing is no default', async () => {
    const made = await call('/banned-word/create', { word: 'empty', remark: '', replacement: null });
    expect(made).toMatchObject({ remark: null, replacement: null });
  });

  test('a duplicate of a unique value is rejected by field, alone and as a group', async () => {
    const { id } = await call('/banned-word/create', { word: 'own', match: 'exact' });
    const other = await call('/banned-word/create', { word: 'own', match: 'regex' });
    const again = { word: [`own (#${id}) already has the same Word, Match`] };
    expect(await rejected(call('/banned-word/create', { word: 'own', match: 'exact' }))).toEqual(again);
    const change = { id: other.id, version: 1, match: 'exact' };
    expect(await rejected(call('/banned-word/update', change))).toEqual(again);
    const phrase = await call('/allow-word/create', { phrase: 'own' });
    expect(await rejected(call('/allow-word/create', { phrase: 'own' }))).toEqual({
      phrase: [`Phrase is already taken by own (#${phrase.id})`],
    });
  });

  test('a stale version is told both versions and what stands now, and changes nothing', async () => {
    const { id } = await call('/allow-word/create', { phrase: 'versions' });
    await call('/allow-word/update', { id, version: 1, note: 'first' });
    const problem = await toApiError(call('/allow-word/update', { id, version: 1, note: 'second' }));
    expect(problem?.problem).toBe('conflict');
    expect(problem?.detail.data).toMatchObject({ expected: 1, actual: 2, current: { id, version: 2, note: 'first' } });
    expect((await toApiError(call('/allow-word/delete', { id, version: 1 })))?.problem).toBe('conflict');
  });

  test('of twenty who save the same version at once, one wins and nineteen are told', async () => {
    const { id } = await call('/allow-word/create', { phrase: 'race' });
    const saves = Array.from({ length: 20 }, (_, at) =>
      toApiError(call('/allow-word/update', { id, version: 1, note: `n${at}` })),
    );
    const rejections = (await Promise.all(saves)).map((problem) => problem?.problem ?? 'saved');
    expect(rejections.filter((problem) => problem === 'saved')).toHaveLength(1);
    expect(rejections.filter((problem) => problem === 'conflict')).toHaveLength(19);
    expect(await call('/allow-word/get', { id })).toMatchObject({ version: 2 });
  });

  test('what is sent as it was changes nothing, not even the version', async () => {
    const { id } = await call('/allow-word/create', { phrase: 'same', note: 'x' });
    expect(await call('/allow-word/update', { id, version: 1, note: 'x' })).toMatchObject({ version: 1 });
  });

  test('an action moves a record on from the states that allow it, and says so when it may not', async () => {
    const { id } = await call('/notice/create', { title: '公告', content: 'x' });
    const moved = await call('/notice/schedule', { id, startAt: 1_800_000_000_000 });
    expect(moved).toMatchObject({ status: 'scheduled', startAt: 1_800_000_000_000, version: 2 });
    expect(await call('/notice/publish', { id, version: 2 })).toMatchObject({ status: 'published', version: 3 });
    const problem = await toApiError(call('/notice/schedule', { id, startAt: 1 }));
    expect(problem?.problem).toBe('stateConflict');
    expect(problem?.message).toBe('Cannot Schedule while the status is “Published”.');
    expect((await toApiError(call('/notice/publish', { id, version: 2 })))?.problem).toBe('conflict');
  });

  test('of twenty who run the same action at once, one does', async () => {
    const { id } = await call('/ai-icon/create', { name: 'race', picture: `/files/${'a'.repeat(32)}.png` });
    const runs = Array.from({ length: 20 }, () => toApiError(call('/ai-icon/disable', { id })));
    const rejections = (await Promise.all(runs)).map((problem) => problem?.problem ?? 'done');
    expect(rejections.filter((problem) => problem === 'done')).toHaveLength(1);
    expect(rejections.filter((problem) => problem === 'stateConflict')).toHaveLength(19);
  });

  test('a record that others refer to says who they are', async () => {
    const { database } = engine;
    const { session, messages } = await aConversation(database, 3);
    const usages = await database.transaction((tx) => findUsages(catalogue, tx, chatSession, [session, 999_999]));
    expect([...usages]).toEqual([[session, [{ resource: 'chatMessage', field: 'sessionId', count: messages.length }]]]);
  });

  test.each([[-1], [0], [1.5], ['1'], [[1]], [null], [undefined], [{}], [2 ** 53]])(
    'an id of %j is rejected',
    async (id) => {
      for (const verb of ['get', 'delete', 'update']) {
        const errors = await rejected(call(`/allow-word/${verb}`, { id, version: 1 }));
        expect(Object.keys(errors ?? {})).toContain('id');
      }
    },
  );

  test('an id that is not there is not found, by every verb and action', async () => {
    for (const [path, body] of [
      ['/allow-word/get', {}],
      ['/allow-word/delete', { version: 1 }],
      ['/allow-word/update', { version: 1, note: 'x' }],
      ['/notice/publish', {}],
    ] as const) {
      expect((await toApiError(call(path, { id: 123_456, ...body })))?.problem).toBe('notFound');
    }
  });

  test.each([[null], [[]], ['text'], [7], [[{}]]])('a body of %j is rejected by every write', async (body) => {
    for (const path of ['/allow-word/create', '/allow-word/update', '/allow-word/delete', '/notice/publish']) {
      expect(await rejected(call(path, body))).toHaveProperty('body');
    }
  });

  test('no write takes a column that its definition does not give it', async () => {
    for (const resource of catalogue.resources) {
      const columns = await engine.database.dialect.columnsOf(engine.database.read, `${snake(resource.name)}s`);
      for (const verb of ['create', 'update'] as const) {
        if (!resource.access[verb]) continue;
        const allowed = Object.keys(getWritableFields(resource, verb));
        const others = [
          ...Object.keys(resource.fields),
          ...columns.map(({ name }) => name),
          'status',
          'createdBy',
          'hash',
        ];
        for (const name of others.filter((one) => !allowed.includes(one) && !['id', 'version'].includes(one))) {
          const errors = await rejected(call(getResourcePath(resource.name, verb), { id: 1, version: 1, [name]: 1 }));
          expect(Object.keys(errors ?? {})).toContain(name);
        }
      }
    }
  });

  test('reading a personal record leaves a row of who did', async () => {
    const { messages } = await aConversation(engine.database, 1);
    const [id] = messages;
    const reader = callerNamed('admin', 77);
    await call('/chat-message/get', { id }, { as: reader });
    const { items } = await call<{ items: Record<string, unknown>[] }>('/audit-log/list', {
      filters: { actorId: { from: 77, to: 77 } },
    });
    expect(items).toMatchObject([{ resource: 'chatMessage', resourceId: id, action: 'get', result: 'ok' }]);
  });
});
