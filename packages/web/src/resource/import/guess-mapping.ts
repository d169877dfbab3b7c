import { type Field, type Fields, kebab } from '@gantry/core';

/** Which field each column of a file fills; null leaves the column out. */
export type Mapping = readonly (string | null)[];

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-*（）()：:]/g, '');
}

function namesOf(name: string, field: Field): string[] {
  return [name, kebab(name), field.label.zh, field.label.en].map(plain);
}

/** The field that a heading names: by its name in any spelling, or by its words in either language. */
function fieldFor(heading: string, fields: Fields): string | null {
  const wanted = plain(heading);
  const found = Object.entries(fields).find(([name, field]) => namesOf(name, field).includes(wanted));
  return found?.[0] ?? null;
}

/** A guess for each heading; no field is filled twice. */
export function guessMapping(headings: readonly string[], fields: Fields): Mapping {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = fieldFor(heading, fields);
    if (name === null || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** Whether a first row is a heading: one of its cells names a field. */
export function isLikelyHeading(cells: readonly string[], fields: Fields): boolean {
  return cells.some((cell) => fieldFor(cell, fields) !== null);
}

/** Required fields that no column fills and that have nothing to fall back on. */
export function listUnfilled(mapping: Mapping, fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => field.required === true && !('default' in field) && !mapping.includes(name))
    .map(([name]) => name);
}

/** Whether nothing is left to ask: each column fills a field, and no field that must be there is without one. */
export function isPlain(mapping: Mapping, fields: Fields): boolean {
  return mapping.length > 0 && mapping.every((name) => name !== null) && listUnfilled(mapping, fields).length === 0;
}

interface Headed {
  readonly headed: boolean;
  readonly headings: readonly string[];
}

/**
 * Columns by their headings. A file without headings begins with what names a record, or with what alone must be there: a list
 * of keys holds keys, not their names.
 */
export function createFirstMapping({ headed, headings }: Headed, fields: Fields, title: string): Mapping {
  if (headed) return guessMapping(headings, fields);
  const needed = listUnfilled([], fields);
  const first = needed.length === 1 && !needed.includes(title) ? (needed[0] ?? title) : title;
  if (headings.length === 1) return [fields[first] ? first : null];
  const ordered = [first, ...Object.keys(fields).filter((name) => name !== first)];
  return headings.map((_, at) => (at > 0 || fields[first] ? (ordered[at] ?? null) : null));
}
