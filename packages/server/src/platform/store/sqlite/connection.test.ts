import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';

test('createInsert() returns the ids of many rows in order', async () => {
  const { database, drop } = await createTestDatabase('sqlite');
  try {
    const columns = ['phrase', 'created_at', 'updated_at'].map((name) => ({ name, type: 'text' as const }));
    const phrases = Array.from({ length: 250 }, (_, at) => `phrase ${(at * 7919) % 250}`);
    const rows = phrases.map((phrase) => [phrase, 1, 1]);
    const ids = await database.transaction((tx) => database.dialect.insertMany(tx, 'allow_words', columns, rows));
    const stored = await database.read.selectFrom('allow_words').select(['id', 'phrase']).orderBy('id').execute();
    expect(stored).toEqual(ids.map((id, at) => ({ id, phrase: phrases[at] })));
  } finally {
    await drop();
  }
});
