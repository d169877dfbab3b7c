import { getDefault, type RowField, type RowFields } from '@gantry/core';

export type Row = Readonly<Record<string, unknown>>;

/** Whether the input of the field can show the full value. Text that is not valid yet counts, too. */
function isShown(field: RowField, value: unknown): boolean {
  if (value === null) return true;
  if (field.kind === 'tags')
    return (
      Array.isArray(value) && value.every((tag) => typeof tag === 'string') && new Set(value).size === value.length
    );
  if (field.kind === 'integer') return typeof value === 'number' || typeof value === 'string';
  if (field.kind === 'reference') return typeof value === 'number';
  return typeof value === (field.kind === 'boolean' ? 'boolean' : 'string');
}

function isRow(item: unknown, fields: RowFields): item is Row {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  return Object.entries(item).every(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && isShown(field, value);
  });
}

/** Returns the value as rows, an empty list when it is empty, or null when rows could not show all of it. */
export function parseRows(value: unknown, fields: RowFields): readonly Row[] | null {
  if (value === null) return [];
  return Array.isArray(value) && value.every((item) => isRow(item, fields)) ? value : null;
}

/** Creates a row with only the default values. */
export function createEmptyRow(fields: RowFields): Row {
  const values = Object.entries(fields).map(([name, field]) => [name, getDefault(field)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** Returns the row with one value changed, in field order; an empty value has no key. */
export function withValue(row: Row, name: string, value: unknown, fields: RowFields): Row {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  const { [name]: _before, ...rest } = row;
  const next: Row = isEmpty ? rest : { ...rest, [name]: value };
  return Object.fromEntries(Object.keys(fields).flatMap((key) => (Object.hasOwn(next, key) ? [[key, next[key]]] : [])));
}

/** Returns the list with one item moved by a step; the same list when the target position does not exist. */
export function moveItem<T>(list: readonly T[], at: number, step: number): readonly T[] {
  const [item, other] = [list[at], list[at + step]];
  if (item === undefined || other === undefined) return list;
  return list.with(at, other).with(at + step, item);
}
