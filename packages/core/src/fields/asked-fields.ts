import type { Field, Fields } from '../definition/index.ts';
import type { Values } from './record-schema.ts';

/** Whether a form asks for a field, by the values of the fields next to it. */
export function isRequested(field: Field, fields: Fields, values: Values): boolean {
  return Object.entries(field.visibleWhen ?? {}).every(
    ([name, wanted]) => fields[name] === undefined || wanted.includes(String(values[name])),
  );
}

/** The fields that a form asks for, by what stands in them. */
export function selectFields(fields: Fields, values: Values): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isRequested(field, fields, values)));
}

/** What a form gives: a field that is not asked for stays as it was at the start, whatever was typed before it went out of sight. */
export function getRequestedValues(fields: Fields, values: Values, start: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = fields[name];
    return [name, field && !isRequested(field, fields, values) ? (start[name] ?? null) : value] as const;
  });
  return Object.fromEntries(entries);
}
