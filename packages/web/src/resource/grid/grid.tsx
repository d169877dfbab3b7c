import './grid.css';
import type { SortBy } from '@gantry/core';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldRecord } from '../../fields/index.ts';
import { type GridColumn, headHeight } from './columns.ts';
import { GridBox } from './grid-box.tsx';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { useGridWindow } from './use-grid-window.ts';

export interface GridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly headings: Readonly<Record<string, string>>;
  readonly rowHeight: number;
  /** Rows of this grid; a row that is not there yet is drawn as a skeleton. */
  readonly rowCount: number;
  readonly rowAt: (index: number) => FieldRecord | undefined;
  /** Place of the first row among all that match, and how many match; null when nobody has counted. */
  readonly firstRow: number;
  readonly matching: number | null;
  readonly busy: boolean;
  /** Whether other rows were asked for than those that stand. */
  readonly stale: boolean;
  readonly sort: SortBy | null;
  readonly picked: (id: number) => boolean;
  readonly pickedState: 'none' | 'some' | 'all';
  /** Row of the cursor. */
  readonly active: number;
  /** Column of the cursor; null when it is on the row as a whole. */
  readonly activeCell: string | null;
  readonly actionWidth: number;
  /** Of the first cell, with the tick box and what stands before it. */
  readonly pickWidth: number;
  readonly onWindow: (first: number, end: number) => void;
  readonly onSort: (name: string) => void;
  readonly onResize: (name: string, width: number) => void;
  readonly onPick: (index: number, range: boolean) => void;
  readonly onPickAll: () => void;
  readonly onActive: (index: number) => void;
  /** On a cell, when one was meant. */
  readonly onOpen: (index: number, column: string | null) => void;
  readonly cell: (column: GridColumn, record: FieldRecord) => ReactNode;
  /** What stands in a cell while it is edited; null in all others. */
  readonly editor: (column: GridColumn, record: FieldRecord) => ReactNode;
  /** What stands before the tick box of a row. */
  readonly handle: (record: FieldRecord, index: number, active: boolean) => ReactNode;
  readonly actions: (record: FieldRecord, index: number, active: boolean) => ReactNode;
  readonly titleOf: (record: FieldRecord) => string;
}

/** Id of the row of the cursor, or of its cell. */
function cursorId(id: string, row: number, column: string | null): string {
  return column === null ? `${id}-${row}` : `${id}-${row}-${column}`;
}

/**
 * Rows of records in a window: any number of them, one height each, columns that resize and stay in sight. One tab stop;
 * the cursor row is told by `aria-activedescendant`, and only its own controls are in the tab order.
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
      aria-activedescendant={active >= first && active < end ? cursorId(id, active, props.activeCell) : undefined}
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
