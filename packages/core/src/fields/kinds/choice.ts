import * as z from 'zod/mini';
import { type LocalizedText, localize, type Options } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition, FormatContext } from './field-kind.ts';

/** One of some named options. */
export function choice<const P extends Options, const O extends Omit<Extra<'choice'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'choice', label, options, ...(extra as O) } as const;
}

function createOptionSchema(options: Options) {
  return z.string('type').check(z.refine((value) => Object.hasOwn(options, value), 'option'));
}

/** The option's words, or the bare value when it is no longer among the options. */
function formatOption(value: unknown, options: Options, { locale }: FormatContext): string {
  const option = options[String(value)];
  return option ? localize(option, locale) : String(value);
}

/** An option by its name or by its words in either language. */
function parseOption(given: string, options: Options): string {
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

/** Several of some named options, no two alike. */
export function choices<const P extends Options, const O extends Omit<Extra<'choices'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'choices', label, options, ...(extra as O) } as const;
}

const separators = /[,，;；\n]/;
/** An item in double quotes, in which a quote is written twice, or one without any, each to the next separator. */
const listItem = /\s*(?:"((?:[^"]|"")*)"\s*|([^,，;；\n]*))(?:[,，;；\n]|$)/y;

/**
 * The items of a list, which a comma, a semicolon (either width) or a line break separates. An item that holds one of these stands
 * in double quotes.
 */
export function parseList(given: string): string[] {
  const items: string[] = [];
  for (let at = 0; at < given.length; at = listItem.lastIndex) {
    listItem.lastIndex = at;
    const [, quoted, plain = ''] = listItem.exec(given) ?? [];
    const item = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"');
    if (item !== '') items.push(item);
    if (listItem.lastIndex <= at) break;
  }
  return items;
}

/** A list as `parseList` reads it back. */
export function formatList(items: readonly string[], separator = ';'): string {
  const isPlain = (item: string) => !separators.test(item) && !item.startsWith('"') && item.trim() === item;
  return items.map((item) => (isPlain(item) ? item : `"${item.replaceAll('"', '""')}"`)).join(separator);
}

export function isDistinct(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}

/** Several options, each by its name or its words in either language. Words may hold a comma: they are found before the list is split. */
function parseOptions(given: string, options: Options): string[] {
  const spellings = Object.values(options)
    .flatMap(({ zh, en }) => [zh, en])
    .filter((words) => separators.test(words))
    .sort((a, b) => b.length - a.length);
  const quoted = spellings.reduce((text, words) => {
    const literal = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const whole = new RegExp(`(^|[,，;；\\n]\\s*)${literal}(?=\\s*(?:[,，;；\\n]|$))`, 'gi');
    return text.replace(whole, (_, before: string) => `${before}${formatList([words])}`);
  }, given);
  return parseList(quoted).map((item) => parseOption(item, options));
}

export const choicesKind: FieldKindDefinition<'choices'> = {
  kind: 'choices',
  filter: 'in',
  schema: (field) => z.array(createOptionSchema(field.options), 'type').check(z.refine(isDistinct, 'duplicate')),
  format: (value, field, context) => {
    const labels = (Array.isArray(value) ? value : []).map((item) => formatOption(item, field.options, context));
    return labels.join(labels.some((label) => separators.test(label)) ? '; ' : ', ');
  },
  parse: (given, field) => parseOptions(given, field.options),
};

/** Where a record stands; the first option is where it starts, actions move it on. */
export function state<const P extends Options, const O extends Omit<Extra<'state'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'state', label, options, ...(extra as O) } as const;
}

export const stateKind: FieldKindDefinition<'state'> = {
  kind: 'state',
  filter: 'in',
  schema: (field) => createOptionSchema(field.options),
  format: (value, field, context) => formatOption(value, field.options, context),
  parse: (given, field) => parseOption(given, field.options),
};
