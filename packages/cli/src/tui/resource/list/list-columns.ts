import { type AnyResource, allFields, type Field, localize, permittedFields } from '@gantry/core';
import { type CellSpace, cells, formatCell, getCellTone } from '../../fields/cells.ts';
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
  const permitted = permittedFields(resource, role, 'list');
  const own: readonly string[] = chosen ?? resource.list.columns;
  const names = isWide ? [...own, ...permitted.filter((name) => !own.includes(name))] : own;
  return names.filter((name) => name !== 'id' && permitted.includes(name));
}

/**
 * Columns of a resource's list, the id first. When space is short, the state is dropped late and the name last. Images are left out,
 * because the list could only show their paths.
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
    const space: CellSpace = cells[field.kind];
    const isTitle = name === resource.title;
    const priority = isTitle ? 100 : field.kind === 'state' ? 50 : name === 'id' ? -5.5 : -at;
    return [
      {
        name,
        field,
        title: localize(field.label, tui.locale),
        right: space.right ?? false,
        min: isTitle ? 24 : minOf(field, localize(field.label, tui.locale)),
        priority,
      },
    ];
  });
}

/** Columns up to which a heading stays whole over values that are shorter. */
const headingSpace = 12;

/** A kind that says nothing once it is cut keeps its whole width, and its heading, unless that is long. */
function minOf(field: Field, title: string): number {
  const full: readonly string[] = ['integer', 'money', 'time', 'date', 'boolean', 'state', 'color'];
  return full.includes(field.kind) ? Math.max(cells[field.kind].most, Math.min(headingSpace, measureWidth(title))) : 10;
}

/** Widths of the columns that fit these rows. */
export function fitList(
  columns: readonly ListColumn[],
  records: readonly DataRecord[],
  width: number,
  sort: ListSort,
  tui: Tui,
): readonly FittedColumn[] {
  const rows = records.map((record) => columns.map((column) => cellOf(column, record, tui)));
  const capped = rows.map((row) =>
    row.map((one, at) => ({ text: one.text.slice(0, cells[columns[at]?.field.kind ?? 'text'].most) })),
  );
  const titled = columns.map((column) => ({ ...column, title: headTitle(column, sort, tui) }));
  const wanted = columns.map((_, at) => Math.max(0, ...rows.map((row) => measureWidth(row[at]?.text ?? ''))));
  return widenColumns(fitColumns(titled, capped, width), wanted, width);
}

/** The text of a cell and its tone. */
export function cellOf(column: ListColumn, record: DataRecord, tui: Pick<Tui, 'locale' | 'timeZone'>): DataCell {
  const text = column.name === 'id' ? String(record.id) : formatCell(column.name, column.field, record, tui);
  return { text, tone: getCellTone(record[column.name], column.field) };
}

const space = ' '.repeat(gap);

export interface ListSort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** A column's title, marked when it sorts the list. */
function headTitle(column: ListColumn, sort: ListSort, { marks }: Pick<Tui, 'marks'>): string {
  return sort.field === column.name ? `${column.title} ${sort.order === 'asc' ? marks.up : marks.down}` : column.title;
}

/** The line over the rows; the column that sorts them is marked. */
export function formatHeadLine(
  columns: readonly ListColumn[],
  fitted: readonly FittedColumn[],
  sort: ListSort,
  tui: Tui,
): string {
  const { marks } = tui;
  const titles = fitted.map(({ index: at, width }) => {
    const column = columns[at];
    const title = column ? headTitle(column, sort, tui) : '';
    return padCell(title, width, marks, column?.right);
  });
  return `   ${renderDim(renderBold(titles.join(space)))}`;
}

export interface RowLook {
  readonly chosen: boolean;
  readonly picked: boolean;
  readonly width: number;
}

/** Columns up to which the chosen row is highlighted: a move redraws no more of two wide rows, which a slow line feels. */
const highlightedWidth = 80;

/** A record as one line: the pointer, the mark of the picked, and its cells. */
export function formatRowLine(
  columns: readonly ListColumn[],
  fitted: readonly FittedColumn[],
  record: DataRecord,
  look: RowLook,
  tui: Tui,
): string {
  const { marks } = tui;
  const lead = `${look.chosen ? marks.pointer : ' '}${look.picked ? marks.picked : ' '} `;
  let end = measureWidth(lead);
  let highlighted = 0;
  const parts = fitted.map(({ index: at, width }, index) => {
    end += width + (index > 0 ? gap : 0);
    const isHighlighted = look.chosen && end <= highlightedWidth;
    if (isHighlighted) highlighted = index + 1;
    const column = columns[at];
    if (!column) return '';
    const { text, tone } = cellOf(column, record, tui);
    const words = padCell(text, width, marks, column.right);
    return isHighlighted ? words : column.name === 'id' ? renderDim(words) : applyTone(words, tone ?? null);
  });
  if (!look.chosen) return lead + parts.join(space);
  const front = lead + parts.slice(0, highlighted).join(space);
  if (highlighted < parts.length) return highlightSelected(front) + space + parts.slice(highlighted).join(space);
  return highlightSelected(padCell(front, Math.min(look.width, highlightedWidth), marks));
}
