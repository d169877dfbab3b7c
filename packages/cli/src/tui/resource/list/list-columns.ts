import { type AnyResource, allFields, type Field, listPermittedFields, localize } from '@gantry/core';
import { type CellFormat, cells, formatCell, getCellTone } from '../../fields/cells.ts';
import { applyTone, highlightSelected, renderBold, renderDim } from '../../parts/colors.ts';
import {
  type DataCell,
  type DataColumn,
  type FittedColumn,
  fitColumns,
  gap,
  widenColumns,
} from '../../parts/fit-columns.ts';
import { measureWidth, padCell } from '../../parts/marks.ts';
import type { Tui } from '../../parts/tui-context.ts';

export type DataRecord = Readonly<Record<string, unknown>> & { readonly id: number };

/** A column of a list, with the field that it shows. */
export interface ListColumn extends DataColumn {
  readonly name: string;
  readonly field: Field;
}

/** Which columns a list shows: the chosen ones, or its default ones; a wide list shows all. */
export interface ColumnSelection {
  readonly chosen: readonly string[] | null;
  readonly isWide: boolean;
}

/** Names of the columns after the ID that the user may see. */
export function listColumnNames(
  resource: AnyResource,
  { role }: Pick<Tui, 'role'>,
  { chosen, isWide }: ColumnSelection,
): readonly string[] {
  const permitted = listPermittedFields(resource, role, 'list');
  const own: readonly string[] = chosen ?? resource.list.columns;
  const names = isWide ? [...own, ...permitted.filter((name) => !own.includes(name))] : own;
  return names.filter((name) => name !== 'id' && permitted.includes(name));
}

/**
 * Columns of a resource's list, the id first. When space is short, the state is dropped late and the name last. Images are left
 * out, because the list could only show their paths.
 */
export function listColumns(
  resource: AnyResource,
  tui: Pick<Tui, 'role' | 'locale'>,
  selection: ColumnSelection = { chosen: null, isWide: false },
): readonly ListColumn[] {
  const fields = allFields(resource);
  const names = ['id', ...listColumnNames(resource, tui, selection)];
  return names.flatMap((name, at): ListColumn[] => {
    const field = fields[name];
    if (!field || field.kind === 'image') return [];
    const format: CellFormat = cells[field.kind];
    const isTitle = name === resource.title;
    const priority = isTitle ? 100 : field.kind === 'state' ? 50 : name === 'id' ? -5.5 : -at;
    return [
      {
        name,
        field,
        title: localize(field.label, tui.locale),
        right: format.right ?? false,
        min: isTitle ? 24 : getMinWidth(field, localize(field.label, tui.locale)),
        priority,
      },
    ];
  });
}

/** Maximum width up to which a heading is shown in full above shorter values, in columns. */
const fullHeadingWidth = 12;

/**
 * The minimum width of a column. Values that are meaningless when truncated keep their full width, and so does a short heading.
 */
function getMinWidth(field: Field, title: string): number {
  const full: readonly string[] = ['integer', 'money', 'time', 'date', 'boolean', 'state', 'color'];
  return full.includes(field.kind)
    ? Math.max(cells[field.kind].maxWidth, Math.min(fullHeadingWidth, measureWidth(title)))
    : 10;
}

/** The columns that fit into a width, with their widths for these records. */
export function fitList(
  columns: readonly ListColumn[],
  records: readonly DataRecord[],
  width: number,
  sort: ListSort,
  tui: Tui,
): readonly FittedColumn[] {
  const rows = records.map((record) => columns.map((column) => getCell(column, record, tui)));
  const capped = rows.map((row) =>
    row.map((one, at) => ({ text: one.text.slice(0, cells[columns[at]?.field.kind ?? 'text'].maxWidth) })),
  );
  const withHeadings = columns.map((column) => ({ ...column, title: formatHeading(column, sort, tui) }));
  const fullWidths = columns.map((_, at) => Math.max(0, ...rows.map((row) => measureWidth(row[at]?.text ?? ''))));
  return widenColumns(fitColumns(withHeadings, capped, width), fullWidths, width);
}

/** The text of a cell and its tone. */
export function getCell(column: ListColumn, record: DataRecord, tui: Pick<Tui, 'locale' | 'timeZone'>): DataCell {
  const text = column.name === 'id' ? String(record.id) : formatCell(column.name, column.field, record, tui);
  return { text, tone: getCellTone(record[column.name], column.field) };
}

const space = ' '.repeat(gap);

export interface ListSort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** The title of a column, with an arrow when the list is sorted by it. */
function formatHeading(column: ListColumn, sort: ListSort, { marks }: Pick<Tui, 'marks'>): string {
  return sort.field === column.name ? `${column.title} ${sort.order === 'asc' ? marks.up : marks.down}` : column.title;
}

/** The line with the column headings. */
export function formatHeadings(
  columns: readonly ListColumn[],
  fitted: readonly FittedColumn[],
  sort: ListSort,
  tui: Tui,
): string {
  const { marks } = tui;
  const headings = fitted.map(({ index, width }) => {
    const column = columns[index];
    const heading = column ? formatHeading(column, sort, tui) : '';
    return padCell(heading, width, marks, column?.right);
  });
  return `   ${renderDim(renderBold(headings.join(space)))}`;
}

export interface RowStyle {
  readonly chosen: boolean;
  readonly picked: boolean;
  readonly width: number;
}

/**
 * Maximum width of the highlight of the chosen row, in columns: each move redraws it in two rows, which is slow on a slow
 * connection.
 */
const maxHighlightWidth = 80;

/** Renders a record as one line: the pointer, the mark of a picked record, and its cells. */
export function formatRowLine(
  columns: readonly ListColumn[],
  fitted: readonly FittedColumn[],
  record: DataRecord,
  style: RowStyle,
  tui: Tui,
): string {
  const { marks } = tui;
  const prefix = `${style.chosen ? marks.pointer : ' '}${style.picked ? marks.picked : ' '} `;
  let end = measureWidth(prefix);
  let highlighted = 0;
  const parts = fitted.map(({ index, width }, at) => {
    end += width + (at > 0 ? gap : 0);
    const isHighlighted = style.chosen && end <= maxHighlightWidth;
    if (isHighlighted) highlighted = at + 1;
    const column = columns[index];
    if (!column) return '';
    const { text, tone } = getCell(column, record, tui);
    const padded = padCell(text, width, marks, column.right);
    return isHighlighted ? padded : column.name === 'id' ? renderDim(padded) : applyTone(padded, tone ?? null);
  });
  if (!style.chosen) return prefix + parts.join(space);
  const highlightedPart = prefix + parts.slice(0, highlighted).join(space);
  if (highlighted < parts.length)
    return highlightSelected(highlightedPart) + space + parts.slice(highlighted).join(space);
  return highlightSelected(padCell(highlightedPart, Math.min(style.width, maxHighlightWidth), marks));
}
