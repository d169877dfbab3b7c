import { useEffect, useState } from 'react';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../../parts/viewport.ts';
import type { DataRecord } from './list-columns.ts';
import type { End } from './use-rows.ts';

/** The cursor and the first visible line of a list, both counted from one end, so that rows added at the other end move neither. */
export interface Place {
  /** The record under the cursor; null until the rows are read. */
  readonly id: number | null;
  /** The first visible record. */
  readonly topId: number | null;
  readonly from: End;
  readonly at: number;
  readonly top: number;
}

export const firstPlace: Place = { id: null, topId: null, from: 'first', at: 0, top: 0 };

/** A line counted from the other end. */
const counted = (line: number, from: End, count: number) => (from === 'last' ? count - 1 - line : line);

interface PlaceDeps {
  readonly items: readonly DataRecord[];
  readonly height: number;
  readonly from: End;
  /** Whether no rows are being read; the place then counts from the end from which they were read. */
  readonly isStill: boolean;
}

/**
 * The cursor and the visible part of a list, as one state so that no key is lost between the two. The cursor stays on its record when
 * others are added or removed; when that record is removed, it stays on the same line.
 */
export function usePlace(start: Place, { items, height, from, isStill }: PlaceDeps) {
  const [place, setPlace] = useState(start);
  const count = items.length;
  const indexOf = (id: number | null, expected: number) => {
    if (id === null || items[expected]?.id === id) return expected;
    const found = items.findIndex((item) => item.id === id);
    return found < 0 ? expected : found;
  };
  const locate = (known: Place) => {
    const line = clampIndex(indexOf(known.id, counted(known.at, known.from, count)), count);
    const above = counted(known.top, known.from, count);
    // At the top of the list, new rows are shown; further down, they do not move the visible rows.
    return { line, first: getWindowStart(line, count, height, above <= 0 ? above : indexOf(known.topId, above)) };
  };
  const placeAt = (end: End, line: number, first: number, isKnown = true): Place => ({
    id: isKnown ? (items[line]?.id ?? null) : null,
    topId: isKnown ? (items[first]?.id ?? null) : null,
    from: end,
    at: counted(line, end, count),
    top: counted(first, end, count),
  });
  const { line: at, first: top } = locate(place);
  const settled = isStill ? placeAt(from, at, top) : place;
  const isTurned = JSON.stringify(settled) !== JSON.stringify(place);
  useEffect(() => {
    if (isTurned) setPlace(settled);
  });
  const step = (by: Step) =>
    setPlace((known) => {
      const { line, first } = locate(known);
      const next = stepIndex(line, by, count, Math.max(1, height - 1));
      // The record at an end is not known until that end is read.
      const isEnd = by === 'top' || by === 'bottom';
      const end = by === 'top' ? 'first' : by === 'bottom' ? 'last' : known.from;
      return placeAt(end, next, getWindowStart(next, count, height, first), !isEnd);
    });
  return { place, at, top, step, rewind: () => setPlace(firstPlace) };
}
