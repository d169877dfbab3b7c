import type { Words } from '../definition/index.ts';
import type { Extra, KindRoom } from './kind-room.ts';
import { stringSchema } from './plain-text.ts';

/** Rich text, kept as Markdown; raw HTML in it is shown as text. */
export function markdown<const O extends Extra<'markdown'>>(label: Words, options?: O) {
  return { kind: 'markdown', label, ...(options as O) } as const;
}

export const markdownKind: KindRoom<'markdown'> = {
  kind: 'markdown',
  filter: 'none',
  schema: (field) => stringSchema(field.required ? 1 : 0, field.max ?? 65_536),
  format: (value) => String(value),
  parse: (given) => given,
};
