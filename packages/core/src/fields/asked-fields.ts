import type { Field, Fields } from '../definition/index.ts';
import type { Values } from './record-schema.ts';

/** Whether a form shows a field, according to the current values of the fields that it depends on. */
export function isFieldVisible(field: Field, fields: Fields, values: Values): boolean {
  return Object.entries(field.visibleWhen ?? {}).every(
    ([name, wanted]) => fields[name] === undefined || wanted.includes(String(values[name])),
  );
}

/** Returns the fields that a form shows for its current values. */
export function selectVisibleFields(fields: Fields, values: Values): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isFieldVisible(field, fields, values)));
}

/** Returns the values that a form submits. A hidden field keeps its start value, whatever was entered before it was hidden. */
export function getVisibleValues(fields: Fields, values: Values, start: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = fields[name];
    return [name, field && !isFieldVisible(field, fields, values) ? (start[name] ?? null) : value] as const;
  });
  return Object.fromEntries(entries);
}
