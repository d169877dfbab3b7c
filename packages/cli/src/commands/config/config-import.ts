import {
  allSettings,
  type Client,
  checkInput,
  defaultApplicationSettings,
  fillText,
  getGivenFields,
  isObject,
  localize,
  type SettingsDefinition,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printJson } from '../../output/print.ts';
import { confirm } from '../../prompts/ask.ts';
import { readJson } from '../api.ts';
import { diffSettings, noteWarnings, readPage, reportWaiting, saveGroup, type Values } from './setting-changes.ts';

const words = {
  import: {
    zh: '按文件修改设置：config export 的外观，或 config export --all 的全部分组',
    en: 'import settings from a file created by config export or config export --all',
  },
  diff: { zh: '文件中的设置与服务器有何不同', en: 'compare the settings of a file with the server' },
  nothing: { zh: '没有差异，未写入任何内容', en: 'No differences. Nothing was written.' },
  unknown: { zh: '未知的设置：{names}', en: 'Unknown settings: {names}' },
  invalid: { zh: '设置的值不正确，未写入任何内容', en: 'Some values are not valid. Nothing was written.' },
  confirm: { zh: '修改以上 {count} 项设置？', en: 'Change these {count} settings?' },
  confirmOne: { zh: '修改以上设置？', en: 'Change this setting?' },
  done: { zh: '已修改 {count} 项设置', en: 'Settings changed: {count}' },
} as const;

export type Files = Readonly<Record<string, Readonly<Record<string, Values>>>>;

/** A group and the changes that a file makes to it. */
export interface GroupPlan {
  readonly page: SettingsDefinition;
  readonly group: string;
  readonly version: number;
  readonly before: Values;
  /** Only the values that change. */
  readonly values: Values;
  readonly lines: readonly string[];
}

/** The groups of a file by page. The JSON of the settings drawer becomes the appearance group. */
export function toFiles(given: Values, context: Context): Files {
  const isAppearance = Object.keys(given).some((name) => Object.hasOwn(defaultApplicationSettings, name));
  const files = isAppearance ? { system: { appearance: given } } : given;
  const unknown = Object.entries(files).flatMap(([name, groups]) => listUnknown(name, groups));
  if (unknown.length === 0) return files as Files;
  const named = fillText(words.unknown, { names: unknown.join(' ') }, context.locale);
  const hint = isAppearance
    ? Object.keys(defaultApplicationSettings).join(' ')
    : allSettings.map((page) => page.name).join(' ');
  throw new CliError(named, exitCodes.usage, { hint });
}

/** Lists names of a page, its groups and their settings that no definition has. */
function listUnknown(name: string, groups: unknown): string[] {
  const page = allSettings.find((one) => one.name === name);
  if (!page || !isObject(groups)) return [name];
  return Object.entries(groups).flatMap(([group, values]) => {
    const fields = page.groups[group]?.fields;
    if (!fields || !isObject(values)) return [`${name}.${group}`];
    const isKnown = (field: string) =>
      Object.hasOwn(fields, field) || (group === 'appearance' && Object.hasOwn(defaultApplicationSettings, field));
    return Object.keys(values).flatMap((field) => (isKnown(field) ? [] : [`${name}.${group}.${field}`]));
  });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Reads and checks what a file would change, before anything is written. */
export async function planImport(client: Client, files: Files, context: Context): Promise<GroupPlan[]> {
  const plans: GroupPlan[] = [];
  const errors: string[] = [];
  for (const page of allSettings.filter(({ name }) => Object.hasOwn(files, name))) {
    const { groups } = await readPage(client, page.name);
    for (const [group, wanted] of Object.entries(files[page.name] ?? {})) {
      const before = groups[group]?.values ?? {};
      const fields = getGivenFields(page.groups[group]?.fields ?? {});
      const isGiven = ([name, value]: [string, unknown]) =>
        fields[name]?.kind === 'secret' ? typeof value === 'string' && value !== '' : !isSame(before[name], value);
      const values = Object.fromEntries(
        Object.entries(wanted).filter((entry) => fields[entry[0]] !== undefined && isGiven(entry)),
      );
      if (Object.keys(values).length === 0) continue;
      const changed = Object.fromEntries(
        Object.keys(values).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
      );
      const checked = checkInput(changed, values, context.locale, context.t);
      if (!checked.ok)
        errors.push(
          ...Object.entries(checked.errors).map(([name, said]) => `${page.name}.${group}.${name}: ${said.join(' ')}`),
        );
      const lines = diffSettings({ page, group }, before, values, context);
      plans.push({ page, group, version: groups[group]?.version ?? 0, before, values, lines });
    }
  }
  if (errors.length === 0) return plans;
  throw new CliError(localize(words.invalid, context.locale), exitCodes.usage, { hint: errors.join('\n') });
}

async function readPlan(file: string, context: Context): Promise<GroupPlan[]> {
  const given = await readJson(file === '-' ? '-' : `@${file}`, context);
  if (!isObject(given))
    throw new CliError(context.t('cli.badJson', { reason: context.t('cli.notAnObject') }), exitCodes.usage);
  return planImport(await context.client(), toFiles(given, context), context);
}

/** The changes as data: the full key of each setting with its old and new value. */
const toChanges = (plans: readonly GroupPlan[]) =>
  plans.flatMap(({ page, group, before, values }) =>
    Object.entries(values).map(([name, after]) => ({
      setting: `${page.name}.${group}.${name}`,
      before: before[name] ?? null,
      after: page.groups[group]?.fields[name]?.kind === 'secret' ? null : after,
    })),
  );

async function showPlan(plans: readonly GroupPlan[], context: Context): Promise<void> {
  if (context.options().form) return printJson(context, toChanges(plans), 2);
  for (const line of plans.flatMap(({ lines }) => lines)) await context.write(`${line.trim()}\n`);
}

async function importFile(file: string, dryRun: boolean, context: Context): Promise<void> {
  const { locale, note, t } = context;
  const plans = await readPlan(file, context);
  const count = plans.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
  await showPlan(plans, context);
  for (const plan of plans) noteWarnings(plan, plan.before, plan.values, context);
  if (count === 0) return note(localize(words.nothing, locale));
  if (dryRun) return note(t('cli.dryDone'));
  const question = count === 1 ? words.confirmOne : words.confirm;
  await confirm(context, fillText(question, { count }, locale));
  const client = await context.client();
  for (const { page, group, version, values } of plans)
    reportWaiting(await saveGroup(client, page.name, group, version, values), context);
  note(fillText(words.done, { count }, locale));
}

export function fillConfigImport(command: Command, context: Context): void {
  const { t, locale } = context;
  command
    .description(localize(words.import, locale))
    .argument('<file>', t('cli.file'))
    .option('--dry-run', t('cli.dryRun'))
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry config import settings.json --dry-run`)
    .action((file: string, flags: { readonly dryRun?: boolean }) => importFile(file, flags.dryRun === true, context));
}

/** `config diff settings.json`: prints what importing the file would change. */
export function fillConfigDiff(command: Command, context: Context): void {
  const { t, locale } = context;
  command
    .description(localize(words.diff, locale))
    .argument('<file>', t('cli.file'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry config diff settings.json\n  gantry config export --all --profile staging | gantry config diff -`,
    )
    .action(async (file: string) => {
      const plans = await readPlan(file, context);
      await showPlan(plans, context);
      for (const plan of plans) noteWarnings(plan, plan.before, plan.values, context);
      if (plans.length === 0) context.note(localize(words.nothing, locale));
    });
}
