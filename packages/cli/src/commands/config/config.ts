import {
  type ApplicationSettings,
  allSettings,
  type Client,
  defaultApplicationSettings,
  type Field,
  formatResult,
  localize,
  parseValue,
  printSettings,
  type SettingsAction,
  type SettingsAnswer,
  type SettingsRunAnswer,
  settingsCalls,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { printResult } from '../../output/print-result.ts';
import { confirm, confirmOnProduction, readStdin } from '../../prompts/ask.ts';
import { readJsonText } from '../api.ts';
import { loadFormatContext } from '../options/apply-site.ts';
import { isTypedSecret, readValue } from '../options/field-flags.ts';
import { gather } from '../options/filters.ts';
import { fillConfigHistory } from './config-history.ts';
import { fillConfigDiff, fillConfigImport } from './config-import.ts';
import { fillConfigRestore } from './config-restore.ts';
import {
  diffSettings,
  noteWarnings,
  type PageAnswer,
  pickKnown,
  readPage,
  reportWaiting,
  saveGroup,
  type Values,
} from './setting-changes.ts';
import { findSetting, formatSettingKey, listGroupKeys } from './setting-place.ts';

/** The console's appearance for all users, in the format that its settings drawer copies. */
async function readAppearance(client: Client): Promise<ApplicationSettings> {
  const page = await readPage(client, 'system');
  return { ...defaultApplicationSettings, ...(page.groups.appearance?.values as Partial<ApplicationSettings>) };
}

async function readAllSettings(client: Client): Promise<Record<string, Record<string, Values>>> {
  const pages = await Promise.all(
    allSettings.map(async (page) => [page.name, await readPage(client, page.name)] as const),
  );
  const getGroups = (page: PageAnswer) =>
    Object.fromEntries(Object.entries(page.groups).map(([name, group]) => [name, group.values]));
  return Object.fromEntries(pages.map(([name, page]) => [name, getGroups(page)]));
}

function fillExport(command: Command, context: Context): void {
  command
    .description(context.t('config.export'))
    .option('--all', context.t('config.all'))
    .action(async (flags: { all?: boolean }) => {
      const client = await context.client();
      const text = flags.all
        ? JSON.stringify(await readAllSettings(client), null, 2)
        : printSettings(await readAppearance(client));
      await context.write(`${text}\n`);
    });
}

function fillGet(command: Command, context: Context): void {
  command
    .description(context.t('config.get'))
    .argument('[key]')
    .addHelpText('after', `\n${context.t('cli.examples')}\n  gantry config get site.timezone`)
    .action(async (key?: string) => {
      const client = await context.client();
      if (key === undefined) return printAnswer(context, await readAllSettings(client), context.form('yaml'));
      const place = findSetting(key, context);
      const values = (await readPage(client, place.page.name)).groups[place.group]?.values ?? {};
      const value = place.name === null ? values : values[place.name];
      if (context.options().form === null && typeof value !== 'object')
        return context.write(`${String(value ?? '')}\n`);
      await printAnswer(context, value, context.form('yaml'));
    });
}

export function fillConfig(command: Command, context: Context): void {
  fillExport(command.command('export'), context);
  fillConfigImport(command.command('import'), context);
  fillConfigDiff(command.command('diff'), context);
  fillGet(command.command('get'), context);
  fillConfigSet(command.command('set'), context);
  fillConfigHistory(command.command('history'), context);
  fillConfigReset(command.command('reset'), context);
  fillConfigRestore(command.command('restore'), context);
  fillConfigTest(command.command('test'), context);
}

async function reset(key: string, context: Context): Promise<void> {
  const { t, locale } = context;
  const { page, group, name, field } = findSetting(key, context);
  if (field?.kind === 'secret' || field?.write === 'never')
    throw new CliError(t('cli.invalidValue', { name: 'KEY', value: key }), exitCodes.usage, {
      hint: t(field.kind === 'secret' ? 'config.secretKey' : 'config.fixedKey'),
    });
  const client = await context.client();
  const answer = await client.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: page.name });
  const now = answer.groups[group];
  const defaults = pickKnown({ ...now?.defaults }, page, group);
  const wanted = name === null ? defaults : { [name]: defaults[name] ?? null };
  const lines = diffSettings({ page, group }, now?.values ?? {}, wanted, context);
  if (lines.length === 0) return context.note(t('config.defaultAlready'));
  for (const line of lines) context.note(line);
  noteWarnings({ page, group }, now?.values ?? {}, wanted, context);
  const label = localize(field?.label ?? page.groups[group]?.label ?? page.label, locale);
  await confirm(context, t('config.confirmReset', { group: label }));
  await saveGroup(client, page.name, group, now?.version ?? 0, wanted);
  context.note(t('config.wasReset', { group: label }));
}

/** `config reset chat`: shows the difference, asks for confirmation, and saves the defaults. `config restore` undoes it. */
function fillConfigReset(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('config.reset'))
    .argument('<key>', t('config.key'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry config reset ai.chat\n  gantry config reset chat.contextRounds --yes`,
    )
    .action((key: string) => reset(key, context));
}

interface SettingsTest {
  readonly page: string;
  readonly group: string;
  readonly name: string;
  readonly action: SettingsAction;
}

/** All tests of settings, as typed: `mail connect`. */
function listSettingsTests(): SettingsTest[] {
  return allSettings.flatMap((page) =>
    Object.entries(page.groups).flatMap(([group, { actions = {} }]) =>
      Object.entries(actions).map(([name, action]) => ({ page: page.name, group, name, action })),
    ),
  );
}

/** Finds a test. Its name may be omitted when the group has only one. */
function findSettingsTest(group: string, action: string | undefined, context: Context): SettingsTest {
  const ofGroup = listSettingsTests().filter((one) => one.group === group || `${one.page}.${one.group}` === group);
  const named = ofGroup.filter((one) => action === undefined || one.name === action);
  const [found] = named;
  if (found && named.length === 1) return found;
  const hint = (ofGroup.length > 0 ? ofGroup : listSettingsTests()).map((one) => `${one.group} ${one.name}`).join(', ');
  const value = [group, action].filter(Boolean).join(' ');
  throw new CliError(context.t('cli.invalidValue', { name: 'TEST', value }), exitCodes.usage, { hint });
}

function parseInput(given: readonly string[], { action }: SettingsTest, context: Context): Record<string, unknown> {
  return Object.fromEntries(
    given.map((entry) => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(entry) ?? [];
      const field = action.input?.[name];
      if (field) return [name, parseValue(value, field)];
      const hint = Object.keys(action.input ?? {}).join(' ');
      throw new CliError(context.t('cli.invalidValue', { name: '--input', value: entry }), exitCodes.usage, { hint });
    }),
  );
}

/** `config test mail send --input to=ops@example.com`; a failed test exits with status 1. */
function fillConfigTest(command: Command, context: Context): void {
  const { t, locale } = context;
  const connectionTests = listSettingsTests().map(
    ({ group, name, action }) => `  ${group} ${name}: ${localize(action.label, locale)}`,
  );
  command
    .description(t('config.test'))
    .argument('<group>')
    .argument('[action]')
    .option('-i, --input <name=value>', t('config.input'), gather, [])
    .addHelpText('after', `\n${t('config.testActions')}\n${connectionTests.join('\n')}`)
    .action(async (group: string, action: string | undefined, flags: { input: string[] }) => {
      const found = findSettingsTest(group, action, context);
      const body = {
        page: found.page,
        group: found.group,
        action: found.name,
        input: parseInput(flags.input, found, context),
      };
      const client = await context.client();
      const answer = await client.call<SettingsRunAnswer>(settingsCalls.settingsRun.path, body, {
        idempotencyKey: crypto.randomUUID(),
      });
      const form = context.form('table');
      if (form !== 'table') await printAnswer(context, answer, form);
      else await printResult(context, formatResult(answer, found.action.output, await loadFormatContext(context)));
      if (!answer.ok)
        throw new CliError(`${localize(found.action.label, locale)}: ${t('config.testFailed')}`, exitCodes.failed);
    });
}

interface SetFlags {
  readonly add?: boolean;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
}

/** A setting with the key that the user typed. */
interface Setting {
  readonly key: string;
  readonly field: Field;
}

const isListed = ({ kind }: Field) => kind === 'tags' || kind === 'choices';

/** Reads one argument: `-` for standard input, `@file` for a file (images are uploaded). Warns about a typed secret. */
async function readArgument({ key, field }: Setting, given: string, context: Context): Promise<unknown> {
  if (given === '-') return parseValue(await readStdin(), field);
  if (field.kind === 'secret' && isTypedSecret(given)) context.note(context.t('cli.secretArgument', { name: key }));
  return readValue(given, field, context);
}

/** Reads the items of a list: arguments, comma-separated words, or JSON as `config get --json` prints it. */
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

/** The new value of a setting. For a list: the given items, or the stored ones with items added or removed. */
async function createValue(
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

/** `config set`: changes one setting and leaves the others of its group unchanged. */
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

/** Changes a setting and prints its old and new value. Writes nothing when the value is the same. */
async function setSetting(key: string, given: string[], flags: SetFlags, context: Context): Promise<void> {
  const { t, locale } = context;
  const place = findSetting(key, context);
  const { page, group, name, field } = place;
  if (name === null || field === null || field.write === 'never')
    throw new CliError(t('cli.invalidValue', { name: 'KEY', value: key }), exitCodes.usage, {
      hint: field === null ? listGroupKeys(place).join(' ') : t('config.fixedKey'),
    });
  if (flags.add && flags.remove) throw new CliError(t('config.addOrRemove'), exitCodes.usage);
  const client = await context.client();
  const current = (await readPage(client, page.name)).groups[group];
  const before = current?.values ?? {};
  const value = await createValue({ key, field }, given, before[name], flags, context);
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
