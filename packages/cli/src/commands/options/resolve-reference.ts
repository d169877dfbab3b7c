import type { Field } from '@gantry/core';
import type { Context } from '../../context/context.ts';

/** Resolves a name given for a reference to the id of its record. Returns any other value unchanged. */
export async function resolveReference(value: unknown, field: Field, flag: string, context: Context): Promise<unknown> {
  if (field.kind !== 'reference' || typeof value !== 'string' || value.trim() === '') return value;
  const { findIdByName } = await import('./named-record.ts');
  return findIdByName(value.trim(), field, flag, context);
}
