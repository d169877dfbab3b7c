import * as z from 'zod/mini';
import type { LocalizedText, Options } from '../../definition/index.ts';
import { localize } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition, FormatContext } from './field-kind.ts';

/** One of some named options. */
export function choice<const P extends Options, const O extends Omit<Extra<'choice'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'choice', label, options, ...(extra as O) } as const;
}

export function createOptionSchema(options: Options) {
  return z.string('type').check(z.refine((value) => Object.hasOwn(options, value), 'option'));
}

/** The option's words, or the bare value when it is no longer among the options. */
export function formatOption(value: unknown, options: Options, { locale }: FormatContext): string {
  const option = options[String(value)];
  return option ? localize(option, locale) : String(value);
}

/** An option by its name or by its words in either language. */
export function parseOption(given: string, options: Options): string {
  const wanted = given.trim();
  if (Object.hasOwn(options, wanted)) return wanted;
  const found = Object.entries(options).find(
    ([, option]) => option.zh === wanted || option.en.toLowerCase() === wanted.toLowerCase(),
  );
  return found ? found[0] : given;
}

export const choiceKind: FieldKindDefinition<'choice'> = {
  kind: 'choice',
  filter: 'in',
  schema: (field) => createOptionSchema(field.options),
  format: (value, field, context) => formatOption(value, field.options, context),
  parse: (given, field) => parseOption(given, field.options),
};
