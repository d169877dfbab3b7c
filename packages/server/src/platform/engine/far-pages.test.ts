import { type ListAnswer, totalCap } from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/test-database.ts';
import { createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

const rows = totalCap + 2_345;

/** Numbers that the database generates. */
const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})`;

describe.each(databaseKinds)('a list with an exact count on %s', (kind) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine(kind);
    await engine.database.transaction((tx) =>
      sql`${kind === 'sqlite' ? sql`` : numbers} insert into allow_words (phrase, note, version, created_at, updated_at)
        ${kind === 'sqlite' ? numbers : sql``} select 'w' || i, case when i % 2 = 0 then 'even' else null end, 1, i, i from n`.execute(
        tx,
      ),
    );
  });
  afterAll(() => engine.drop());

  const list = (body: object) => engine.call<ListAnswer>('/allow-word/list', body);

  test('returns the exact total, which other lists cap', async () => {
    expect(await list({})).toMatchObject({ total: totalCap, totalIsCapped: true });
    expect(await list({ exact: true })).toMatchObject({ total: rows, totalIsCapped: false });
  });

  test.each([
    ['before the cap', 100],
    ['after the cap', 103],
    ['in the second half of the rest', 120],
    ['at the end of the list', 124],
  ])('returns the page %s', async (_where, page) => {
    const answer = await list({ exact: true, pageSize: 100, page, columns: ['phrase'] });
    const first = rows - (page - 1) * 100;
    const expected = Array.from({ length: Math.min(100, first) }, (_, at) => `w${first - at}`);
    expect(answer.items.map(({ phrase }) => phrase)).toEqual(expected);
    expect(answer.nextCursor === null).toBe(page === 124);
    if (answer.nextCursor === null) return;
    const next = await list({ pageSize: 100, cursor: answer.nextCursor, columns: ['phrase'] });
    expect(next.items[0]?.phrase).toBe(`w${first - 100}`);
  });

  test('returns an empty page after the end', async () => {
    expect((await list({ exact: true, pageSize: 100, page: 200 })).items).toEqual([]);
  });
});
