import { type Field, localize, parseValue } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { confirm, confirmOnProduction, readStdin } from '../../prompts/ask.ts';
import { readJsonText } from '../api.ts';
import { readValue } from '../options/field-flags.ts';
import { diffSettings, noteWarnings, pickKnown, readPage, reportWaiting, saveGroup } from './setting-changes.ts';
import { findSetting, formatSettingKey } from './setting-place.ts';

interface SetFlags {
  readonly add?: boolean;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
}

/** A setting, and what it is called by whoever types it. */
interface Setting {
  readonly key: string;
  readonly field: Field;
}

const isListed = ({ kind }: Field) => kind === 'tags' || kind === 'choices';

/** One argument: `-` for standard input, `@file` for a file (an image is uploaded), else as typed; a typed secret is warned of. */
async function readArgument({ key, field }: Setting, given: string, context: Context): Promise<unknown> {
  if (given === '-') return parseValue(await readStdin(), field);
  if (field.kind === 'secret' && given !== '' && !given.startsWith('@'))
    context.note(context.t('cli.secretArgument', { name: key }));
  return readValue(given, field, context);
}

/** The items of a list: arguments, words with commas between them, or JSON as `config get --json` prints it. */
async function readItems(setting: Setting, given: readonly string[], context: Context): Promise<unknown[]> {
  const [only = ''] = given;
  if (given.length === 1 && only.startsWith('[')) {
    const items = readJsonText(only, context);
    if (Array.isArray(items)) return items;
  }
  const parts: unknown[] = [];
  for (const one of given) parts.push(await readArgument(setting, one, context));
  return parts.flat().filter((item) => item !== null);
}

/** What a setting becomes: of a list the items given, or what it has with or without them. */
async function newValue(
  setting: Setting,
  given: readonly string[],
  before: unknown,
  { add, remove }: SetFlags,
  context: Context,
): Promise<unknown> {
  const { field, key } = setting;
  if (!isListed(field)) {
    if (add || remove) throw new CliError(context.t('cli.notAList', { name: key }), exitCodes.usage);
    if (given.length > 1) throw new CliError(context.t('cli.tooMany'), exitCodes.usage);
    return readArgument(setting, given[0] ?? '', context);
  }
  const items = await readItems(setting, given, context);
  const stored = Array.isArray(before) ? before : [];
  if (remove) return stored.filter((item) => !items.includes(item));
  return add ? [...stored, ...items.filter((item) => !stored.includes(item))] : items;
}

/** Changes one setting; the others of its group stay as they are. */
export function fillConfigSet(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('config.set'))
    .argument('<key>')
    .argument('<value...>', t('config.value'))
    .option('--add', t('config.add'))
    .option('--remove', t('config.remove'))
    .option('--dry-run', t('cli.dryRun'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry config set site.timezone Asia/Tokyo\n  cat password.txt | gantry config set mail.password -\n  gantry config set home.welcome @welcome.md\n  gantry config set register.ways email phone\n  gantry config set mail.alertEvents refundStuck --add`,
    )
    .action((key: string, given: string[], flags: SetFlags) => setSetting(key, given, flags, context));
}

/** Changes a setting, and says from what to what; one that has the value already is not written. */
async function setSetting(key: string, given: string[], flags: SetFlags, context: Context): Promise<void> {
  const { t, locale } = context;
  const place = findSetting(key, context);
  const { page, group, name, field } = place;
  if (name === null || field === null || field.write === 'never')
    throw new CliError(t('cli.invalidValue', { name: 'KEY', value: key }), exitCodes.usage);
  if (flags.add && flags.remove)
    throw new CliError(t('cli.invalidValue', { name: '--add', value: '--remove' }), exitCodes.usage);
  const client = await context.client();
  const current = (await readPage(client, page.name)).groups[group];
  const before = current?.values ?? {};
  const value = await newValue({ key, field }, given, before[name], flags, context);
  const typed = formatSettingKey(place);
  const [line] = diffSettings(place, before, { [name]: value }, context);
  if (field.kind !== 'secret' && line === undefined) return context.note(t('config.unchanged', { key: typed }));
  const change = line === undefined ? `${typed}: ******` : `${typed}${line.slice(line.indexOf(': '))}`;
  context.note(change);
  noteWarnings(place, before, { [name]: value }, context);
  if (flags.dryRun) return context.note(t('cli.dryDone'));
  const question = t('cli.confirmChange', { name: localize(field.label, locale) });
  await (field.changeWarning ? confirm(context, question) : confirmOnProduction(context, question));
  const values = { ...pickKnown(before, page, group), [name]: value };
  reportWaiting(await saveGroup(client, page.name, group, current?.version ?? 0, values), context);
}
