import { useEffect, useState } from 'react';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../../parts/viewport.ts';
import type { DataRecord } from './list-columns.ts';
import type { End } from './use-rows.ts';

/**
 * The cursor and the first visible line of a list, both counted from one end, so that rows added at the other end move neither.
 */
export interface ListPosition {
  /** The record under the cursor; null until the rows are loaded. */
  readonly id: number | null;
  /** The first visible record. */
  readonly topId: number | null;
  readonly from: End;
  readonly at: number;
  readonly top: number;
}

export const firstPosition: ListPosition = { id: null, topId: null, from: 'first', at: 0, top: 0 };

/** Converts a line between the count from the start of the list and the count from the end `from`. */
const countFrom = (line: number, from: End, count: number) => (from === 'last' ? count - 1 - line : line);

interface ListPositionDeps {
  readonly items: readonly DataRecord[];
  readonly height: number;
  readonly from: End;
  /** Whether no rows are being loaded; the position then counts from the end from which they were loaded. */
  readonly isSettled: boolean;
}

/**
 * The cursor and the visible part of a list, as one state so that no key is lost between the two. The cursor stays on its record
 * when others are added or removed; when that record is removed, it stays on the same line.
 */
export function useListPosition(start: ListPosition, { items, height, from, isSettled }: ListPositionDeps) {
  const [position, setPosition] = useState(start);
  const count = items.length;
  const indexOf = (id: number | null, expected: number) => {
    if (id === null || items[expected]?.id === id) return expected;
    const found = items.findIndex((item) => item.id === id);
    return found < 0 ? expected : found;
  };
  const locate = (current: ListPosition) => {
    const line = clampIndex(indexOf(current.id, countFrom(current.at, current.from, count)), count);
    const above = countFrom(current.top, current.from, count);
    // At the top of the list, new rows are shown; further down, they do not move the visible rows.
    return { line, first: getWindowStart(line, count, height, above <= 0 ? above : indexOf(current.topId, above)) };
  };
  const createPosition = (end: End, line: number, first: number, isKnown = true): ListPosition => ({
    id: isKnown ? (items[line]?.id ?? null) : null,
    topId: isKnown ? (items[first]?.id ?? null) : null,
    from: end,
    at: countFrom(line, end, count),
    top: countFrom(first, end, count),
  });
  const { line: at, first: top } = locate(position);
  const settled = isSettled ? createPosition(from, at, top) : position;
  const hasChanged = JSON.stringify(settled) !== JSON.stringify(position);
  useEffect(() => {
    if (hasChanged) setPosition(settled);
  });
  const step = (by: Step) =>
    setPosition((current) => {
      const { line, first } = locate(current);
      const next = stepIndex(line, by, count, Math.max(1, height - 1));
      // The record at an end is not known until that end is loaded.
      const isEnd = by === 'top' || by === 'bottom';
      const end = by === 'top' ? 'first' : by === 'bottom' ? 'last' : current.from;
      return createPosition(end, next, getWindowStart(next, count, height, first), !isEnd);
    });
  return { position, at, top, step, rewind: () => setPosition(firstPosition) };
}
