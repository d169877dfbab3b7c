import type { Fields } from '../definition/index.ts';

/**
 * Returns the secrets that must be entered again, because a field that determines where they are sent changes and the write does
 * not contain them.
 */
export function secretsToRetype(fields: Fields, changed: readonly string[], given: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'secret' && !given.includes(name) && field.boundTo?.some((address) => changed.includes(address))
      ? [name]
      : [],
  );
}
