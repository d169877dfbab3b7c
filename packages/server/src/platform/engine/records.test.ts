import { ApiError, catalogue, chatSession, getResourcePath, getWritableFields, snake } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation } from '../../../test/create-conversation.ts';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { aUser, callerNamed, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { withNamedTables } from '../store/database.ts';
import { findUsages } from './delete.ts';

/** Returns the error of a rejected call, or null for a success. */
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

  test('creates a record with defaults, the initial state and version 1, which searches find immediately', async () => {
    const created = await call('/banned-word/create', { word: '新的词', scope: ['prompt', 'draw'] }, { as: aUser });
    expect(created).toMatchObject({
      ...{ word: '新的词', match: 'auto', level: '3', replacement: '***', scope: ['prompt', 'draw'] },
      ...{ status: 'enabled', hitCount: 0, lastHitAt: null, version: 1, createdBy: 2, updatedBy: 2 },
    });
    const { items } = await call<{ items: { id: number }[] }>('/banned-word/list', { keyword: '新的' });
    expect(items.map(({ id }) => id)).toEqual([created.id]);
    expect(await call('/banned-word/get', { id: created.id })).toMatchObject(created);
  });

  test('returns the names of the admins who created and changed a record to callers who may read admins', async () => {
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

  test('stores an empty text and an explicit null as null, without the default', async () => {
    const created = await call('/banned-word/create', { word: 'empty', remark: '', replacement: null });
    expect(created).toMatchObject({ remark: null, replacement: null });
  });

  test('rejects a duplicate of a unique field and of a unique group of fields', async () => {
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

  test('rejects an outdated version with both versions and the current record', async () => {
    const { id } = await call('/allow-word/create', { phrase: 'versions' });
    await call('/allow-word/update', { id, version: 1, note: 'first' });
    const problem = await toApiError(call('/allow-word/update', { id, version: 1, note: 'second' }));
    expect(problem?.problem).toBe('conflict');
    expect(problem?.detail.data).toMatchObject({ expected: 1, actual: 2, current: { id, version: 2, note: 'first' } });
    expect((await toApiError(call('/allow-word/delete', { id, version: 1 })))?.problem).toBe('conflict');
  });

  test('accepts one of twenty concurrent updates of the same version', async () => {
    const { id } = await call('/allow-word/create', { phrase: 'race' });
    const saves = Array.from({ length: 20 }, (_, at) =>
      toApiError(call('/allow-word/update', { id, version: 1, note: `n${at}` })),
    );
    const rejections = (await Promise.all(saves)).map((problem) => problem?.problem ?? 'saved');
    expect(rejections.filter((problem) => problem === 'saved')).toHaveLength(1);
    expect(rejections.filter((problem) => problem === 'conflict')).toHaveLength(19);
    expect(await call('/allow-word/get', { id })).toMatchObject({ version: 2 });
  });

  test('keeps the version when no value changes', async () => {
    const { id } = await call('/allow-word/create', { phrase: 'same', note: 'x' });
    expect(await call('/allow-word/update', { id, version: 1, note: 'x' })).toMatchObject({ version: 1 });
  });

  test('runs an action only in the states that allow it', async () => {
    const { id } = await call('/notice/create', { title: '公告', content: 'x' });
    const moved = await call('/notice/schedule', { id, startAt: 1_800_000_000_000 });
    expect(moved).toMatchObject({ status: 'scheduled', startAt: 1_800_000_000_000, version: 2 });
    expect(await call('/notice/publish', { id, version: 2 })).toMatchObject({ status: 'published', version: 3 });
    const problem = await toApiError(call('/notice/schedule', { id, startAt: 1 }));
    expect(problem?.problem).toBe('stateConflict');
    expect(problem?.message).toBe('Cannot Schedule while the status is “Published”.');
    expect((await toApiError(call('/notice/publish', { id, version: 2 })))?.problem).toBe('conflict');
  });

  test('accepts one of twenty concurrent calls of the same action', async () => {
    const { id } = await call('/ai-icon/create', { name: 'race', picture: `/files/${'a'.repeat(32)}.png` });
    const runs = Array.from({ length: 20 }, () => toApiError(call('/ai-icon/disable', { id })));
    const rejections = (await Promise.all(runs)).map((problem) => problem?.problem ?? 'done');
    expect(rejections.filter((problem) => problem === 'done')).toHaveLength(1);
    expect(rejections.filter((problem) => problem === 'stateConflict')).toHaveLength(19);
  });

  test('findUsages() lists the references to a record', async () => {
    const { database } = engine;
    const { session, messages } = await createConversation(database, 3);
    const usages = await database.transaction((tx) => findUsages(catalogue, tx, chatSession, [session, 999_999]));
    expect([...usages]).toEqual([[session, [{ resource: 'chatMessage', field: 'sessionId', count: messages.length }]]]);
  });

  test.each([[-1], [0], [1.5], ['1'], [[1]], [null], [undefined], [{}], [2 ** 53]])('rejects the id %j', async (id) => {
    for (const verb of ['get', 'delete', 'update']) {
      const errors = await rejected(call(`/allow-word/${verb}`, { id, version: 1 }));
      expect(Object.keys(errors ?? {})).toContain('id');
    }
  });

  test('returns notFound for an unknown id in every verb and action', async () => {
    for (const [path, body] of [
      ['/allow-word/get', {}],
      ['/allow-word/delete', { version: 1 }],
      ['/allow-word/update', { version: 1, note: 'x' }],
      ['/notice/publish', {}],
    ] as const) {
      expect((await toApiError(call(path, { id: 123_456, ...body })))?.problem).toBe('notFound');
    }
  });

  test.each([[null], [[]], ['text'], [7], [[{}]]])('rejects the body %j in every write', async (body) => {
    for (const path of ['/allow-word/create', '/allow-word/update', '/allow-word/delete', '/notice/publish']) {
      expect(await rejected(call(path, body))).toHaveProperty('body');
    }
  });

  test('rejects columns that the definition does not allow to be written', async () => {
    for (const resource of catalogue.resources) {
      const columns = await engine.database.dialect.columnsOf(engine.database.read, `${snake(resource.name)}s`);
      for (const verb of ['create', 'update'] as const) {
        if (!resource.access[verb]) continue;
        const allowed = Object.keys(getWritableFields(resource, verb));
        const forbiddenNames = [
          ...Object.keys(resource.fields),
          ...columns.map(({ name }) => name),
          'status',
          'createdBy',
          'hash',
        ];
        for (const name of forbiddenNames.filter((one) => !allowed.includes(one) && !['id', 'version'].includes(one))) {
          const errors = await rejected(call(getResourcePath(resource.name, verb), { id: 1, version: 1, [name]: 1 }));
          expect(Object.keys(errors ?? {})).toContain(name);
        }
      }
    }
  });

  test('audits reads of personal data', async () => {
    const { messages } = await createConversation(engine.database, 1);
    const [id] = messages;
    const admin = callerNamed('admin', 77);
    await call('/chat-message/get', { id }, { as: admin });
    const { items } = await call<{ items: Record<string, unknown>[] }>('/audit-log/list', {
      filters: { actorId: { from: 77, to: 77 } },
    });
    expect(items).toMatchObject([{ resource: 'chatMessage', resourceId: id, action: 'get', result: 'ok' }]);
  });
});
