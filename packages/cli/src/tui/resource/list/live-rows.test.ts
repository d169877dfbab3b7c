import { describe, expect, it } from 'vitest';
import { findPageStart, getLiveInterval, mergePage } from './live-rows.ts';
import type { Rows } from './use-rows.ts';

const record = (id: number, word = `word ${id}`) => ({ id, word });
const createRows = (ids: readonly number[], changes: Partial<Rows> = {}): Rows => ({
  items: ids.map((id) => record(id)),
  total: ids.length,
  capped: false,
  loading: false,
  failed: false,
  from: 'first',
  next: null,
  starts: [],
  summary: null,
  ...changes,
});
const createResponse = (ids: readonly number[], nextCursor: string | null = null, total = ids.length) => ({
  items: ids.map((id) => record(id)),
  total,
  totalIsCapped: false,
  nextCursor,
  summary: null,
});
const getIds = ({ items }: Rows) => items.map(({ id }) => id);

describe('mergePage', () => {
  it('returns the same object when nothing has changed', () => {
    const known = createRows([3, 2, 1]);
    expect(mergePage(known, createResponse([3, 2, 1]), 'first', null)).toBe(known);
  });

  it('adds new records, removes missing ones, and keeps the object of each unchanged record', () => {
    const known = createRows([3, 2, 1]);
    const merged = mergePage(
      known,
      { ...createResponse([4, 3, 1]), items: [record(4), record(3), record(1, 'new')] },
      'first',
      null,
    );
    expect(merged.items).toEqual([record(4), record(3), record(1, 'new')]);
    expect(merged.items[1]).toBe(known.items[0]);
  });

  it('keeps the pages after the one that was loaded again, and their starts', () => {
    const starts = [{ id: 4, cursor: 'c' }];
    const known = createRows([6, 5, 4, 3], { next: 'd', starts, total: 9 });
    const merged = mergePage(known, createResponse([7, 6], 'b', 10), 'first', null);
    expect([getIds(merged), merged.next, merged.starts, merged.total]).toEqual([[7, 6, 5, 4, 3], 'd', starts, 10]);
    const second = mergePage(merged, createResponse([3, 2], 'e', 9), 'first', { id: 4, cursor: 'c' });
    expect([getIds(second), second.next, second.starts]).toEqual([[7, 6, 5, 3, 2], 'e', [{ id: 3, cursor: 'c' }]]);
  });

  it('adds records at the bottom when rows were loaded from the end', () => {
    const known = createRows([4, 3, 2, 1], { from: 'last', next: 'd', starts: [{ id: 3, cursor: 'c' }] });
    expect(getIds(mergePage(known, createResponse([0, 1], 'b'), 'last', null))).toEqual([4, 3, 2, 1, 0]);
  });

  it('keeps only the page when it shares no record with the known rows', () => {
    const merged = mergePage(createRows([3, 2, 1], { next: 'd' }), createResponse([9, 8], 'b'), 'first', null);
    expect([getIds(merged), merged.next]).toEqual([[9, 8], 'b']);
  });
});

describe('findPageStart', () => {
  it('finds the nearest start before the row, from either end, and none on the first page', () => {
    const starts = [{ id: 4, cursor: 'c' }];
    const known = createRows([6, 5, 4, 3], { starts });
    expect([0, 1, 2, 3].map((index) => findPageStart(known, index)?.id)).toEqual([undefined, undefined, 4, 4]);
    const fromLast = createRows([6, 5, 4, 3], { starts, from: 'last' });
    expect([0, 1, 2, 3].map((index) => findPageStart(fromLast, index)?.id)).toEqual([4, 4, 4, undefined]);
  });
});

describe('getLiveInterval', () => {
  it('stays below five seconds, grows with each failure and with slow responses, and never exceeds a minute', () => {
    expect([getLiveInterval(0, 100), getLiveInterval(1, 100), getLiveInterval(2, 100)]).toEqual([4000, 8000, 16_000]);
    expect(getLiveInterval(0, 2000)).toBe(18_000);
    expect(getLiveInterval(9, 100)).toBe(60_000);
  });
});
