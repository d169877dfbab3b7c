import { type Fields, type Locale, localize } from '../definition/index.ts';
import type { Values } from '../fields/index.ts';

/** What follows from a change of settings, to be shown and agreed to before it is saved; empty for most. */
export function changeWarnings(fields: Fields, before: Values, changed: Values, locale: Locale): string[] {
  return Object.entries(changed).flatMap(([name, value]) => {
    const warning = fields[name]?.changeWarning;
    return warning && (before[name] ?? null) !== (value ?? null) ? [localize(warning, locale)] : [];
  });
}
