import { type Field, type Fields, getDefault, isDay, kebab, localize, parseValue } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { readFileBytes, readFileText } from '../../context/input-file.ts';
import { joinNotes, toBrackets, toLabeled } from '../../output/punctuation.ts';
import { applySiteZone } from '../../profile/site-config.ts';
import { readStdin } from '../../prompts/ask.ts';
import { readJson } from '../api.ts';
import { createExampleValue } from './example-values.ts';
import { resolveReference } from './resolve-reference.ts';

type Given = Readonly<Record<string, unknown>>;

const toFlag = (name: string) => `--${kebab(name)}`;

function formatPlaceholder(field: Field): string {
  if (field.kind === 'boolean') return '[true|false]';
  if ('options' in field) return field.kind === 'choices' ? '<names>' : '<name>';
  if (field.kind === 'image') return '<@file|path>';
  if (field.kind === 'reference') return '<n|name>';
  return field.kind === 'integer' ? '<n>' : `<${field.kind}>`;
}

/** Whether a value must be given: fields with a default may be omitted. */
export function isRequired(field: Field): boolean {
  return field.required === true && getDefault(field) === null;
}

/** The help of a field: its label, whether it is required, and its values. */
function describeField(field: Field, marksRequired: boolean, { t, locale }: Context): string {
  const values = 'options' in field ? Object.keys(field.options).join(', ') : null;
  const notes = [
    ...(marksRequired && isRequired(field) ? [t('cli.required')] : []),
    ...('min' in field && field.kind === 'text' && (field.min ?? 0) > 1
      ? [t('cli.atLeast', { count: field.min ?? 0 })]
      : []),
    ...(values === null ? [] : [t(field.kind === 'choices' ? 'cli.someOf' : 'cli.oneOf', { values })]),
  ];
  const label = localize(field.label, locale) + (notes.length > 0 ? toBrackets(joinNotes(notes, locale), locale) : '');
  return (field.help ? toLabeled(label, localize(field.help, locale), locale) : label) + describeRows(field);
}

/** The shape of a list of objects: ` [{capability, amount, period: total|day}]`. */
function describeRows(field: Field): string {
  if (field.kind !== 'json' || !field.rows) return '';
  const keys = Object.entries(field.rows).map(([key, { kind, ...row }]) =>
    'options' in row && kind === 'choice' ? `${key}: ${Object.keys(row.options).join('|')}` : key,
  );
  return ` [{${keys.join(', ')}}]`;
}

/** The required flags for an example: ` --name ... --kind coin`. */
export function listRequiredFlags(fields: Fields): string {
  const required = Object.entries(fields).filter(([, field]) => isRequired(field));
  return required
    .map(([name, field]) => {
      const [preset] = listPresets(field);
      return preset ? ` ${presetFlag} ${preset[0]}` : ` ${toFlag(name)} ${createExampleValue(field)}`;
    })
    .join('');
}

/** The flag that fills a field from one of its presets. */
const presetFlag = '--preset';

const listPresets = (field: Field) => (field.kind === 'choices' ? Object.entries(field.presets ?? {}) : []);

/** The help of the preset flag, with what each preset grants. */
function describePresets(field: Field, { t, locale }: Context): string {
  const presets = listPresets(field).map(([name, { help }]) => toLabeled(name, localize(help, locale), locale));
  return `${t('cli.preset', { name: localize(field.label, locale) })} ${presets.join(' ')}`;
}

/** The values of a preset. Rejects a value for the field itself next to it. */
function readPreset(name: string, field: Field, given: Given, context: Context): readonly string[] {
  if (given[toCamelCase(name)] !== undefined)
    throw new CliError(context.t('cli.presetAndFlag', { flag: toFlag(name) }), exitCodes.usage);
  const found = listPresets(field).find(([preset]) => preset === given.preset);
  if (found) return found[1].values;
  const hint = context.t('cli.validValues', {
    values: listPresets(field)
      .map(([preset]) => preset)
      .join(', '),
  });
  throw new CliError(
    context.t('cli.invalidValue', { name: presetFlag, value: String(given.preset) }),
    exitCodes.usage,
    {
      hint,
    },
  );
}

/** Joins the values of a repeated list flag. */
const appendToList = (given: string, before: string | undefined) =>
  before === undefined ? given : `${before},${given}`;

/** Adds one flag per field: `--hit-count`. Secrets are read by `--password-stdin` or `@file`; a typed one causes a warning. */
export function addFieldFlags(
  command: Command,
  fields: Fields,
  context: Context,
  { marksRequired = false }: { readonly marksRequired?: boolean } = {},
): void {
  for (const [name, field] of Object.entries(fields)) {
    const help = describeField(field, marksRequired, context);
    if (field.kind === 'secret') command.option(`${toFlag(name)}-stdin`, help + toBrackets('stdin', context.locale));
    const flags = `${toFlag(name)} ${field.kind === 'secret' ? '<@file>' : formatPlaceholder(field)}`;
    if (field.kind === 'tags' || field.kind === 'choices') command.option(flags, help, appendToList);
    else command.option(flags, help);
    if (listPresets(field).length > 0) command.option(`${presetFlag} <name>`, describePresets(field, context));
  }
  command.option('--values <json>', context.t('cli.body'));
}

async function upload(path: string, context: Context): Promise<string> {
  const content = readFileBytes(path, context).toString('base64');
  const answer = await (await context.client()).call<{ path: string }>('/file/upload', {
    name: path.split(/[\\/]/).at(-1) ?? 'picture',
    content,
  });
  return answer.path;
}

/** Reads a value: `@file` is the content of a file (an image is uploaded), `@@` escapes a value that starts with `@`. */
export async function readValue(given: string, field: Field, context: Context): Promise<unknown> {
  if (field.kind === 'time') await applySiteZone(context);
  if (!given.startsWith('@')) return parseValue(given, field);
  if (field.kind === 'image' && !given.startsWith('@@')) return upload(given.slice(1), context);
  return parseValue(readFileText(given, context), field);
}

/** Merges the values of flags over those of `--values`. A flag without a value is true. */
export async function readValues(flags: Given, fields: Fields, context: Context): Promise<Record<string, unknown>> {
  const base = typeof flags.values === 'string' ? await readJson(flags.values, context) : {};
  const values: Record<string, unknown> = { ...(base as Record<string, unknown>) };
  for (const [name, field] of Object.entries(fields)) {
    const flag = toCamelCase(name);
    if (field.kind === 'secret' && flags[`${flag}Stdin`] === true) values[name] = await readStdin();
    if (typeof flags.preset === 'string' && listPresets(field).length > 0)
      values[name] = readPreset(name, field, flags, context);
    const given = flags[flag];
    if (given === true) values[name] = true;
    else if (typeof given === 'string') {
      if (field.kind === 'secret' && isTypedSecret(given))
        context.note(context.t('cli.secretFlag', { flag: toFlag(name) }));
      values[name] = await readValue(given, field, context);
      if (isInvalidTime(field, values[name], given)) throw createTimeError(toFlag(name), given, context);
      values[name] = await resolveReference(values[name], field, toFlag(name), context);
    }
  }
  return values;
}

/** Whether a secret is on the command line itself, where every user of the machine can read it. */
export const isTypedSecret = (given: string) => given !== '' && (!given.startsWith('@') || given.startsWith('@@'));

/** Whether a value is an invalid time or date. It is checked here because the server would name the field, not the option. */
function isInvalidTime({ kind }: Field, value: unknown, given: string): boolean {
  if (given === '' || typeof value !== 'string') return false;
  return kind === 'time' || (kind === 'date' && !isDay(value));
}

function createTimeError(name: string, value: string, { t }: Context): CliError {
  return new CliError(t('cli.invalidValue', { name, value }), exitCodes.usage, { hint: t('cli.dateExample') });
}

/** The key that commander gives a flag: `--ai-icon2` -> aiIcon2. */
function toCamelCase(name: string): string {
  return kebab(name).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
