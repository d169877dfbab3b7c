import './grid.css';
import type { SortBy } from '@gantry/core';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FieldRecord } from '../../fields/index.ts';
import { useOnPaper } from '../../ui/appearance/index.ts';
import { type GridColumn, headHeight } from './columns.ts';
import { GridBox } from './grid-box.tsx';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';

/** The size of a scrolled window over rows of equal height, in pixels. */
export interface WindowSize {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewport: number;
}

/** Chromium renders no element higher than 33,554,428 px, other browsers less. Above this height the scroll bar is scaled. */
export const maxElementHeight = 8_000_000;

/** Rows rendered beyond each edge of the viewport. */
const overscan = 6;

export function computeContentHeight({ rows, rowHeight }: WindowSize): number {
  return rows * rowHeight;
}

/** Returns the height of the scrolled element. */
export function computeScrollHeight(size: WindowSize): number {
  return Math.min(computeContentHeight(size), maxElementHeight);
}

function computeFurthest(height: number, viewport: number): number {
  return Math.max(0, height - viewport);
}

/** The scroll position, and the offset into the rows that it represents. They are equal unless the height is scaled. */
export interface ScrollPlace {
  readonly top: number;
  readonly offset: number;
}
export const startPlace: ScrollPlace = { top: 0, offset: 0 };

/**
 * Computes the position after the scroll bar moved. A step shorter than the viewport (wheel, arrow, drag) moves the rows by the
 * same distance; a longer one is a jump, scaled to the full height. The ends of the bar are the ends of the rows.
 */
export function computePlaceAfter(before: ScrollPlace, top: number, size: WindowSize): ScrollPlace {
  const last = computeFurthest(computeScrollHeight(size), size.viewport);
  const lastOffset = computeFurthest(computeContentHeight(size), size.viewport);
  const at = Math.min(Math.max(0, top), last);
  if (at === 0 || at === last) return { top: at, offset: at === 0 ? 0 : lastOffset };
  if (last === lastOffset) return { top: at, offset: at };
  const step = at - before.top;
  if (Math.abs(step) < size.viewport) {
    return { top: at, offset: Math.min(Math.max(0, before.offset + step), lastOffset) };
  }
  return { top: at, offset: Math.round((at / last) * lastOffset) };
}

/** Computes the position that shows a row completely with the shortest move. `covered` pixels at the top are under the header. */
export function computePlaceShowing(place: ScrollPlace, row: number, size: WindowSize): ScrollPlace {
  const start = row * size.rowHeight;
  const end = start + size.rowHeight;
  if (start >= place.offset && end <= place.offset + size.viewport) return place;
  const lastOffset = computeFurthest(computeContentHeight(size), size.viewport);
  const wanted = start < place.offset ? start : end - size.viewport;
  const offset = Math.min(Math.max(0, wanted), lastOffset);
  const last = computeFurthest(computeScrollHeight(size), size.viewport);
  return { top: lastOffset === 0 ? 0 : Math.round((offset / lastOffset) * last), offset };
}

/** Rows to render: from `first` to before `end`, the first one `shift` pixels below the top of the scrolled element. */
interface DrawnWindow {
  readonly first: number;
  readonly end: number;
  readonly shift: number;
}

export function computeDrawnWindow(place: ScrollPlace, size: WindowSize): DrawnWindow {
  const first = Math.max(0, Math.floor(place.offset / size.rowHeight) - overscan);
  const end = Math.min(size.rows, Math.ceil((place.offset + size.viewport) / size.rowHeight) + overscan);
  return { first, end: Math.max(first, end), shift: place.top - (place.offset - first * size.rowHeight) };
}

/** Returns the contiguous loaded rows around the first loaded row of the window, at most `most`: the rows that can be printed. */
export function getVisibleRows(
  { first, end }: Pick<DrawnWindow, 'first' | 'end'>,
  rows: number,
  most: number,
  isThere: (row: number) => boolean,
): Pick<DrawnWindow, 'first' | 'end'> {
  let from = first;
  while (from < end && !isThere(from)) from += 1;
  let to = from;
  while (from > 0 && to - from < most && isThere(from - 1)) from -= 1;
  while (to < rows && to - from < most && isThere(to)) to += 1;
  return { first: from, end: to };
}

/** Maximum number of printed rows: the size of the longest page. */
const maxOnPaper = 200;

/**
 * Manages the scroll window over the rows. `covered` is the height of the sticky header; rows in the window may still be loading.
 */
function useGridWindow(
  element: RefObject<HTMLDivElement | null>,
  rows: number,
  rowHeight: number,
  covered: number,
  isThere: (row: number) => boolean,
) {
  const [viewport, setViewport] = useState(600);
  const [place, setPlace] = useState(startPlace);
  const size: WindowSize = { rows, rowHeight, viewport };
  const latest = useRef(size);
  latest.current = size;
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = () => setViewport(Math.max(rowHeight, box.clientHeight - covered));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [element, rowHeight, covered]);
  const onScroll = useCallback(() => {
    const top = element.current?.scrollTop ?? 0;
    setPlace((before) => (before.top === top ? before : computePlaceAfter(before, top, latest.current)));
  }, [element]);
  const show = useCallback(
    (row: number) => {
      setPlace((before) => {
        const next = computePlaceShowing(before, row, latest.current);
        if (next !== before && element.current) element.current.scrollTop = next.top;
        return next;
      });
    },
    [element],
  );
  const onPaper = useOnPaper();
  // Fixed immediately: a list that shrinks for printing scrolls by the difference.
  const paper = useRef<ReturnType<typeof getVisibleRows> | null>(null);
  const drawn = computeDrawnWindow(place, size);
  if (!onPaper) paper.current = null;
  else {
    paper.current ??= getVisibleRows(drawn, rows, maxOnPaper, isThere);
    const { first, end } = paper.current;
    // Only as high as the rendered rows: the empty rest of a long list would print thousands of empty sheets.
    return { drawn: { first, end, shift: 0 }, height: 'auto' as const, onScroll, show };
  }
  return { drawn, height: Math.max(computeScrollHeight(size), rowHeight), onScroll, show };
}

export interface GridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly headings: Readonly<Record<string, string>>;
  readonly rowHeight: number;
  /** Number of rows; a row that is not loaded yet is rendered as a skeleton. */
  readonly rowCount: number;
  readonly rowAt: (index: number) => FieldRecord | undefined;
  /** Position of the first row among all matches, and the number of matches; null when they were not counted. */
  readonly firstRow: number;
  readonly matching: number | null;
  readonly busy: boolean;
  /** Whether the rows belong to the previous request while new ones are loading. */
  readonly stale: boolean;
  readonly sort: SortBy | null;
  readonly picked: (id: number) => boolean;
  readonly pickedState: 'none' | 'some' | 'all';
  /** Row of the cursor. */
  readonly active: number;
  /** Column of the cursor; null when it is on the row itself. */
  readonly activeCell: string | null;
  readonly actionWidth: number;
  /** Width of the first cell, with the checkbox and what precedes it. */
  readonly pickWidth: number;
  readonly onWindow: (first: number, end: number) => void;
  readonly onSort: (name: string) => void;
  readonly onResize: (name: string, width: number) => void;
  readonly onPick: (index: number, range: boolean) => void;
  readonly onPickAll: () => void;
  readonly onActive: (index: number) => void;
  /** Called with the column when a cell was clicked. */
  readonly onOpen: (index: number, column: string | null) => void;
  readonly cell: (column: GridColumn, record: FieldRecord) => ReactNode;
  /** The editor of a cell; null when it is not being edited. */
  readonly editor: (column: GridColumn, record: FieldRecord) => ReactNode;
  /** Content before the checkbox of a row. */
  readonly handle: (record: FieldRecord, index: number, active: boolean) => ReactNode;
  readonly actions: (record: FieldRecord, index: number, active: boolean) => ReactNode;
  readonly titleOf: (record: FieldRecord) => string;
}

/** Returns the element ID of the row of the cursor, or of its cell. */
function getCursorId(id: string, row: number, column: string | null): string {
  return column === null ? `${id}-${row}` : `${id}-${row}-${column}`;
}

/**
 * A virtualized grid for any number of rows of equal height, with resizable and pinned columns. It is one tab stop:
 * `aria-activedescendant` marks the cursor row, and only the controls of that row are in the tab order.
 */
export function Grid(props: GridProps) {
  const { label, columns, rowCount, rowHeight, active, onWindow, matching, firstRow } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const isThere = (row: number) => props.rowAt(row) !== undefined;
  const { drawn, height, onScroll, show } = useGridWindow(box, rowCount, rowHeight, headHeight, isThere);
  const { first, end } = drawn;
  useEffect(() => onWindow(first, end), [onWindow, first, end]);
  useEffect(() => {
    if (active >= 0) show(active);
  }, [active, show]);
  const width = props.pickWidth + columns.reduce((sum, column) => sum + column.width, 0) + props.actionWidth;
  const indices = Array.from({ length: end - first }, (_, offset) => first + offset);
  const style = {
    '--row-height': `${rowHeight}px`,
    '--grid-width': `${width}px`,
    '--pick-width': `${props.pickWidth}px`,
  } as CSSProperties;
  return (
    <GridBox
      role="grid"
      ref={box}
      className={props.stale ? 'grid stale' : 'grid'}
      style={style}
      tabIndex={0}
      aria-label={label}
      aria-busy={props.busy}
      aria-multiselectable
      aria-rowcount={matching === null ? -1 : matching + 1}
      aria-colcount={columns.length + 2}
      aria-activedescendant={active >= first && active < end ? getCursorId(id, active, props.activeCell) : undefined}
      onScroll={onScroll}
    >
      <GridHead {...props} />
      <GridBox role="rowgroup" className="grid-body" style={{ height }}>
        <div className="grid-window" role="presentation" style={{ transform: `translateY(${drawn.shift}px)` }}>
          {indices.map((index) => (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              index={index}
              rowIndex={firstRow + index + 2}
              record={props.rowAt(index)}
              active={index === active}
              grid={props}
            />
          ))}
        </div>
      </GridBox>
    </GridBox>
  );
}
