import { type AnyResource, type Fields, getImportFields, getLineField, type Mapping, matchColumns } from '@gantry/core';

/** Returns required fields without a column and without a default. */
export function listUnfilled(mapping: Mapping, fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => field.required === true && !('default' in field) && !mapping.includes(name))
    .map(([name]) => name);
}

/** Whether nothing needs to be asked: each column fills a field, and no required field is missing. */
export function isPlain(mapping: Mapping, fields: Fields): boolean {
  return mapping.length > 0 && mapping.every((name) => name !== null) && listUnfilled(mapping, fields).length === 0;
}

interface Headed {
  readonly headed: boolean;
  readonly headings: readonly string[];
}

/**
 * Maps columns by their headings. A file without headings starts with the record title or the only required field: a list of keys
 * contains the keys, not their names.
 */
export function createFirstMapping({ headed, headings }: Headed, resource: AnyResource): Mapping {
  const fields = getImportFields(resource);
  if (headed) return matchColumns(headings, fields);
  const first = getLineField(resource);
  const ordered = [first, ...Object.keys(fields).filter((name) => name !== first && name !== 'id')];
  return headings.map((_, at) => ordered[at] ?? null);
}
