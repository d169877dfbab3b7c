import {
  type AnyResource,
  allFields,
  type Density,
  type Field,
  type ListLook,
  readableFields,
  sortableFields,
  stateField,
} from '@gantry/core';
import { columnShape } from '../../fields/index.ts';

export interface GridColumn {
  readonly name: string;
  readonly field: Field;
  readonly width: number;
  /** Pixels from the start of the row, when it stays in sight. */
  readonly stuckAt: number | null;
  readonly sortable: boolean;
  readonly figures: boolean;
}

/** Pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { mini: 32, small: 36, medium: 44, large: 56 };
export const pickWidth = 44;
/** Of the handle that a row is moved by, with what parts it from the tick box. */
export const handleWidth = 28;
export const headHeight = 40;

/** Names of the columns that a role may put into the list: what lists read, the engine's own fields at the end. */
export function possibleColumns(resource: AnyResource, role: string | null): string[] {
  const readable = new Set(readableFields(resource, role));
  return Object.entries(allFields(resource))
    .filter(([name, field]) => {
      if (name === 'version') return false;
      return !(name in resource.fields) || (readable.has(name) && (field.read ?? 'list') === 'list');
    })
    .map(([name]) => name);
}

/** The definition's columns, with the state of a record right after its title: nobody scrolls to see how it stands. */
function usualColumns(resource: AnyResource): readonly string[] {
  const { columns } = resource.list;
  const state = stateField(resource)?.name;
  if (state === undefined || !columns.includes(state)) return columns;
  const others = columns.filter((name) => name !== state);
  return others.toSpliced(others.indexOf(resource.title) + 1 || 1, 0, state);
}

/** The columns that are shown: those chosen, or the usual ones, as far as the role may see them. */
export function shownColumns(resource: AnyResource, role: string | null, chosen: readonly string[] | null): string[] {
  const possible = new Set(possibleColumns(resource, role));
  const usual = usualColumns(resource).filter((name) => possible.has(name));
  const shown = chosen?.filter((name) => possible.has(name)) ?? usual;
  return shown.length > 0 ? shown : usual;
}

/** Widths and places of columns: pinned ones first, what is left of the width shared by those that hold text. */
export function layoutColumns(
  resource: AnyResource,
  names: readonly string[],
  look: ListLook,
  available: number,
  /** Pixels that the words of a column need at least. */
  words: Readonly<Record<string, number>>,
  /** Pixels of the row before its first column. */
  lead = pickWidth,
): GridColumn[] {
  const fields = allFields(resource);
  const sortable = new Set(sortableFields(resource));
  const pinned = names.filter((name) => look.pinned.includes(name));
  const ordered = [...pinned, ...names.filter((name) => !look.pinned.includes(name))];
  const known = ordered.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const least = Math.max(columnShape(field.kind).width, words[name] ?? 0, name === resource.title ? 200 : 0);
    return [{ name, field, width: look.widths[name] ?? least, free: look.widths[name] === undefined }];
  });
  const spare = available - known.reduce((sum, column) => sum + column.width, 0);
  const takers = known.filter((column) => column.free && columnShape(column.field.kind).grows === true);
  const sharers = takers.length > 0 ? takers : known.filter((column) => column.free).slice(0, 1);
  const parts = (name: string) => (name === resource.title ? 2 : 1);
  const share =
    Math.max(0, spare) /
    Math.max(
      1,
      sharers.reduce((sum, column) => sum + parts(column.name), 0),
    );
  let at = lead;
  return known.map((column) => {
    const width = column.width + (sharers.includes(column) ? Math.floor(share * parts(column.name)) : 0);
    const stuckAt = pinned.includes(column.name) ? at : null;
    at += width;
    const figures = columnShape(column.field.kind).figures === true;
    return { name: column.name, field: column.field, width, stuckAt, sortable: sortable.has(column.name), figures };
  });
}

/** Pixels that words take in a size of letters: Chinese ones are square, others about half as wide. */
function wordsWidth(words: string, size: number): number {
  return [...words].reduce((sum, character) => sum + (/[\u2e80-\uffff]/.test(character) ? size : size * 0.57), 0);
}

/** Room that a heading needs with its sort mark. */
export function headingWidth(words: string): number {
  return Math.ceil(wordsWidth(words, 14)) + 56;
}

/** A column of options grows no wider than this by itself. */
const widestOptions = 280;

/** Room that the longest of some options needs, as a tag with its mark. */
export function optionsWidth(options: readonly string[]): number {
  const longest = Math.max(0, ...options.map((words) => wordsWidth(words, 12)));
  return Math.min(widestOptions, Math.ceil(longest * 1.04) + 28 + 24);
}

/** Room for the deeds of a row: a button for editing, one for the longest of its actions, and the menu. */
export function deedsWidth(edit: string | null, actions: readonly string[], menu: boolean): number {
  const button = (words: string) => wordsWidth(words, 12) + 14;
  const longest = Math.max(0, ...actions.map(button));
  return Math.ceil((edit === null ? 0 : button(edit)) + longest + (menu ? 32 : 0) + 28);
}
