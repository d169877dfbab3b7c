import { Fault, type Fields, refusalWords, say, tableName, type Values } from '@gantry/core';
import type { Caller } from '../context.ts';
import type { Tx } from '../store/database.ts';

/** Refuses new values that point to records which are not there. */
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
    const found = await tx.selectFrom(tableName(field.to)).select('id').where('id', '=', id).executeTakeFirst();
    if (!found) errors[name] = [refusalWords('reference', say(field.label, locale), t)];
  }
  if (Object.keys(errors).length > 0) throw new Fault('invalid', { errors });
}
