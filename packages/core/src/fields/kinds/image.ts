import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** A picture that was uploaded: its path on the server. */
export function image<const O extends Extra<'image'>>(label: LocalizedText, options?: O) {
  return { kind: 'image', label, ...(options as O) } as const;
}

/** `/files/<32 hex digits>.<png|jpg|gif|webp>`: no other place is ever fetched. */
export const imagePath = /^\/files\/[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

export const imageKind: FieldKindDefinition<'image'> = {
  kind: 'image',
  filter: 'none',
  schema: () => z.string('type').check(z.regex(imagePath, 'image')),
  format: (value) => String(value),
  parse: (given) => given.trim(),
};
