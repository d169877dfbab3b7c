import * as z from 'zod/mini';
import { type LocalizedText, localize, type Options } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition, FormatContext } from './field-kind.ts';

/** A field with one of several named options. */
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

/** Returns the label of an option, or the raw value when it is no longer an option. */
function formatOption(value: unknown, options: Options, { locale }: FormatContext): string {
  const option = options[String(value)];
  return option ? localize(option, locale) : String(value);
}

/** Returns the value of an option by its name or by its label in either language. */
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

/** A field with several named options, without duplicates. */
export function choices<const P extends Options, const O extends Omit<Extra<'choices'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'choices', label, options, ...(extra as O) } as const;
}

const separators = /[,，;；\n]/;
/** A list item, either in double quotes (a quote inside is doubled) or plain, up to the next separator. */
const listItem = /\s*(?:"((?:[^"]|"")*)"\s*|([^,，;；\n]*))(?:[,，;；\n]|$)/y;

/**
 * Splits a list at commas, semicolons (half or full width) and line breaks. An item that contains a separator must be in double
 * quotes.
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

/** Joins items so that `parseList` reads them back. */
export function formatList(items: readonly string[], separator = ';'): string {
  const isPlain = (item: string) => !separators.test(item) && !item.startsWith('"') && item.trim() === item;
  return items.map((item) => (isPlain(item) ? item : `"${item.replaceAll('"', '""')}"`)).join(separator);
}

export function isDistinct(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}

/** Parses several options by name or label. Labels may contain a comma, so they are matched before the list is split. */
function parseOptions(given: string, options: Options): string[] {
  const spellings = Object.values(options)
    .flatMap(({ zh, en }) => [zh, en])
    .filter((words) => separators.test(words))
    .sort((a, b) => b.length - a.length);
  const quoted = spellings.reduce((text, words) => {
    const literal = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const fullItem = new RegExp(`(^|[,，;；\\n]\\s*)${literal}(?=\\s*(?:[,，;；\\n]|$))`, 'gi');
    return text.replace(fullItem, (_, before: string) => `${before}${formatList([words])}`);
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

/** The state of a record. The first option is the initial state, and actions change it. */
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
