import { type AnyResource, type Fields, getWritableFields } from '@gantry/core';

/** Fields that many records may be given one value of: those of the form, but what must be each one's own, or is secret. */
export function getBulkFields(resource: AnyResource): Fields {
  const shown = new Set((resource.form ?? []).flat());
  const own = new Set((resource.unique ?? []).flat());
  const entries = Object.entries(getWritableFields(resource, 'update')).filter(
    ([name, field]) => shown.has(name) && !own.has(name) && !field.unique && field.kind !== 'secret',
  );
  return Object.fromEntries(entries);
}
