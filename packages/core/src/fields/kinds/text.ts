import * as z from 'zod/mini';
import { type FieldOf, type LocalizedText, localize } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

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
  format: (value, { valueNames = {} }, { locale }) => {
    const code = String(value);
    const words = Object.hasOwn(valueNames, code) ? valueNames[code] : undefined;
    return words ? localize(words, locale) : code;
  },
  parse: (given) => given,
};

/** Text that every store and face can carry: no NUL, no half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** No C0 or C1 control character: on one line none has a meaning, and a terminal acts upon them. */
function isSingleLine(value: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f]/.test(value);
}

/** Something that a reader sees: not only blanks, line ends and marks without a width. */
function isSeen(value: string): boolean {
  return /[^\s\p{Cf}]/u.test(value);
}

/** A string of `min` to `max` UTF-16 units, of allowed characters; where there must be one, it shows. */
export function createStringSchema(min: number, max: number, isAllowed: (value: string) => boolean = isStorable) {
  return z.string('type').check(
    min > 0 ? z.minLength(min, { error: min === 1 ? 'required' : 'tooShort', abort: true }) : z.minLength(0),
    z.refine((value) => min === 0 || isSeen(value), { error: 'required', abort: true }),
    z.maxLength(max, 'tooLong'),
    z.refine(isAllowed, 'control'),
  );
}

/** The same on one line. */
export function lineSchema(min: number, max: number) {
  return createStringSchema(min, max, (value) => isStorable(value) && isSingleLine(value));
}

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

/** Rich text, stored as Markdown; raw HTML in it is shown as text. */
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
