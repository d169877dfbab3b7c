import * as z from 'zod/mini';
import { type FieldOf, say, type Words } from '../definition/index.ts';
import type { Extra, KindRoom } from './kind-room.ts';
import { lineSchema } from './plain-text.ts';

/** One line of text. */
export function text<const O extends Extra<'text'>>(label: Words, options?: O) {
  return { kind: 'text', label, ...(options as O) } as const;
}

/** What a value must be as a whole; throws for a pattern that is none. */
export function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function textSchema(field: FieldOf<'text'>) {
  const base = lineSchema(field.min ?? (field.required ? 1 : 0), field.max ?? 255);
  return field.pattern === undefined ? base : base.check(z.regex(wholePattern(field.pattern), 'pattern'));
}

export const textKind: KindRoom<'text'> = {
  kind: 'text',
  filter: 'in',
  schema: textSchema,
  format: (value, { called = {} }, { locale }) => {
    const code = String(value);
    const words = Object.hasOwn(called, code) ? called[code] : undefined;
    return words ? say(words, locale) : code;
  },
  parse: (given) => given,
};
