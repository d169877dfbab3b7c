import * as z from 'zod/mini';
import type { Words } from '../definition/index.ts';
import { distinct, parseList } from './choices.ts';
import type { Extra, KindRoom } from './kind-room.ts';
import { lineSchema } from './plain-text.ts';

/** Short free words, no two alike. */
export function tags<const O extends Extra<'tags'>>(label: Words, options?: O) {
  return { kind: 'tags', label, ...(options as O) } as const;
}

export const tagsKind: KindRoom<'tags'> = {
  kind: 'tags',
  filter: 'in',
  schema: (field) =>
    z
      .array(lineSchema(1, 255), 'type')
      .check(z.maxLength(field.maxItems ?? 50, 'tooMany'), z.refine(distinct, 'duplicate')),
  format: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  parse: parseList,
};
