import * as z from 'zod/mini';
import { type FieldOf, type LocalizedText, localize } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { lineSchema } from './plain-text.ts';

/** One line of text. */
export function text<const O extends Extra<'text'>>(label: LocalizedText, options?: O) {
  return { kind: 'text', label, ...(options as O) } as const;
}

/** What a value must be as a whole; throws for a pattern that is none. */
export function createFullPattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function textSchema(field: FieldOf<'text'>) {
  const base = lineSchema(field.min ?? (field.required ? 1 : 0), field.max ?? 255);
  return field.pattern === undefined ? base : base.check(z.regex(createFullPattern(field.pattern), 'pattern'));
}

export const textKind: FieldKindDefinition<'text'> = {
  kind: 'text',
  filter: 'in',
  schema: textSchema,
  format: (value, { called = {} }, { locale }) => {
    const code = String(value);
    const words = Object.hasOwn(called, code) ? called[code] : undefined;
    return words ? localize(words, locale) : code;
  },
  parse: (given) => given,
};
