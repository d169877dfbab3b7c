import type { Tone } from '@gantry/core';
import { Text } from 'ink';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { Table } from '#ink-table';
import { applyTone, renderBold, renderDim } from './colors.ts';
import { type DataCell, type DataColumn, type FittedColumn, fitColumns, gap } from './fit-columns.ts';
import { type Marks, padCell } from './marks.ts';
import { useTui } from './tui-context.ts';

/** Maximum number of rows of a table; longer data is shown as a list. */
export const maxRows = 15;

interface TableLayout {
  readonly columns: readonly DataColumn[];
  readonly fitted: readonly FittedColumn[];
  readonly marks: Marks;
}

/** ink-table keeps using the components of its first render, so these read the layout from a context. */
const TableLayoutContext = createContext<TableLayout | null>(null);
const tones: readonly Tone[] = ['neutral', 'info', 'good', 'warn', 'bad'];

/** Encodes the tone as the first character of the text, since ink-table passes only the text to a cell. */
const packCell = ({ text, tone }: DataCell) => `${tone ? tones.indexOf(tone) + 1 : 0}${text}`;

interface PartProps {
  readonly children?: ReactNode;
  readonly column?: number;
}

/** Pads a text to the width of its column. ink-table itself would count UTF-16 units. */
function useCellText(text: string, column: number): string {
  const layout = useContext(TableLayoutContext);
  const fitted = layout?.fitted[column];
  if (!layout || !fitted) return '';
  const right = layout.columns[fitted.index]?.right === true;
  const last = column === layout.fitted.length - 1;
  return padCell(text, fitted.width, layout.marks, right) + ' '.repeat(last ? 0 : gap);
}

function TableCell({ children, column = 0 }: PartProps) {
  const value = String(children).trim();
  return <Text>{applyTone(useCellText(value.slice(1), column), tones[Number(value[0]) - 1] ?? null)}</Text>;
}

function TableHead({ column = 0 }: PartProps) {
  const layout = useContext(TableLayoutContext);
  const at = layout?.fitted[column]?.index ?? 0;
  return <Text>{renderDim(renderBold(useCellText(layout?.columns[at]?.title ?? '', column)))}</Text>;
}

/** Draws no frame and no rules: the panel around a table has a frame, and without rules a row takes one line instead of two. */
function NoRule() {
  return null;
}

export interface DataTableProps {
  readonly columns: readonly DataColumn[];
  readonly rows: readonly (readonly DataCell[])[];
  readonly width: number;
}

/** A small table, drawn by ink-table. No line is wider than `width`, whatever the cells contain. */
export function DataTable({ columns, rows, width }: DataTableProps) {
  const { marks } = useTui();
  const shown = useMemo(() => rows.slice(0, maxRows), [rows]);
  const layout = useMemo(
    () => ({ columns, fitted: fitColumns(columns, shown, width), marks }),
    [columns, shown, width, marks],
  );
  const names = layout.fitted.map((_, at) => `c${at}`);
  const data = shown.map((row) =>
    Object.fromEntries(layout.fitted.map(({ index }, at) => [`c${at}`, packCell(row[index] ?? { text: '' })])),
  );
  if (names.length === 0) return null;
  return (
    <TableLayoutContext.Provider value={layout}>
      <Table columns={names} data={data} header={TableHead} cell={TableCell} skeleton={NoRule} />
    </TableLayoutContext.Provider>
  );
}
