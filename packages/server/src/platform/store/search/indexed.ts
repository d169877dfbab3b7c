import { type AnyResource, isLog, memoizePer, snake } from '@gantry/core';

/** Characters of the longest field that is found by reading the newest rows instead of an index. */
const shortField = 64;

/**
 * Columns of the keyword index; none when there is no index. A log of short words has none: it grows with every call, its
 * words are few, and whoever searches it looks for what is new.
 */
export const indexedColumns = memoizePer((resource: AnyResource): readonly string[] => {
  const searched = Object.entries(resource.fields).filter(([, field]) => field.search);
  const isShort = searched.every(([, field]) => field.kind === 'text' && (field.max ?? 255) <= shortField);
  return isLog(resource) && isShort ? [] : searched.map(([name]) => snake(name));
});
