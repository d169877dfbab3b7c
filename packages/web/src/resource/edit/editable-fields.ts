import { type AnyResource, can, type FieldKind, type Fields, getWritableFields } from '@gantry/core';

/** Kinds whose input has room in a cell; the others are written in the form. */
const inCells: readonly FieldKind[] = [
  'text',
  'integer',
  'money',
  'boolean',
  'choice',
  'reference',
  'date',
  'time',
  'color',
  'tags',
];

/** Fields that may be changed right in the list: those of the form, for whoever may update. */
export function getEditableFields(resource: AnyResource, role: string): Fields {
  if (!can(role, resource, 'update')) return {};
  const shown = new Set((resource.form ?? []).flat());
  const entries = Object.entries(getWritableFields(resource, 'update')).filter(
    ([name, field]) => shown.has(name) && inCells.includes(field.kind),
  );
  return Object.fromEntries(entries);
}
