import { useEffect, useState } from 'react';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../parts/viewport.ts';
import type { End } from './use-rows.ts';

/** A place in a list and the first line in sight, both counted from an end: so rows that come at the other one move neither. */
export interface Place {
  readonly from: End;
  readonly at: number;
  readonly top: number;
}

export const firstPlace: Place = { from: 'first', at: 0, top: 0 };

/** A line counted from the other end. */
const counted = (line: number, from: End, count: number) => (from === 'last' ? count - 1 - line : line);

const placeAt = (from: End, at: number, top: number, count: number): Place => ({
  from,
  at: counted(at, from, count),
  top: counted(top, from, count),
});

/**
 * Where one is in a list, as one state so that no key is lost between the line and what is in sight.
 * @param isStill rows are not being read: the place then counts from the end from which they were
 */
export function usePlace(
  start: Place,
  { count, height, from, isStill }: { count: number; height: number; from: End; isStill: boolean },
) {
  const [place, setPlace] = useState(start);
  const lineOf = (known: Place) => clampIndex(counted(known.at, known.from, count), count);
  const topOf = (known: Place, at: number) => getWindowStart(at, count, height, counted(known.top, known.from, count));
  const at = lineOf(place);
  const top = topOf(place, at);
  const isTurned = isStill && place.from !== from;
  useEffect(() => {
    if (isTurned) setPlace(placeAt(from, at, top, count));
  }, [isTurned, from, at, top, count]);
  const step = (by: Step) =>
    setPlace((known) => {
      const next = stepIndex(lineOf(known), by, count, Math.max(1, height - 1));
      const end = by === 'top' ? 'first' : by === 'bottom' ? 'last' : known.from;
      return placeAt(end, next, topOf(known, next), count);
    });
  return { place, at, top, step, rewind: () => setPlace(firstPlace) };
}
