import {
  type AnyResource,
  allFields,
  type Density,
  type Field,
  findStateField,
  getEnglishTitleName,
  type ListLook,
  type Locale,
  type LocalizedText,
  listPermittedFields,
  listSortableFields,
} from '@gantry/core';
import { getColumnShape } from '../../fields/index.ts';
import type { Slots } from '../slots.ts';

export interface GridColumn {
  readonly name: string;
  readonly field: Field;
  readonly width: number;
  /** Sticky position in pixels from the start of the row; null when the column is not pinned. */
  readonly stuckAt: number | null;
  readonly sortable: boolean;
  /** Why the column cannot be sorted, if the definition gives a reason. */
  readonly whyUnsortable: LocalizedText | null;
  readonly figures: boolean;
  /** Whether its cells have reduced padding. */
  readonly tight: boolean;
}

/** Row heights in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { mini: 32, small: 36, medium: 44, large: 56 };
export const pickWidth = 44;
/** Width of the drag handle and the gap before the checkbox, in pixels. */
export const handleWidth = 28;
export const headHeight = 40;

/** Returns the columns that a role may add to the list: the readable list fields, followed by the engine's own fields. */
export function listPossibleColumns(resource: AnyResource, role: string | null): string[] {
  const permitted = new Set(listPermittedFields(resource, role, 'list'));
  return Object.keys(allFields(resource)).filter((name) => name !== 'version' && permitted.has(name));
}

/** The definition's columns, with the state of a record right after its title, so that it is visible without scrolling. */
function listDefaultColumns(resource: AnyResource): readonly string[] {
  const { columns } = resource.list;
  const state = findStateField(resource)?.name;
  if (state === undefined || !columns.includes(state)) return columns;
  const others = columns.filter((name) => name !== state);
  return others.toSpliced(others.indexOf(resource.title) + 1 || 1, 0, state);
}

/**
 * Returns the visible columns: the selected or the default ones, limited to those that the role may read. In English the title
 * shows the English text, which therefore needs no column of its own.
 */
export function listShownColumns(
  resource: AnyResource,
  role: string | null,
  chosen: readonly string[] | null,
  locale: Locale = 'zh-CN',
): string[] {
  const possible = new Set(listPossibleColumns(resource, role));
  const english = locale === 'en-US' ? getEnglishTitleName(resource.title) : null;
  const units = listUnitNames(resource, resource.list.columns);
  const usual = listDefaultColumns(resource).filter(
    (name) => possible.has(name) && name !== english && !units.includes(name),
  );
  const shown = chosen?.filter((name) => possible.has(name)) ?? usual;
  return shown.length > 0 ? shown : usual;
}

/** Returns the choices that name the units of these columns, which show them as well. */
export function listUnitNames(resource: AnyResource, columns: readonly string[]): string[] {
  return columns.flatMap((name) => {
    const field = resource.fields[name];
    return field?.kind === 'integer' && field.unitFrom !== undefined ? [field.unitFrom] : [];
  });
}

/** Returns the columns to read: the visible ones and those that a slot of the list needs. */
export function readColumns(
  resource: AnyResource,
  role: string | null,
  chosen: readonly string[] | null,
  { reads = [] }: Pick<Slots, 'reads'>,
): string[] {
  const shown = listShownColumns(resource, role, chosen);
  return [...shown, ...listUnitNames(resource, shown), ...reads];
}

interface ColumnSpace {
  readonly name: string;
  readonly field: Field;
  readonly usual: number;
  /** Width that still fits typical values. Shrinking to it cuts nothing off. */
  readonly enough: number;
  readonly least: number;
  /** Like `least`, but with reduced padding. A width that was set by hand does not shrink. */
  readonly floor: number;
  /** Whether it takes a share of the remaining width. */
  readonly grows: boolean;
  /** How much it may shrink below `floor`: text may be cut off a little more, but codes and the heading may not. */
  readonly bearable: number;
}

/** Codes must be readable to the end, so monospaced text gets more space. */
const minCodeWidth = { plain: 120, title: 192 };

const isCode = (field: Field) => field.kind === 'text' && field.mono === true;

function getMinWidth(field: Field, isTitle: boolean): number {
  if (isCode(field)) return isTitle ? minCodeWidth.title : minCodeWidth.plain;
  const { least, grows } = getColumnShape(field);
  return isTitle && grows ? Math.max(least, 132) : least;
}

/** Pixels that the labels of a column need. */
export interface LabelSpace {
  readonly heading: number;
  /** Width of the heading on two lines. */
  readonly folded: number;
  /** Width of its longest option, or of a number with its unit; 0 when it has neither. */
  readonly options: number;
}

/** When space is short, longer options are cut off at this width. States get more, so that they stay readable. */
const minOptionsWidth = 116;
const minStateWidth = 144;

function getColumnSpace(
  resource: AnyResource,
  name: string,
  field: Field,
  dragged: number | undefined,
  words: LabelSpace,
): ColumnSpace {
  if (dragged !== undefined)
    return { name, field, usual: dragged, enough: dragged, least: dragged, floor: dragged, grows: false, bearable: 0 };
  const { width, grows = false } = getColumnShape(field);
  const isTitle = name === resource.title;
  const usual = Math.max(width, words.heading, words.options, isTitle && grows ? 200 : 0);
  const longest = field.kind === 'state' ? minStateWidth : minOptionsWidth;
  const least = Math.max(getMinWidth(field, isTitle), words.folded, Math.min(words.options, longest));
  const enough = grows ? usual : Math.max(least, words.options);
  const bearable = grows && !isCode(field) ? Math.min(bitOfText, least - words.folded) : 0;
  return { name, field, usual, enough, least, floor: least - edges, grows, bearable };
}

const noWords: LabelSpace = { heading: 0, folded: 0, options: 0 };

export const sumBy = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

/** Padding that a cell gives up when space is short. */
const edges = 12;

/** Additional width that each text column gives up before a list scrolls or a column is hidden. */
const bitOfText = 24;

/** Returns the missing pixels at the minimum widths, and the pixels that the text columns can still give up. */
function getShort(columns: readonly ColumnSpace[], available: number) {
  return {
    pixels: Math.max(0, sumBy(columns, ({ floor }) => floor) - available),
    bearable: sumBy(columns, (column) => column.bearable),
  };
}

/** Returns the columns that fit. Hides as few spare columns as possible, the least important first. */
function pickFitting(
  columns: readonly ColumnSpace[],
  available: number,
  spare: readonly string[],
): readonly ColumnSpace[] {
  const gone = new Set<string>();
  const isTooMuch = (without: ReadonlySet<string>) => {
    const { pixels, bearable } = getShort(
      columns.filter(({ name }) => !without.has(name)),
      available,
    );
    return pixels > bearable;
  };
  for (const name of spare) if (isTooMuch(gone)) gone.add(name);
  for (const name of [...gone].reverse()) {
    const others = new Set([...gone].filter((one) => one !== name));
    if (!isTooMuch(others)) gone.delete(name);
  }
  return columns.filter(({ name }) => !gone.has(name));
}

/** Shrinks widths to the available space as far as possible. Space that cuts nothing off is given up first. */
function narrowColumns(columns: readonly ColumnSpace[], available: number): number[] {
  const close = sumBy(columns, ({ least }) => least) > available;
  const { pixels, bearable } = getShort(columns, available);
  const part = pixels > bearable ? 0 : pixels / (bearable || 1);
  const least = (column: ColumnSpace) => (close ? column.floor - Math.ceil(part * column.bearable) : column.least);
  const give = (from: readonly number[], to: readonly number[]) => {
    const yielding = sumBy(from, (width) => width) - sumBy(to, (width) => width);
    const short = sumBy(from, (width) => width) - available;
    const part = yielding > 0 ? Math.min(1, Math.max(0, short) / yielding) : 0;
    return from.map((width, at) => Math.floor(width - (width - (to[at] ?? width)) * part));
  };
  const enough = give(
    columns.map(({ usual }) => usual),
    columns.map((column) => column.enough),
  );
  return omitSliver(columns, give(enough, columns.map(least)), available);
}

/** A visible part of a column below this width is not readable. */
const sliver = 64;

/** Prevents a narrow strip of a column at the edge of a scrolling list: the text columns before it take that space. */
function omitSliver(columns: readonly ColumnSpace[], widths: readonly number[], available: number): number[] {
  const endOf = (at: number) => sumBy(widths.slice(0, at), (width) => width);
  const cut = widths.findIndex((_width, at) => endOf(at + 1) > available);
  const strip = cut < 0 ? 0 : available - endOf(cut);
  const takers = columns.slice(0, cut).filter(({ grows }) => grows);
  if (strip >= sliver || strip <= 0 || takers.length === 0) return [...widths];
  const more = Math.floor(strip / takers.length);
  return widths.map((width, at) => width + (at < cut && columns[at]?.grows ? more : 0));
}

/** Fills the available width: text columns share the remaining space, and all columns shrink when it is short. */
function getWidths(columns: readonly ColumnSpace[], title: string, available: number): number[] {
  const spare = available - sumBy(columns, ({ usual }) => usual);
  if (spare < 0) return narrowColumns(columns, available);
  const growing = columns.filter(({ grows }) => grows);
  const sharers = growing.length > 0 ? growing : columns.filter(({ usual, least }) => usual > least).slice(0, 1);
  const getParts = (column: ColumnSpace) => (column.name === title ? 2 : 1);
  const share = spare / Math.max(1, sumBy(sharers, getParts));
  return columns.map((column) => column.usual + (sharers.includes(column) ? Math.floor(share * getParts(column)) : 0));
}

/**
 * Returns the columns that may be hidden when space is short, the least important first: from the end, except the title, the
 * state, the sort field, amounts and the columns that the definition keeps. Empty when the user selected the columns or set a
 * width.
 */
export function listSpareColumns(
  resource: AnyResource,
  names: readonly string[],
  { widths, pinned }: ListLook,
  sort: string | undefined,
): string[] {
  if (Object.keys(widths).length > 0) return [];
  const fields = allFields(resource);
  const { title, list } = resource;
  const order = sort === 'id' ? 'createdAt' : sort;
  const shown = new Set([title, findStateField(resource)?.name, order, ...pinned, ...(list.essential ?? [])]);
  return names.filter((name) => !shown.has(name) && fields[name]?.kind !== 'money').reverse();
}

/** Computes widths and positions of columns, pinned ones first, without the spare columns that do not fit. */
export function layOutColumns(
  resource: AnyResource,
  names: readonly string[],
  look: ListLook,
  available: number,
  words: Readonly<Record<string, LabelSpace>>,
  /** Pixels of the row before its first column. */
  lead = pickWidth,
  spare: readonly string[] = [],
): GridColumn[] {
  const fields = allFields(resource);
  const sortable = new Set(listSortableFields(resource));
  const pinned = names.filter((name) => look.pinned.includes(name));
  const ordered = [...pinned, ...names.filter((name) => !look.pinned.includes(name))];
  const all = ordered.flatMap((name) => {
    const field = fields[name];
    return field ? [getColumnSpace(resource, name, field, look.widths[name], words[name] ?? noWords)] : [];
  });
  const columns = pickFitting(all, available, spare);
  const widths = getWidths(columns, resource.title, available);
  let at = lead;
  return columns.map(({ name, field, least }, index) => {
    const width = widths[index] ?? 0;
    const stuckAt = pinned.includes(name) ? at : null;
    at += width;
    const figures = getColumnShape(field).figures === true;
    const sorting = { sortable: sortable.has(name), whyUnsortable: resource.list.unsortable?.[name] ?? null };
    return { name, field, width, stuckAt, ...sorting, figures, tight: width < least };
  });
}

/** Whether the title column shows the English text: only in English, and only without a separate column for it. */
export function isTitleEnglish(resource: AnyResource, columns: readonly string[], locale: Locale): boolean {
  const english = getEnglishTitleName(resource.title);
  return locale === 'en-US' && resource.fields[english] !== undefined && !columns.includes(english);
}
