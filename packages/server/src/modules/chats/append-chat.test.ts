import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { appendChat, type ChatMessageGiven, type ChatSessionGiven } from './append-chat.ts';
import { sumAllChats } from './tallies.ts';

const session: ChatSessionGiven = {
  clientId: 's-1',
  userId: 7,
  title: '成都三天行程',
  kind: 'chat',
  modelName: 'qwen-max',
};
const prompt = (id: string, at: number): ChatMessageGiven => ({
  clientId: id,
  role: 'user',
  content: `问题 ${id}`,
  promptTokens: 5,
  at,
});

describe.each(databaseKinds)('appending chats on %s', (kind) => {
  let testDatabase: TestDatabase;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
  });
  afterEach(() => testDatabase.drop());
  const append = (given: readonly ChatMessageGiven[], to = session) =>
    appendChat({ database: testDatabase.database, clock: () => 5_000 }, to, given);
  const rows = (table: string) =>
    withNamedTables(testDatabase.database.read).selectFrom(table).selectAll().orderBy('id').execute();

  it('creates the session with the first message and numbers messages without a gap', async () => {
    const first = await append([prompt('a', 1_000), prompt('b', 2_000)]);
    const second = await append([prompt('c', 3_000)]);
    expect(second.sessionId).toBe(first.sessionId);
    expect((await rows('chat_messages')).map((row) => [row.seq, row.content, row.created_at])).toEqual([
      [1, '问题 a', 1_000],
      [2, '问题 b', 2_000],
      [3, '问题 c', 3_000],
    ]);
    expect(await rows('chat_sessions')).toMatchObject([
      { user_id: 7, title: '成都三天行程', message_count: 3, tokens: 15, last_at: 3_000, created_at: 1_000 },
    ]);
  });

  it('stores a message once however often it is sent', async () => {
    const [a] = (await append([prompt('a', 1_000)])).messageIds;
    const again = await append([prompt('b', 2_000), prompt('a', 1_000), prompt('b', 2_000)]);
    expect(again).toMatchObject({ duplicates: 2 });
    const b = (await rows('chat_messages')).find(({ seq }) => Number(seq) === 2)?.id;
    expect(again.messageIds).toEqual([b, a, b].map(Number));
    expect(await rows('chat_messages')).toHaveLength(2);
    expect(await sumAllChats(testDatabase.database.read)).toEqual({ sessions: 1, messages: 2, tokens: 10 });
  });

  it('numbers messages without duplicates when ten writers append concurrently', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => append([prompt(`m${index}`, 1_000 + index)])));
    const seqs = (await rows('chat_messages')).map((row) => Number(row.seq)).sort((a, b) => a - b);
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await rows('chat_sessions')).toMatchObject([{ message_count: 10, tokens: 50 }]);
  });

  it('uses the current time when none is given', async () => {
    const { at: _at, ...timeless } = prompt('a', 0);
    await append([timeless]);
    expect(await rows('chat_messages')).toMatchObject([
      { created_at: 5_000, status: 'ok', feedback: 'none', flagged: 0 },
    ]);
  });

  it('adds the words of a message to the index', async () => {
    const { messageIds } = await append([prompt('a', 1_000)]);
    const { search } = testDatabase.database.dialect;
    const hits = search.hits('chat_messages', [{ word: '问题', prefix: false }]);
    const { rows: found } = await sql<{ id: number }>`select id from (${hits}) hit`.execute(testDatabase.database.read);
    expect(found.map(({ id }) => id)).toEqual(messageIds);
  });
});
