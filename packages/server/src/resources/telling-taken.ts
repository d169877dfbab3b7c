import {
  type AnyResource,
  Fault,
  type FieldErrors,
  type Fields,
  type Locale,
  type Refusal,
  refusalWords,
  say,
  type Translate,
  tableName,
} from '@gantry/core';
import type { Database } from '../store/database.ts';
import { brokenFields } from '../store/folded-keys.ts';

/** Whom it is told, in their language. */
interface Asker {
  readonly locale: Locale;
  readonly t: Translate;
}

/** One refusal of some fields. */
export function refusalsOf(
  fields: Fields,
  names: readonly string[],
  refusal: Refusal,
  { locale, t }: Asker,
): FieldErrors {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name];
      return [name, [refusalWords(refusal, field ? say(field.label, locale) : name, t)]];
    }),
  );
}

/** Runs a write of a record; what another one has already, and no two may, is told by field. */
export async function tellingTakenOf<T>(
  database: Database,
  resource: AnyResource,
  asker: Asker,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = database.dialect.uniqueViolation(error);
    if (broken === null || broken.table !== tableName(resource.name)) throw error;
    const names = brokenFields(resource, broken.columns);
    throw new Fault('invalid', { errors: refusalsOf(resource.fields, names, 'taken', asker) });
  }
}
