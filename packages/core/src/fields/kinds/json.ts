import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { isStorable } from './plain-text.ts';

/** A JSON value that nothing queries; at most 64 Ki characters when written out. */
export function json<const O extends Extra<'json'>>(label: LocalizedText, options?: O) {
  return { kind: 'json', label, ...(options as O) } as const;
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** An empty field holds null in the database, so null itself is no JSON value here. */
function fits(value: unknown): boolean {
  if (value === null) return false;
  const written = JSON.stringify(value);
  return written !== undefined && written.length <= 65_536 && isStorable(written);
}

export const jsonKind: FieldKindDefinition<'json'> = {
  kind: 'json',
  filter: 'none',
  schema: () => z.unknown().check(z.refine(fits, 'json')),
  format: (value) => JSON.stringify(value),
  parse: parseJson,
};
