import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { createStringSchema } from './plain-text.ts';

/** Plain text of several lines. */
export function paragraph<const O extends Extra<'paragraph'>>(label: LocalizedText, options?: O) {
  return { kind: 'paragraph', label, ...(options as O) } as const;
}

export const paragraphKind: FieldKindDefinition<'paragraph'> = {
  kind: 'paragraph',
  filter: 'none',
  schema: (field) => createStringSchema(field.required ? 1 : 0, field.max ?? 2000),
  format: (value) => String(value),
  parse: (given) => given,
};
