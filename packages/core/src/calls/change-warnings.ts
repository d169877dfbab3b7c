import { type Fields, type Locale, localize } from '../definition/index.ts';
import type { Values } from '../fields/index.ts';

/** Returns the warnings for a change of settings, which clients show before saving. Usually empty. */
export function changeWarnings(fields: Fields, before: Values, changed: Values, locale: Locale): string[] {
  return Object.entries(changed).flatMap(([name, value]) => {
    const warning = fields[name]?.changeWarning;
    return warning && (before[name] ?? null) !== (value ?? null) ? [localize(warning, locale)] : [];
  });
}
