import { type AnyResource, isLog, memoizePer, snake } from '@gantry/core';

/** Maximum length of fields that are searched by reading the newest rows instead of an index. */
const maxShortLength = 64;

/**
 * Returns the columns of the keyword index; empty without an index. A log of short texts has none: it grows with every call, has
 * few different words, and is usually searched for new entries.
 */
export const getIndexedColumns = memoizePer((resource: AnyResource): readonly string[] => {
  const searched = Object.entries(resource.fields).filter(([, field]) => field.search);
  const isShort = searched.every(([, field]) => field.kind === 'text' && (field.max ?? 255) <= maxShortLength);
  return isLog(resource) && isShort ? [] : searched.map(([name]) => snake(name));
});
