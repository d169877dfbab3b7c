import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeContentHeight,
  computeDrawnWindow,
  computePlaceAfter,
  computePlaceShowing,
  computeScrollHeight,
  getVisibleRows,
  maxElementHeight,
  type ScrollPlace,
  startPlace,
  type WindowSize,
} from './grid.tsx';

const million: WindowSize = { rows: 1_000_000, rowHeight: 40, viewport: 600 };
const few: WindowSize = { rows: 100, rowHeight: 40, viewport: 600 };

function visibleRows(place: ScrollPlace, size: WindowSize): [number, number] {
  return [Math.floor(place.offset / size.rowHeight), Math.ceil((place.offset + size.viewport) / size.rowHeight)];
}

describe('a list below the height limit', () => {
  test('scrolls without scaling', () => {
    expect(computeScrollHeight(few)).toBe(4000);
    expect(computePlaceAfter(startPlace, 2000, few)).toEqual({ top: 2000, offset: 2000 });
  });

  test('renders the visible rows and a few around them at their positions', () => {
    expect(computeDrawnWindow({ top: 2000, offset: 2000 }, few)).toEqual({ first: 44, end: 71, shift: 1760 });
  });
});

describe('a list of a million rows', () => {
  test('is scaled to a height that every browser renders', () => {
    expect(computeContentHeight(million)).toBe(40_000_000);
    expect(computeScrollHeight(million)).toBe(maxElementHeight);
  });

  test('shows the last row when the bar is at its end', () => {
    const end = computePlaceAfter(startPlace, maxElementHeight - 600, million);
    expect(computeDrawnWindow(end, million).end).toBe(1_000_000);
    expect(visibleRows(end, million)[1]).toBe(1_000_000);
  });

  test('moves row by row with the wheel and proportionally with a jump', () => {
    const middle = computePlaceAfter(startPlace, 4_000_000, million);
    expect(middle.offset / 40).toBeCloseTo(500_000, -3);
    expect(computePlaceAfter(middle, 4_000_040, million).offset).toBe(middle.offset + 40);
  });

  test('shows any requested row', () => {
    for (const row of [0, 1, 499_999, 999_999]) {
      const place = computePlaceShowing({ top: 4_000_000, offset: 20_000_000 }, row, million);
      const [first, end] = visibleRows(place, million);
      expect(first).toBeLessThanOrEqual(row);
      expect(end).toBeGreaterThan(row);
    }
  });
});

test('always renders existing rows that cover the viewport inside the scrolled element', () => {
  const size = fc.record({
    rows: fc.integer({ min: 0, max: 100_000_000 }),
    rowHeight: fc.integer({ min: 20, max: 80 }),
    viewport: fc.integer({ min: 100, max: 2000 }),
  });
  fc.assert(
    fc.property(
      size,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (given, moves) => {
        let place = startPlace;
        for (const move of moves)
          place = computePlaceAfter(place, Math.round(move * computeScrollHeight(given)), given);
        const drawn = computeDrawnWindow(place, given);
        expect(drawn.first).toBeGreaterThanOrEqual(0);
        expect(drawn.end).toBeLessThanOrEqual(given.rows);
        const seen = Math.min(given.viewport, computeContentHeight(given));
        const reach = drawn.shift + (drawn.end - drawn.first) * given.rowHeight;
        if (given.rows > 0) expect(drawn.shift).toBeLessThanOrEqual(place.top);
        expect(reach).toBeGreaterThanOrEqual(place.top + seen - given.rowHeight);
      },
    ),
  );
});

test.each([
  ['a page from its first row, wherever it stands', { first: 12, end: 20 }, 20, () => true, [0, 20]],
  ['no row that has not come', { first: 98, end: 120 }, 1000, (row: number) => row < 100, [0, 100]],
  [
    'what has come of a later part',
    { first: 190, end: 230 },
    1000,
    (row: number) => row >= 200 && row < 300,
    [200, 300],
  ],
  ['no more than so many', { first: 0, end: 30 }, 1000, () => true, [0, 200]],
  ['nothing where nothing has come', { first: 0, end: 20 }, 1000, () => false, [20, 20]],
])('on paper stands %s', (_what, drawn, rows, isThere, [first, end]) => {
  expect(getVisibleRows(drawn, rows, 200, isThere)).toEqual({ first, end });
});
