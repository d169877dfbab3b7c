import type { Tone } from '@gantry/core';
import { Text } from 'ink';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { Table } from '#ink-table';
import { applyTone, renderBold, renderDim } from './colors.ts';
import { type DataCell, type DataColumn, type FittedColumn, fitColumns, gap } from './fit-columns.ts';
import { type Marks, padCell } from './marks.ts';
import { useTui } from './tui-context.ts';

/** Rows that a table takes at most: what is longer is a list. */
export const maxRows = 15;

interface Drawing {
  readonly columns: readonly DataColumn[];
  readonly fitted: readonly FittedColumn[];
  readonly marks: Marks;
}

/** ink-table keeps the parts that it was given first, so these read what they draw from a context. */
const DrawingContext = createContext<Drawing | null>(null);
const tones: readonly Tone[] = ['neutral', 'info', 'good', 'warn', 'bad'];

/** A cell's value carries its tone in front, since ink-table hands on nothing but the text. */
const packed = ({ text, tone }: DataCell) => `${tone ? tones.indexOf(tone) + 1 : 0}${text}`;

interface PartProps {
  readonly children?: ReactNode;
  readonly column?: number;
}

/** A text in exactly the columns of its table's column; ink-table itself counts UTF-16 units. */
function useCellText(text: string, column: number): string {
  const drawing = useContext(DrawingContext);
  const fitted = drawing?.fitted[column];
  if (!drawing || !fitted) return '';
  const right = drawing.columns[fitted.at]?.right === true;
  const last = column === drawing.fitted.length - 1;
  return padCell(text, fitted.width, drawing.marks, right) + ' '.repeat(last ? 0 : gap);
}

function TableCell({ children, column = 0 }: PartProps) {
  const value = String(children).trim();
  return <Text>{applyTone(useCellText(value.slice(1), column), tones[Number(value[0]) - 1] ?? null)}</Text>;
}

function TableHead({ column = 0 }: PartProps) {
  const drawing = useContext(DrawingContext);
  const at = drawing?.fitted[column]?.at ?? 0;
  return <Text>{renderDim(renderBold(useCellText(drawing?.columns[at]?.title ?? '', column)))}</Text>;
}

/** No rules and no frame: a panel has one already, and a row takes one line instead of two. */
function NoRule() {
  return null;
}

export interface DataTableProps {
  readonly columns: readonly DataColumn[];
  readonly rows: readonly (readonly DataCell[])[];
  readonly width: number;
}

/** A small table, drawn by ink-table: whatever stands in its cells, no line is wider than `width`. */
export function DataTable({ columns, rows, width }: DataTableProps) {
  const { marks } = useTui();
  const shown = useMemo(() => rows.slice(0, maxRows), [rows]);
  const drawing = useMemo(
    () => ({ columns, fitted: fitColumns(columns, shown, width), marks }),
    [columns, shown, width, marks],
  );
  const names = drawing.fitted.map((_, at) => `c${at}`);
  const data = shown.map((row) =>
    Object.fromEntries(drawing.fitted.map(({ at }, place) => [`c${place}`, packed(row[at] ?? { text: '' })])),
  );
  if (names.length === 0) return null;
  return (
    <DrawingContext.Provider value={drawing}>
      <Table columns={names} data={data} header={TableHead} cell={TableCell} skeleton={NoRule} />
    </DrawingContext.Provider>
  );
}
