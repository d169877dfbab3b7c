import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPicked, createListState, isPicked, type ListAction, listReducer } from './list-state.ts';
import { decodeListState, encodeListState } from './list-view.ts';

const run = (...actions: ListAction[]) => actions.reduce(listReducer, createListState());

describe('listReducer', () => {
  it('returns to page one and clears the selection when the matching rows change', () => {
    const state = run(
      { type: 'page', page: 4 },
      { type: 'toggle', id: 7 },
      { type: 'filter', name: 'status', value: ['enabled'] },
    );
    expect(state).toMatchObject({ page: 1, filters: { status: ['enabled'] } });
    expect(isPicked(state.picked, 7)).toBe(false);
  });

  it.each([null, '', [], { from: null }])('removes a filter whose value is %j', (value) => {
    expect(run({ type: 'filter', name: 'a', value: [1] }, { type: 'filter', name: 'a', value }).filters).toEqual({});
  });

  it('sorts ascending, descending, then in the default order', () => {
    const sort: ListAction = { type: 'sort', field: 'a' };
    expect([run(sort).sort?.order, run(sort, sort).sort?.order, run(sort, sort, sort).sort]).toEqual([
      'asc',
      'desc',
      null,
    ]);
  });

  it('selects and deselects several records in one step, in both selection modes', () => {
    const page: ListAction = { type: 'pick', ids: [1, 2, 3], on: true };
    const some = run(page, { type: 'pick', ids: [2], on: false });
    expect([1, 2, 3, 4].map((id) => isPicked(some.picked, id))).toEqual([true, false, true, false]);
    const rest = run(
      { type: 'pickAll' },
      { type: 'pick', ids: [2, 3], on: false },
      { type: 'pick', ids: [3], on: true },
    );
    expect([1, 2, 3].map((id) => isPicked(rest.picked, id))).toEqual([true, false, true]);
    expect(countPicked(rest.picked, 10)).toBe(9);
  });

  it('selects all matching records except some', () => {
    const state = run({ type: 'pickAll' }, { type: 'toggle', id: 3 });
    expect([isPicked(state.picked, 1), isPicked(state.picked, 3), countPicked(state.picked, 1_000_000)]).toEqual([
      true,
      false,
      999_999,
    ]);
  });
});

it('decodeListState reads back what encodeListState wrote', () => {
  const text = fc.string();
  const state = fc.record({
    page: fc.integer({ min: 1, max: 500 }),
    pageSize: fc.integer({ min: 1, max: 200 }),
    keyword: text,
    filters: fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.array(fc.oneof(text, fc.integer()), { minLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(state, (given) => {
      const full = { ...createListState(), ...given };
      const search = new Map(Object.entries(encodeListState(full)));
      expect(decodeListState((name) => search.get(name) ?? null)).toEqual(full);
    }),
  );
});

it.each(['page=-1', 'page=x', 'size=1e9', 'f={', 'f=[]', 'f=null'])(
  'decodeListState ignores the malformed parameter %s',
  (part) => {
    const [name, value] = part.split('=');
    const state = decodeListState((requested) => (requested === name ? (value ?? null) : null));
    expect(state).toMatchObject({ page: 1, filters: {} });
  },
);
