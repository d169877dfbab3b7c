import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import { isDistinct, parseList } from './choices.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { lineSchema } from './plain-text.ts';

/** Short free words, no two alike. */
export function tags<const O extends Extra<'tags'>>(label: LocalizedText, options?: O) {
  return { kind: 'tags', label, ...(options as O) } as const;
}

export const tagsKind: FieldKindDefinition<'tags'> = {
  kind: 'tags',
  filter: 'in',
  schema: (field) =>
    z
      .array(lineSchema(1, 255), 'type')
      .check(z.maxLength(field.maxItems ?? 50, 'tooMany'), z.refine(isDistinct, 'duplicate')),
  format: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  parse: parseList,
};
