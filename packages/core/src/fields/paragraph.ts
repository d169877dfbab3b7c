import type { Words } from '../definition/index.ts';
import type { Extra, KindRoom } from './kind-room.ts';
import { stringSchema } from './plain-text.ts';

/** Plain text of several lines. */
export function paragraph<const O extends Extra<'paragraph'>>(label: Words, options?: O) {
  return { kind: 'paragraph', label, ...(options as O) } as const;
}

export const paragraphKind: KindRoom<'paragraph'> = {
  kind: 'paragraph',
  filter: 'none',
  schema: (field) => stringSchema(field.required ? 1 : 0, field.max ?? 2000),
  format: (value) => String(value),
  parse: (given) => given,
};
