import { type ListAnswer, totalCap } from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/test-database.ts';
import { createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

const rows = totalCap + 2_345;

/** Numbers counted up by the database itself. */
const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})`;

describe.each(databaseKinds)('a list that is counted to its end on %s', (kind) => {
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

  test('says how many there are, which a list by itself does not', async () => {
    expect(await list({})).toMatchObject({ total: totalCap, totalIsCapped: true });
    expect(await list({ exact: true })).toMatchObject({ total: rows, totalIsCapped: false });
  });

  test.each([
    ['before the middle', 100],
    ['past the cap', 103],
    ['past the middle of what is left', 120],
    ['at the end', 124],
  ])('gives the page %s as the pages before it lead there', async (_where, page) => {
    const answer = await list({ exact: true, pageSize: 100, page, columns: ['phrase'] });
    const first = rows - (page - 1) * 100;
    const expected = Array.from({ length: Math.min(100, first) }, (_, at) => `w${first - at}`);
    expect(answer.items.map(({ phrase }) => phrase)).toEqual(expected);
    expect(answer.nextCursor === null).toBe(page === 124);
    if (answer.nextCursor === null) return;
    const next = await list({ pageSize: 100, cursor: answer.nextCursor, columns: ['phrase'] });
    expect(next.items[0]?.phrase).toBe(`w${first - 100}`);
  });

  test('runs on past the end as an empty page', async () => {
    expect((await list({ exact: true, pageSize: 100, page: 200 })).items).toEqual([]);
  });
});
