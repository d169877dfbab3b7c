import * as z from 'zod/mini';
import type { LocalizedText, Options } from '../../definition/index.ts';
import { createOptionSchema, formatOption, parseOption } from './choice.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** Several of some named options, no two alike. */
export function choices<const P extends Options, const O extends Omit<Extra<'choices'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'choices', label, options, ...(extra as O) } as const;
}

/** Comma, semicolon (either width) or line break part the items of a list. */
export function parseList(given: string): string[] {
  return given
    .split(/[,，;；\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function isDistinct(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}

export const choicesKind: FieldKindDefinition<'choices'> = {
  kind: 'choices',
  filter: 'in',
  schema: (field) => z.array(createOptionSchema(field.options), 'type').check(z.refine(isDistinct, 'duplicate')),
  format: (value, field, context) =>
    (Array.isArray(value) ? value : []).map((item) => formatOption(item, field.options, context)).join(', '),
  parse: (given, field) => parseList(given).map((item) => parseOption(item, field.options)),
};
