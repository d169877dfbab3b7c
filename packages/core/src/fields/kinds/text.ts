import * as z from 'zod/mini';
import { type FieldOf, type LocalizedText, localize } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** A single-line text field. */
export function text<const O extends Extra<'text'>>(label: LocalizedText, options?: O) {
  return { kind: 'text', label, ...(options as O) } as const;
}

/** Creates a regular expression that matches complete values. Throws for an invalid pattern. */
export function createFullPattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function createTextSchema(field: FieldOf<'text'>) {
  const base = createLineSchema(field.min ?? (field.required ? 1 : 0), field.max ?? 255);
  return field.pattern === undefined ? base : base.check(z.regex(createFullPattern(field.pattern), 'pattern'));
}

export const textKind: FieldKindDefinition<'text'> = {
  kind: 'text',
  filter: 'in',
  schema: createTextSchema,
  format: (value, { valueNames = {} }, { locale }) => {
    const code = String(value);
    const words = Object.hasOwn(valueNames, code) ? valueNames[code] : undefined;
    return words ? localize(words, locale) : code;
  },
  parse: (given) => given,
};

/** Whether every database and client can handle the text: no NUL character and no unpaired surrogate. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Whether the text has no C0 or C1 control characters. They are meaningless in a single line, and terminals act on them. */
function isSingleLine(value: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f]/.test(value);
}

/** Whether the text has a visible character, so not only blanks, line breaks and zero-width characters. */
function isVisible(value: string): boolean {
  return /[^\s\p{Cf}]/u.test(value);
}

/** Creates the schema of a text of `min` to `max` UTF-16 code units. When `min` is positive, a character must be visible. */
export function createStringSchema(min: number, max: number, isAllowed: (value: string) => boolean = isStorable) {
  return z.string('type').check(
    min > 0 ? z.minLength(min, { error: min === 1 ? 'required' : 'tooShort', abort: true }) : z.minLength(0),
    z.refine((value) => min === 0 || isVisible(value), { error: 'required', abort: true }),
    z.maxLength(max, 'tooLong'),
    z.refine(isAllowed, 'control'),
  );
}

/** Creates the same schema for a single line. */
export function createLineSchema(min: number, max: number) {
  return createStringSchema(min, max, (value) => isStorable(value) && isSingleLine(value));
}

/** A field for plain text with line breaks. */
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

/** A Markdown field. Raw HTML in it is shown as text. */
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
