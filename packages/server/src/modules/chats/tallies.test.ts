import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { type Appended, addCounters, getBucket, sumAllChats } from './tallies.ts';

const quarter = 900_000;
const appended: Appended = {
  moment: 10 * quarter + 5,
  kind: 'chat',
  modelName: 'qwen-max',
  userId: 7,
  sessions: 1,
  messages: 2,
  tokens: 300,
};

describe.each(databaseKinds)('sums of chats on %s', (kind) => {
  let testDatabase: TestDatabase;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
  });
  afterEach(() => testDatabase.drop());
  const add = (rows: readonly Appended[]) =>
    testDatabase.database.transaction((tx) => addCounters(tx, testDatabase.database.dialect, rows));
  const rows = () =>
    testDatabase.database.read.selectFrom('chat_counters').selectAll().orderBy('dimension').orderBy('bucket').execute();

  it('start a new counter with the first message of each quarter of an hour', () => {
    expect(getBucket(10 * quarter)).toBe(10 * quarter);
    expect(getBucket(11 * quarter - 1)).toBe(10 * quarter);
  });

  it('count a message in each dimension that it has', async () => {
    await add([appended]);
    expect(await rows()).toEqual([
      { dimension: 'all', bucket: 0, counter_key: '', sessions: 1, messages: 2, tokens: 300 },
      { dimension: 'kind', bucket: 10 * quarter, counter_key: 'chat', sessions: 1, messages: 2, tokens: 300 },
      { dimension: 'model', bucket: 10 * quarter, counter_key: 'qwen-max', sessions: 1, messages: 2, tokens: 300 },
      { dimension: 'user', bucket: 10 * quarter, counter_key: '7', sessions: 1, messages: 2, tokens: 300 },
    ]);
  });

  it('grow with each append, also from twenty concurrent writers', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        add([appended, { ...appended, modelName: null, userId: index, sessions: 0 }]),
      ),
    );
    expect(await sumAllChats(testDatabase.database.read)).toEqual({ sessions: 20, messages: 80, tokens: 12_000 });
  });

  it('are zero before the first message', async () => {
    expect(await sumAllChats(testDatabase.database.read)).toEqual({ sessions: 0, messages: 0, tokens: 0 });
  });
});
