import { type AnyResource, catalogue, type Filters, findResource } from '@gantry/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../../test/test-database.ts';
import type { Row } from '../database.ts';
import { createRow, insertRecords } from '../records.ts';
import { countCapped, type ListRequest, openList, readPage } from './list-rows.ts';
import { getOrderPosition, type Position } from './order.ts';

function getResource(name: string): AnyResource {
  const found = findResource(catalogue, name);
  if (!found) throw new Error(`no resource ${name}`);
  return found;
}
const bannedWord = getResource('bannedWord');

const allRecords: ListRequest = { filters: {}, keyword: '', sort: undefined, searched: ['word'], searchesAll: true };
const levels = ['1', '2', '3'];
const matches = ['contains', 'exact', 'regex'];

interface StoredRow extends Row {
  readonly id: number;
}

async function insertRows(fresh: TestDatabase, count: number): Promise<StoredRow[]> {
  const rows = Array.from({ length: count }, (_, at) =>
    createRow(
      bannedWord,
      {
        word: `词${at}`,
        match: matches[at % 3],
        level: levels[(at * 7) % 3],
        lastHitAt: at % 4 === 0 ? null : 1000 + ((at * 37) % 50),
        hitCount: (at * 13) % 20,
        status: at % 10 === 0 ? 'disabled' : 'enabled',
      },
      { by: null, at: 5000 + ((at * 11) % 90) },
    ),
  );
  const { database } = fresh;
  const ids = await database.transaction((tx) => insertRecords(tx, database.dialect, bannedWord, rows));
  return rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 }));
}

/** Returns all ids of a list, reading it page by page. */
async function readAllIds(fresh: TestDatabase, requested: ListRequest, limit: number): Promise<number[]> {
  const source = await openList(fresh.database, bannedWord, requested);
  const ids: number[] = [];
  let after: Position | null = null;
  for (;;) {
    const columns = ['id', source.order.column];
    const rows: Row[] = await readPage(source, { columns, after, offset: 0, limit });
    ids.push(...rows.map(({ id }) => Number(id)));
    const last = rows.at(-1);
    if (!last || rows.length < limit) return ids;
    after = getOrderPosition(source.order, last);
  }
}

const columnOf = { id: 'id', hitCount: 'hit_count', lastHitAt: 'last_hit_at' } as const;

/** Returns ids in the expected order of a list: empty values first in ascending order, ties by id in the same direction. */
function sortIds(rows: readonly StoredRow[], field: keyof typeof columnOf, desc: boolean): number[] {
  const key = (row: StoredRow) => (row[columnOf[field]] === null ? -1 : Number(row[columnOf[field]]));
  const sorted = [...rows].sort((a, b) => key(a) - key(b) || a.id - b.id);
  return (desc ? sorted.reverse() : sorted).map(({ id }) => id);
}

describe.each(databaseKinds)('lists on %s', (kind) => {
  let fresh: TestDatabase;
  let rows: StoredRow[];
  beforeAll(async () => {
    fresh = await createTestDatabase(kind);
    rows = await insertRows(fresh, 240);
    await fresh.database.optimise();
  });
  afterAll(() => fresh.drop());

  test('return every record once, in order, for any page size, order and filters', async () => {
    const filters = fc.record(
      {
        level: fc.uniqueArray(fc.constantFrom(...levels), { minLength: 1 }),
        match: fc.uniqueArray(fc.constantFrom(...matches, 'pinyin'), { minLength: 1 }),
        status: fc.uniqueArray(fc.constantFrom('enabled', 'disabled'), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    const field = fc.constantFrom('id', 'hitCount', 'lastHitAt') as fc.Arbitrary<keyof typeof columnOf>;
    await fc.assert(
      fc.asyncProperty(
        filters,
        field,
        fc.boolean(),
        fc.integer({ min: 1, max: 70 }),
        async (filterValues, by, desc, size) => {
          const isMatch = (row: StoredRow) =>
            Object.entries(filterValues).every(([name, values]) => (values as string[]).includes(String(row[name])));
          const requested = {
            ...allRecords,
            filters: filterValues,
            sort: { field: by, order: desc ? 'desc' : 'asc' },
          } as const;
          const expected = sortIds(rows.filter(isMatch), by, desc);
          expect(await readAllIds(fresh, requested, size)).toEqual(expected);
          const source = await openList(fresh.database, bannedWord, requested);
          expect(await countCapped(source)).toEqual({ total: expected.length, isCapped: false });
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each<[string, Filters, (row: StoredRow) => boolean]>([
    ['empty values', { lastHitAt: { from: null, to: null } }, () => true],
    ['a range', { hitCount: { from: 3, to: 5 } }, (row) => [3, 4, 5].includes(Number(row.hit_count))],
    ['a range of one value', { hitCount: { from: 4, to: 4 } }, (row) => row.hit_count === 4],
    ['an open range', { lastHitAt: { from: 1040 } }, (row) => Number(row.last_hit_at ?? 0) >= 1040],
    ['an id', { id: { from: 7, to: 9 } }, ({ id }) => id >= 7 && id <= 9],
  ])('are filtered by %s', async (_name, filters, fits) => {
    const requested = { ...allRecords, filters };
    expect(await readAllIds(fresh, requested, 100)).toEqual(sortIds(rows.filter(fits), 'id', true));
  });

  test('are read in the order of creation times when they are filtered by them', async () => {
    const requested = { ...allRecords, filters: { createdAt: { from: 5010, to: 5040 } } };
    const matching = rows.filter((row) => Number(row.created_at) >= 5010 && Number(row.created_at) <= 5040);
    const sorted = matching.sort((a, b) => Number(b.created_at) - Number(a.created_at) || b.id - a.id);
    expect(await readAllIds(fresh, requested, 9)).toEqual(sorted.map(({ id }) => id));
  });
});

const phrases = [
  '量子力学入门',
  '子弹与量具',
  '量',
  'Quantum computing 量子',
  'metadata and DATA',
  '100% sure',
  '100 percent',
  'snake_case name',
  'snakeXcase name',
  'back\\slash',
  'ＡＰＩ 接口',
  '力学 量子',
];

describe.each(databaseKinds)('keyword search on %s', (kind) => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase(kind);
    const rows = phrases.map((word) => createRow(bannedWord, { word, match: 'contains' }, { by: null, at: 1 }));
    const { database } = fresh;
    await database.transaction((tx) => insertRecords(tx, database.dialect, bannedWord, rows));
  });
  afterAll(() => fresh.drop());

  async function findWords(keyword: string): Promise<string[]> {
    const source = await openList(fresh.database, bannedWord, { ...allRecords, keyword });
    const rows = await readPage(source, { columns: ['id', 'word'], after: null, offset: 0, limit: 50 });
    const { total } = await countCapped(source);
    expect(total).toBe(rows.length);
    return rows.map(({ word }) => String(word)).reverse();
  }

  test.each([
    ['量子', ['量子力学入门', 'Quantum computing 量子', '力学 量子']],
    ['量', ['量子力学入门', '子弹与量具', '量', 'Quantum computing 量子', '力学 量子']],
    ['量子力学', ['量子力学入门']],
    ['量子 力学', ['量子力学入门', '力学 量子']],
    ['data', ['metadata and DATA']],
    ['QUANT', ['Quantum computing 量子']],
    ['tadat', ['metadata and DATA']],
    ['api', ['ＡＰＩ 接口']],
    ['%', ['100% sure']],
    ['100%', ['100% sure']],
    ['_', ['snake_case name']],
    ['snake_case', ['snake_case name']],
    ['\\', ['back\\slash']],
    ["' or 1=1 --", []],
    ['"', []],
    ['麒麟', []],
  ])('%s finds %j', async (keyword, expected) => {
    expect(await findWords(keyword)).toEqual(expected);
  });

  test('ignores a keyword of blanks', async () => {
    expect(await findWords('  \t ')).toHaveLength(phrases.length);
  });
});

describe.each(databaseKinds)('search for a common keyword on %s', (kind) => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase(kind);
    const { database } = fresh;
    for (let chunk = 0; chunk < 3; chunk += 1) {
      const rows = Array.from({ length: 5000 }, (_, at) =>
        createRow(
          bannedWord,
          { word: `模型 ${chunk * 5000 + at}`, match: at % 2 ? 'exact' : 'contains', hitCount: at },
          { by: null, at: 1 },
        ),
      );
      await database.transaction((tx) => insertRecords(tx, database.dialect, bannedWord, rows));
    }
    await database.optimise();
  });
  afterAll(() => fresh.drop());

  test('reads the list page by page and caps the total', async () => {
    const source = await openList(fresh.database, bannedWord, { ...allRecords, keyword: '模型' });
    expect(await countCapped(source)).toEqual({ total: 10_000, isCapped: true });
    const cut = { columns: ['id', 'word'], offset: 0, limit: 3 };
    const first = await readPage(source, { ...cut, after: null });
    expect(first.map(({ word }) => word)).toEqual(['模型 14999', '模型 14998', '模型 14997']);
    const next = await readPage(source, { ...cut, after: getOrderPosition(source.order, first[2] ?? {}) });
    expect(next.map(({ word }) => word)).toEqual(['模型 14996', '模型 14995', '模型 14994']);
  });

  test('can be combined with filters and another sort field', async () => {
    const filters = { match: ['exact'], hitCount: { from: 10, to: 13 } };
    const narrow = await openList(fresh.database, bannedWord, { ...allRecords, keyword: '模型', filters });
    expect(await countCapped(narrow)).toEqual({ total: 6, isCapped: false });
    const sort = { field: 'hitCount', order: 'desc' } as const;
    const sorted = await openList(fresh.database, bannedWord, { ...allRecords, keyword: '模型', sort });
    const rows = await readPage(sorted, { columns: ['id', 'hit_count', 'word'], after: null, offset: 0, limit: 4 });
    expect(rows.map(({ hit_count }) => hit_count)).toEqual([4999, 4999, 4999, 4998]);
  });
});
