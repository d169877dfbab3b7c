import type { Field } from '../definition/index.ts';

/** Whether a value has the shape of its kind: a mask or a stored form has not. */
export function isOfKind(field: Field, value: unknown): boolean {
  if (field.kind === 'choices' || field.kind === 'tags') return Array.isArray(value);
  if (field.kind === 'time') return typeof value === 'number';
  return typeof value !== 'object';
}
