import { type AnyResource, Fault, type Locale, refusalWords, say, type Translate, tableName } from '@gantry/core';
import type { Database } from '../store/database.ts';
import { brokenFields } from '../store/folded-keys.ts';

/** Runs a write of a record; what another one has already, and no two may, is told by field. */
export async function tellingTakenOf<T>(
  database: Database,
  resource: AnyResource,
  { locale, t }: { readonly locale: Locale; readonly t: Translate },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = database.dialect.uniqueViolation(error);
    if (broken === null || broken.table !== tableName(resource.name)) throw error;
    const errors = brokenFields(resource, broken.columns).map((name) => {
      const field = resource.fields[name];
      return [name, [refusalWords('taken', field ? say(field.label, locale) : name, t)]] as const;
    });
    throw new Fault('invalid', { errors: Object.fromEntries(errors) });
  }
}
