import { ApiError, type Fields, formatRejection, localize, tableName, type Values } from '@gantry/core';
import type { Caller } from '../context/context.ts';
import type { Tx } from '../store/database.ts';
import { findRejectedReference } from '../store/reference-target.ts';

/** Refuses new values that point to records which are not there or of another kind. */
export async function assertRecords(
  tx: Tx,
  fields: Fields,
  current: Values,
  wanted: Values,
  { locale, t }: Caller,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    const id = wanted[name];
    if (field.kind !== 'reference' || typeof id !== 'number' || id === current[name]) continue;
    const rejection = await findRejectedReference(tx, { table: tableName(field.to), only: field.only ?? {} }, id);
    if (rejection) errors[name] = [formatRejection(rejection, localize(field.label, locale), t)];
  }
  if (Object.keys(errors).length > 0) throw new ApiError('invalid', { errors });
}
