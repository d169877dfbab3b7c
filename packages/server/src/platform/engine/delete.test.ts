import { chatMessage, chatSession, everyone } from '@gantry/core';
import { afterEach, describe, expect, test } from 'vitest';
import { aConversation } from '../../../test/a-conversation.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

const opened: TestEngine[] = [];
afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});

/** Sessions as if they were deleted like any record, and their messages did not go with them. */
const erasable = { ...chatSession, access: { ...chatSession.access, delete: everyone, batch: everyone } };

describe.each(databaseKinds)('deleting on %s', (kind) => {
  async function fresh(): Promise<TestEngine> {
    const engine = await createTestEngine(kind, { resources: [erasable, chatMessage] });
    opened.push(engine);
    return engine;
  }

  test('a record that others refer to stays, and says who they are', async () => {
    const engine = await fresh();
    const { session } = await aConversation(engine.database, 3);
    const rejection = engine.call('/chat-session/delete', { id: session, version: 1 });
    const usages = [{ resource: 'chatMessage', field: 'sessionId', count: 3 }];
    await expect(rejection).rejects.toMatchObject({ problem: 'inUse', detail: { data: { usages } } });
    await engine.database.transaction((tx) => tx.deleteFrom('chat_messages').execute());
    expect(await engine.call('/chat-session/delete', { id: session, version: 1 })).toBeNull();
  });

  test('in bulk, those that are free go and the others are told', async () => {
    const engine = await fresh();
    const [used, free] = [await aConversation(engine.database, 2), await aConversation(engine.database, 0)];
    const ids = [used.session, free.session];
    const proven = { ...anAdmin, stepUpAt: engine.now };
    const answer = await engine.call('/chat-session/batch', { action: 'delete', ids }, { as: proven });
    expect(answer).toMatchObject({ affected: 1, failed: 1, items: [{ code: 40901 }, { code: 20000 }] });
    const found = await engine.call<{ total: number }>('/chat-session/list', { keyword: '谈话' });
    expect(found.total).toBe(1);
  });
});
