import { chatMessage, chatSession, everyone } from '@gantry/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createConversation } from '../../../test/create-conversation.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

const engines: TestEngine[] = [];
afterEach(async () => {
  for (const { drop } of engines.splice(0)) await drop();
});

/** Chat sessions that can be deleted like other records, without their messages. */
const deletableSession = { ...chatSession, access: { ...chatSession.access, delete: everyone, batch: everyone } };

describe.each(databaseKinds)('deleting records on %s', (kind) => {
  async function createEngine(): Promise<TestEngine> {
    const engine = await createTestEngine(kind, { resources: [deletableSession, chatMessage] });
    engines.push(engine);
    return engine;
  }

  test('rejects a record that others refer to, and lists the references', async () => {
    const engine = await createEngine();
    const { session } = await createConversation(engine.database, 3);
    const rejection = engine.call('/chat-session/delete', { id: session, version: 1 });
    const usages = [{ resource: 'chatMessage', field: 'sessionId', count: 3 }];
    await expect(rejection).rejects.toMatchObject({ problem: 'inUse', detail: { data: { usages } } });
    await engine.database.transaction((tx) => tx.deleteFrom('chat_messages').execute());
    expect(await engine.call('/chat-session/delete', { id: session, version: 1 })).toBeNull();
  });

  test('deletes the unreferenced records of a batch and reports the others', async () => {
    const engine = await createEngine();
    const [used, unused] = [await createConversation(engine.database, 2), await createConversation(engine.database, 0)];
    const ids = [used.session, unused.session];
    const withStepUp = { ...anAdmin, stepUpAt: engine.now };
    const result = await engine.call('/chat-session/batch', { action: 'delete', ids }, { as: withStepUp });
    expect(result).toMatchObject({ affected: 1, failed: 1, items: [{ code: 40901 }, { code: 20000 }] });
    const found = await engine.call<{ total: number }>('/chat-session/list', { keyword: '谈话' });
    expect(found.total).toBe(1);
  });
});
