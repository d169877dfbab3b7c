import { camel, Fault, type Locale, refusalWords, say, type Translate, tableName, user } from '@gantry/core';
import type { Database } from '../../store/database.ts';

/** Runs a write of a person; a name, address or number that somebody else has is told by field. */
export async function tellingTakenUser<T>(
  database: Database,
  { locale, t }: { readonly locale: Locale; readonly t: Translate },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = database.dialect.uniqueViolation(error);
    if (broken === null || broken.table !== tableName(user.name)) throw error;
    const errors = broken.columns.map(camel).map((name) => {
      const field = Object.entries(user.fields).find(([own]) => own === name)?.[1];
      return [name, [refusalWords('taken', field ? say(field.label, locale) : name, t)]] as const;
    });
    throw new Fault('invalid', { errors: Object.fromEntries(errors) });
  }
}
