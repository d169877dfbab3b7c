import type { Field } from '@gantry/core';
import type { Context } from '../../context/context.ts';

/** What was typed for a reference as the number of a record: a name is looked up. Any other value as it is. */
export async function resolveReference(value: unknown, field: Field, flag: string, context: Context): Promise<unknown> {
  if (field.kind !== 'reference' || typeof value !== 'string' || value.trim() === '') return value;
  const { findIdByName } = await import('./named-record.ts');
  return findIdByName(value.trim(), field, flag, context);
}
