import type { Fields } from '../definition/index.ts';

/** Secrets that would follow to another address: a field that says where they are sent changes, and they are not given again. */
export function secretsToRetype(fields: Fields, changed: readonly string[], given: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'secret' && !given.includes(name) && field.boundTo?.some((address) => changed.includes(address))
      ? [name]
      : [],
  );
}
