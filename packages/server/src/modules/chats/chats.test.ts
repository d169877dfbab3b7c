import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, chatSession } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, aUser } from '../../../test/test-engine.ts';
import { addFindCalls, collectLists } from '../../platform/engine/get.ts';
import type { CallHandler, RegisterCall } from '../../platform/http/call.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { deleteSession, purgeSessions } from './admin-actions.ts';
import { appendChat } from './append-chat.ts';
import { guardChats } from './chat-thread.ts';

interface Thread {
  readonly session: { readonly title: string };
  readonly messages: readonly { readonly seq: number; readonly content: string }[];
  readonly nextSeq: number | null;
}

describe.each(databaseKinds)('chats on %s', (kind) => {
  let harness: OperationHarness;
  let id: number;
  beforeEach(async () => {
    harness = await createOperationHarness(kind);
    const messages = Array.from({ length: 5 }, (_, index) => ({
      clientId: `m${index}`,
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `第 ${index + 1} 句`,
    }));
    const session = { clientId: 's', userId: 7, title: '行程', kind: 'chat' as const, modelName: 'qwen-max' };
    id = (await appendChat(harness.services, session, messages)).sessionId;
  });
  afterEach(() => harness.drop());
  const thread = (body: Record<string, unknown> = {}) => harness.call<Thread>('/chat-session/thread', { id, ...body });
  const denied = async (call: Promise<unknown>) => {
    const error: unknown = await call.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof ApiError && error.problem === 'denied' ? error.message : null;
  };

  it('returns the messages of a session in order, in pages', async () => {
    const first = await thread({ count: 3 });
    expect(first.session.title).toBe('行程');
    expect(first.messages.map(({ seq, content }) => [seq, content])).toEqual([
      [1, '第 1 句'],
      [2, '第 2 句'],
      [3, '第 3 句'],
    ]);
    const second = await thread({ count: 3, afterSeq: first.nextSeq });
    expect([second.messages.map(({ seq }) => seq), second.nextSeq]).toEqual([[4, 5], null]);
  });

  it('searches chats about PDFs separately from others, with the user who asked', async () => {
    const session = { clientId: 'p', userId: 7, title: '合同', kind: 'pdf' as const, modelName: 'qwen-max' };
    const requested = ['第 1 页写了什么', '第 2 句是谁说的'];
    const messages = requested.map((content, at) => ({ clientId: `p${at}`, role: 'user' as const, content }));
    await appendChat(harness.services, session, messages);
    const found = async (keyword: string) => {
      const list = { keyword, columns: ['content', 'userId'] };
      const { items, total } = await harness.call<{ items: Record<string, unknown>[]; total: number }>(
        '/pdf-message/list',
        list,
      );
      return [total, ...items.map(({ content }) => content)];
    };
    expect(await found('谁说')).toEqual([1, requested[1]]);
    expect(await found('2 句')).toEqual([1, requested[1]]);
    expect(await found('第')).toEqual([2, requested[1], requested[0]]);
    expect(await found('没有')).toEqual([0]);
  });

  it('writes an audit entry each time an admin reads one', async () => {
    await thread();
    await thread({ afterSeq: 2 });
    const rows = await harness.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'thread')
      .execute();
    expect(rows.map((row) => [row.actor_id, row.resource, row.resource_id, row.after, row.count])).toEqual([
      [1, 'chatSession', id, '{"afterSeq":0}', 5],
      [1, 'chatSession', id, '{"afterSeq":2}', 3],
    ]);
  });

  it('flags a single message and removes the flag', async () => {
    const flags = async () =>
      (await harness.database.read.selectFrom('chat_messages').select(['seq', 'flagged']).orderBy('seq').execute())
        .filter(({ flagged }) => flagged === 1)
        .map(({ seq }) => Number(seq));
    await harness.call('/chat-session/flag', { id, seq: 2 });
    expect(await flags()).toEqual([2]);
    await harness.call('/chat-session/flag', { id, seq: 2, flagged: false });
    expect(await flags()).toEqual([]);
    await expect(harness.call('/chat-session/flag', { id, seq: 9 })).rejects.toMatchObject({ problem: 'notFound' });
  });

  it('deletes one message without reusing its number, and a repeated append does not restore it', async () => {
    const localize = (clientId: string) => ({ clientId, role: 'user' as const, content: `说 ${clientId}` });
    const session = { clientId: 's', userId: 7, title: '行程', kind: 'chat' as const, modelName: 'qwen-max' };
    const remove = (seq: number) => harness.call('/chat-session/delete-message', { id, seq, reason: '用户要求' });
    expect(await remove(5)).toMatchObject({ id, messageCount: 4 });
    await remove(2);
    expect(
      await appendChat(harness.services, session, [localize('m4'), localize('m1'), localize('new')]),
    ).toMatchObject({
      duplicates: 2,
    });
    expect((await thread()).messages.map(({ seq }) => seq)).toEqual([1, 3, 4, 6]);
    const stored = await harness.call<{ messageCount: number }>('/chat-session/get', { id });
    expect(stored.messageCount).toBe(4);
    await expect(remove(2)).rejects.toMatchObject({ problem: 'notFound' });
    const log = await harness.database.read.selectFrom('audit_logs').selectAll().orderBy('id').execute();
    const last = log.filter(({ action, result }) => action === 'deleteMessage' && result === 'ok').at(-1);
    expect(last).toMatchObject({ resource: 'chatSession', resource_id: id, reason: '用户要求' });
    expect(JSON.stringify(log)).not.toContain('第 2 句');
  });

  it('leaves no message behind when a user continues one while it is deleted', async () => {
    const { database, services } = harness;
    const session = { clientId: 's', userId: 7, title: '行程', kind: 'chat' as const, modelName: 'qwen-max' };
    const appended: Promise<unknown>[] = [];
    await database.transaction(async (tx) => {
      const [row] = await lockRows(tx, database.dialect, chatSession, [id]);
      if (!row) throw new Error('The session is gone.');
      appended.push(appendChat(services, session, [{ clientId: 'late', role: 'user', content: '还有一句' }]));
      // Until it waits for the session; a database that has one writer at a time lets it start afterwards.
      await delay(300);
      const call = { tx, row, services, resource: chatSession, id, name: 'delete', input: {}, caller: aUser };
      await deleteSession.run(call, undefined);
    });
    await Promise.all(appended);
    const [stored] = await database.read.selectFrom('chat_sessions').select(['id', 'message_count']).execute();
    expect(stored).toMatchObject({ message_count: 1 });
    for (const table of ['chat_messages', 'chat_message_origins']) {
      const rows = await withNamedTables(database.read).selectFrom(table).select('session_id').execute();
      expect(rows.map((row) => Number(row.session_id))).toEqual([Number(stored?.id)]);
    }
  });

  it('does not purge a session that a user continues just before it is locked', async () => {
    const { database, services } = harness;
    const session = { clientId: 's', userId: 7, title: '行程', kind: 'chat' as const, modelName: 'qwen-max' };
    const before = services.clock();
    await database.transaction((tx) =>
      tx
        .updateTable('chat_sessions')
        .set({ last_at: before - 1 })
        .execute(),
    );
    const late = { clientId: 'late', role: 'user' as const, content: '还有一句', at: before };
    const resource = { name: 'purge', input: { before }, resource: chatSession, caller: aUser, services };
    let purged: Promise<{ data?: unknown }> | undefined;
    await database.transaction(async (tx) => {
      // Like an append, it locks the session and updates its last use at the end.
      await lockRows(tx, database.dialect, chatSession, [id]);
      purged = database.transaction((own) =>
        purgeSessions.run({ ...resource, tx: own, row: null, id: null }, undefined),
      );
      await delay(300);
      await tx.updateTable('chat_sessions').set({ last_at: before }).where('id', '=', id).execute();
    });
    expect((await purged)?.data).toMatchObject({ sessions: 0, messages: 0 });
    await appendChat(services, session, [late]);
    expect((await thread()).messages.at(-1)).toMatchObject({ content: '还有一句' });
  });

  it('deletes all messages of a session and nothing else, and the audit log stores none of their text', async () => {
    const other = { clientId: 'o', userId: 8, title: '另一个', kind: 'agent' as const, modelName: null };
    const { sessionId } = await appendChat(harness.services, other, [{ clientId: 'x', role: 'user', content: '留下' }]);
    const { version } = await harness.call<{ version: number }>('/chat-session/get', { id });
    await harness.call('/chat-session/delete', { id, version });
    const { read } = harness.database;
    const rest = await read.selectFrom('chat_messages').select('session_id').execute();
    expect(rest.map((row) => row.session_id)).toEqual([sessionId]);
    expect(await read.selectFrom('chat_message_origins').selectAll().execute()).toHaveLength(1);
    expect(JSON.stringify(await read.selectFrom('audit_logs').selectAll().execute())).not.toContain('行程');
  });

  it('purges only sessions from before a moment, of one type if that is given', async () => {
    const add = (clientId: string, kind: 'chat' | 'agent', at: number) =>
      appendChat(harness.services, { clientId, userId: 8, title: clientId, kind, modelName: null }, [
        { clientId: 'x', role: 'user', content: clientId, at },
      ]);
    await add('old chat', 'chat', 1_000);
    await add('old agent', 'agent', 2_000);
    await add('edge', 'chat', 3_000);
    const titles = async () =>
      (await harness.database.read.selectFrom('chat_sessions').select('title').orderBy('id').execute()).map(
        ({ title }) => title,
      );
    expect(await harness.call('/chat-session/preview-purge', { before: 3_000 })).toEqual({ sessions: 2 });
    const done = { sessions: 1, messages: 1, left: 0 };
    expect(await harness.call('/chat-session/purge', { before: 3_000, kind: 'agent' })).toEqual(done);
    expect(await titles()).toEqual(['行程', 'old chat', 'edge']);
    const future = harness.call('/chat-session/purge', { before: 9_999_999_999_999 });
    await expect(future).rejects.toMatchObject({ problem: 'invalid' });
    expect(await harness.call('/chat-session/purge', { before: 3_000 })).toEqual(done);
    expect(await titles()).toEqual(['行程', 'edge']);
  });

  it('rejects reading while the settings forbid it', async () => {
    const remove = (seq: number) => harness.call('/chat-session/delete-message', { id, seq, reason: '用户要求' });
    expect(await remove(1)).toMatchObject({ title: '行程' });
    await harness.set('privacy', { adminCanReadChats: false });
    expect(JSON.stringify(await remove(2))).not.toContain('行程');
    expect(await denied(thread())).toBe('The system settings do not allow admins to read chats.');
  });

  it('are forbidden for operators', async () => {
    const access = harness.specs.get('/chat-session/thread')?.access;
    expect(access).toEqual(['admin']);
    expect(await denied(harness.call('/chat-session/thread', { id }, { as: aUser }))).not.toBeNull();
  });

  describe('privacy settings of chats', () => {
    const answers = async (path: string) => {
      const handlers = new Map<string, CallHandler>();
      const register: RegisterCall = (spec, handler) => void handlers.set(spec.path, handler);
      guardChats(register, harness.settings)({ path, access: ['admin'] }, async () => 'answered');
      const call = { caller: { ...aUser }, body: {}, idempotencyKey: null };
      return handlers.get(path)?.(call as Parameters<CallHandler>[0]);
    };

    it.each([
      ['/chat-message/list', true, true],
      ['/chat-message/get', true, true],
      ['/chat-message/export', true, false],
      ['/chat-session/export', true, false],
      ['/chat-session/list', true, true],
    ])('%s is answered by default', async (path, _exists, isOpen) => {
      expect((await denied(answers(path))) === null).toBe(isOpen);
    });

    it('reject reading or exporting messages and titles', async () => {
      await harness.set('privacy', { adminCanReadChats: false, adminCanExportChats: true });
      expect(await denied(answers('/chat-message/list'))).toBe(
        'The system settings do not allow admins to read chats.',
      );
      expect(await denied(answers('/chat-message/export'))).toBe(
        'The system settings do not allow admins to read chats.',
      );
      for (const path of ['/chat-session/list', '/chat-session/get'])
        expect(await denied(answers(path))).toBe('The system settings do not allow admins to read chats.');
    });

    it('exclude titles from a search over all resources', async () => {
      const handlers = new Map<string, CallHandler>();
      const register: RegisterCall = (spec, handler) => void handlers.set(spec.path, handler);
      const stored = collectLists(register);
      const listed = { items: [{ id, title: '行程' }] };
      guardChats(stored.register, harness.settings)(
        { path: '/chat-session/list', access: ['admin'] },
        async () => listed,
      );
      addFindCalls(register, harness.services, stored.lists);
      const call = { caller: anAdmin, body: { keyword: '行程' }, idempotencyKey: null, reply: { raw: {} } };
      const find = () => handlers.get('/record/find')?.(call as Parameters<CallHandler>[0]);
      expect(await find()).toEqual({ items: [{ resource: 'chatSession', id, title: '行程' }] });
      await harness.set('privacy', { adminCanReadChats: false });
      expect(await find()).toEqual({ items: [] });
    });

    it('allow exporting messages when enabled', async () => {
      await harness.set('privacy', { adminCanExportChats: true });
      expect(await answers('/chat-message/export')).toBe('answered');
    });
  });
});
