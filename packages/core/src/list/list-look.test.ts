import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createListState,
  decodeListLook,
  defaultLook,
  densities,
  encodeListLook,
  fitWidth,
  type ListLook,
  type ListState,
  listParameters,
} from './list-state.ts';
import { decodeListState, encodeListState } from './list-view.ts';

const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,20}$/).filter((text) => text !== '__proto__');
const look: fc.Arbitrary<ListLook> = fc.record({
  density: fc.constantFrom(...densities),
  widths: fc.dictionary(name, fc.integer({ min: 64, max: 960 })),
  pinned: fc.uniqueArray(name, { maxLength: 5 }),
  flow: fc.constantFrom('pages', 'scroll'),
});
const state: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: 500_000 }),
  pageSize: fc.integer({ min: 1, max: 200 }),
  keyword: fc.string({ unit: 'grapheme' }),
  filters: fc.dictionary(name, fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1 })),
  sort: fc.option(fc.record({ field: name, order: fc.constantFrom('asc', 'desc') })),
  columns: fc.option(fc.uniqueArray(name, { minLength: 1 })),
  picked: fc.constant(createListState().picked),
});

function throughUrl(params: Record<string, string>): (key: string) => string | null {
  const url = new URLSearchParams(new URLSearchParams(params).toString());
  return (key) => url.get(key);
}

test('decodeListLook reads back what encodeListLook wrote', () => {
  fc.assert(
    fc.property(look, (given) => {
      expect(decodeListLook(throughUrl(encodeListLook(given)))).toEqual({ ...given, widths: { ...given.widths } });
    }),
  );
});

test('decodeListState reads back what encodeListState wrote', () => {
  fc.assert(
    fc.property(state, (given) => {
      expect(decodeListState(throughUrl(encodeListState(given)))).toEqual({ ...given, filters: { ...given.filters } });
    }),
  );
});

test('decodeListLook returns a valid look for any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = decodeListLook(() => text);
      expect(densities).toContain(found.density);
      for (const width of Object.values(found.widths)) expect(width).toBe(fitWidth(width));
    }),
  );
});

test('encodeListLook writes nothing for the default look', () => {
  expect(encodeListLook(defaultLook)).toEqual({});
});

test('listParameters contains every parameter that a list writes', () => {
  const written = {
    ...encodeListState({
      ...createListState(50),
      page: 2,
      keyword: 'a',
      filters: { a: [1] },
      sort: { field: 'a', order: 'asc' },
      columns: ['a'],
    }),
    ...encodeListLook({ density: 'mini', widths: { a: 100 }, pinned: ['a'], flow: 'scroll' }),
  };
  expect(Object.keys(written).sort()).toEqual([...listParameters].sort());
});

test.each([
  [10, 64],
  [123.6, 124],
  [5000, 960],
])('fitWidth limits %d to %d', (given, expected) => {
  expect(fitWidth(given)).toBe(expected);
});
