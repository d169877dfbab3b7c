import {
  type AnyResource,
  allFields,
  type Density,
  type Field,
  type ListLook,
  readableFields,
  sortableFields,
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

/** The columns that are shown: those chosen, or the definition's, as far as the role may see them. */
export function shownColumns(resource: AnyResource, role: string | null, chosen: readonly string[] | null): string[] {
  const possible = new Set(possibleColumns(resource, role));
  const shown = (chosen ?? resource.list.columns).filter((name) => possible.has(name));
  return shown.length > 0 ? shown : resource.list.columns.filter((name) => possible.has(name));
}

/** Widths and places of columns: pinned ones first, what is left of the width shared by those that hold text. */
export function layoutColumns(
  resource: AnyResource,
  names: readonly string[],
  look: ListLook,
  available: number,
  headings: Readonly<Record<string, number>>,
): GridColumn[] {
  const fields = allFields(resource);
  const sortable = new Set(sortableFields(resource));
  const pinned = names.filter((name) => look.pinned.includes(name));
  const ordered = [...pinned, ...names.filter((name) => !look.pinned.includes(name))];
  const known = ordered.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const least = Math.max(columnShape(field.kind).width, headings[name] ?? 0);
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
  let at = pickWidth;
  return known.map((column) => {
    const width = column.width + (sharers.includes(column) ? Math.floor(share * parts(column.name)) : 0);
    const stuckAt = pinned.includes(column.name) ? at : null;
    at += width;
    const figures = columnShape(column.field.kind).figures === true;
    return { name: column.name, field: column.field, width, stuckAt, sortable: sortable.has(column.name), figures };
  });
}

/** Room that a heading needs with its sort mark, by the length of its words. */
export function headingWidth(words: string): number {
  const units = [...words].reduce((sum, character) => sum + (/[\u2e80-\uffff]/.test(character) ? 14 : 8), 0);
  return units + 56;
}
