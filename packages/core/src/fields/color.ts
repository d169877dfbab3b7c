import * as z from 'zod/mini';
import type { Words } from '../definition/index.ts';
import type { Extra, KindRoom } from './kind-room.ts';

/** A colour, `#RRGGBB`. */
export function color<const O extends Extra<'color'>>(label: Words, options?: O) {
  return { kind: 'color', label, ...(options as O) } as const;
}

export const colorKind: KindRoom<'color'> = {
  kind: 'color',
  filter: 'none',
  schema: () => z.string('type').check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'color')),
  format: (value) => String(value).toUpperCase(),
  parse: (given) => given.trim(),
};
