import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { createStringSchema } from './plain-text.ts';

/** Rich text, kept as Markdown; raw HTML in it is shown as text. */
export function markdown<const O extends Extra<'markdown'>>(label: LocalizedText, options?: O) {
  return { kind: 'markdown', label, ...(options as O) } as const;
}

export const markdownKind: FieldKindDefinition<'markdown'> = {
  kind: 'markdown',
  filter: 'none',
  schema: (field) => createStringSchema(field.required ? 1 : 0, field.max ?? 65_536),
  format: (value) => String(value),
  parse: (given) => given,
};
