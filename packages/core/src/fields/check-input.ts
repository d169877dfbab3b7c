import type { Fields, Locale } from '../definition/index.ts';
import type { Translate } from '../i18n/index.ts';
import { type Checked, check } from './check.ts';
import { createFieldsSchema, type Values } from './record-schema.ts';

/** What somebody typed into a form of inputs, checked: what was left empty is not given. */
export function checkInput(fields: Fields, typed: Values, locale: Locale, t: Translate): Checked<Values> {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null));
  return check(createFieldsSchema(fields), given, fields, locale, t);
}
