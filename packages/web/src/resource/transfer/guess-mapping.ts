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
export function looksLikeHeading(cells: readonly string[], fields: Fields): boolean {
  return cells.some((cell) => fieldFor(cell, fields) !== null);
}

/** Required fields that no column fills and that have nothing to fall back on. */
export function unfilled(mapping: Mapping, fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => field.required === true && !('default' in field) && !mapping.includes(name))
    .map(([name]) => name);
}
