import { Fault } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../test/fresh-database.ts';
import { aUser } from '../../../test/fresh-engine.ts';
import { type FreshOperations, freshOperations } from '../../../test/fresh-operations.ts';
import { appendChat } from '../../chats/append-chat.ts';
import type { CallHandler, RegisterCall } from '../../http/call.ts';
import { guardChats } from './chat-privacy.ts';

interface Thread {
  readonly session: { readonly title: string };
  readonly messages: readonly { readonly seq: number; readonly content: string }[];
  readonly nextSeq: number | null;
}

describe.each(databaseKinds)('chats on %s', (kind) => {
  let fresh: FreshOperations;
  let id: number;
  beforeEach(async () => {
    fresh = await freshOperations(kind);
    const messages = Array.from({ length: 5 }, (_, index) => ({
      clientId: `m${index}`,
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `第 ${index + 1} 句`,
    }));
    const session = { clientId: 's', userId: 7, title: '行程', kind: 'chat' as const, modelName: 'qwen-max' };
    id = (await appendChat(fresh.services, session, messages)).sessionId;
  });
  afterEach(() => fresh.drop());
  const thread = (body: Record<string, unknown> = {}) => fresh.call<Thread>('/chat-session/thread', { id, ...body });
  const denied = async (call: Promise<unknown>) => {
    const error: unknown = await call.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof Fault && error.fault === 'denied' ? error.message : null;
  };

  it('open in order, a page at a time', async () => {
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

  it('leave an audit row each time somebody looks', async () => {
    await thread();
    await thread({ afterSeq: 2 });
    const rows = await fresh.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'thread')
      .execute();
    expect(rows.map((row) => [row.actor_id, row.resource, row.resource_id, row.after, row.count])).toEqual([
      [1, 'chatSession', id, '{"afterSeq":0}', 5],
      [1, 'chatSession', id, '{"afterSeq":2}', 3],
    ]);
  });

  it('stay closed while the settings say so', async () => {
    await fresh.set('privacy', { adminCanReadChats: false });
    expect(await denied(thread())).toBe('The system settings do not let admins read chats');
  });

  it('are not for the role user', async () => {
    const access = fresh.specs.get('/chat-session/thread')?.access;
    expect(access).toEqual(['admin']);
    expect(await denied(fresh.call('/chat-session/thread', { id }, { as: aUser }))).not.toBeNull();
  });

  describe('behind the guard', () => {
    const answers = async (path: string) => {
      const handlers = new Map<string, CallHandler>();
      const register: RegisterCall = (spec, handler) => void handlers.set(spec.path, handler);
      guardChats(register, fresh.settings)({ path, access: ['admin'] }, async () => 'answered');
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

    it('neither messages nor titles are read or exported without leave', async () => {
      await fresh.set('privacy', { adminCanReadChats: false, adminCanExportChats: true });
      expect(await denied(answers('/chat-message/list'))).toBe('The system settings do not let admins read chats');
      expect(await denied(answers('/chat-message/export'))).toBe('The system settings do not let admins read chats');
      for (const path of ['/chat-session/list', '/chat-session/get'])
        expect(await denied(answers(path))).toBe('The system settings do not let admins read chats');
    });

    it('messages are exported with leave', async () => {
      await fresh.set('privacy', { adminCanExportChats: true });
      expect(await answers('/chat-message/export')).toBe('answered');
    });
  });
});
