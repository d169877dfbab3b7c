import { Fault, type Fields, refusalWords, say, tableName, type Values } from '@gantry/core';
import type { Caller } from '../context.ts';
import type { Tx } from '../store/database.ts';
import { refusedReference } from '../store/reference-target.ts';

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
    const refusal = await refusedReference(tx, { table: tableName(field.to), only: field.only ?? {} }, id);
    if (refusal) errors[name] = [refusalWords(refusal, say(field.label, locale), t)];
  }
  if (Object.keys(errors).length > 0) throw new Fault('invalid', { errors });
}
