import { type Client, fillText, isSensitive, localize } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printJson } from '../../output/print.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { readEnvToken } from '../../profile/env-token.ts';
import { confirm } from '../../prompts/ask.ts';
import { reportWaiting, saveGroup } from '../config/setting-changes.ts';
import { type DesiredState, readDesiredState } from './desired-state.ts';
import {
  type ApplyOptions,
  applyContent,
  assertAccepted,
  listPlanLines,
  makePlan,
  type Plan,
  pruneRecords,
} from './plan.ts';
import { applyAdmins } from './plan-admins.ts';
import { isSecretSetting, planSettings } from './plan-settings.ts';

const words = {
  folder: { zh: '配置文件目录', en: 'folder of configuration files' },
  prune: { zh: '删除目录中没有的记录', en: 'delete records that the folder does not have' },
  secrets: { zh: '写入全部密文，即使看起来相同', en: 'write all secrets, also those that look the same' },
  exitCode: { zh: '有差异时以状态 1 退出', en: 'exit with status 1 when there are differences' },
  dryRun: { zh: '只显示差异', en: 'only show the differences' },
  signIn: {
    zh: '以下变更须确认身份，访问令牌无法确认。请登录后应用，未写入任何内容',
    en: 'These changes require identity confirmation, which an access token cannot give. Sign in to apply them. Nothing was written.',
  },
  none: { zh: '没有差异，未写入任何内容', en: 'No differences. Nothing was written.' },
  confirm: { zh: '应用以上 {count} 项变更？', en: 'Apply these changes ({count})?' },
  confirmPrune: {
    zh: '删除目录中没有的 {count} 条记录？此操作无法撤销。',
    en: 'Delete the records that the folder does not have ({count})? This cannot be undone.',
  },
  sum: {
    zh: '新建 {created}，修改 {changed}，删除 {deleted}',
    en: '{created} to create, {changed} to change, {deleted} to delete',
  },
  done: { zh: '已应用 {count} 项变更', en: 'Changes applied: {count}' },
} as const;

interface Flags {
  readonly filename: string;
  readonly prune?: boolean;
  readonly writeSecrets?: boolean;
  readonly exitCode?: boolean;
  readonly dryRun?: boolean;
}

const toOptions = ({ prune, writeSecrets }: Flags): ApplyOptions => ({
  prune: prune === true,
  writesSecrets: writeSecrets === true,
});

function countPlan(plan: Plan): { created: number; changed: number; deleted: number; total: number } {
  const lines = listPlanLines(plan);
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return { created: count('+'), changed: count('~'), deleted: count('-'), total: lines.length };
}

async function showPlan(plan: Plan, context: Context): Promise<void> {
  const { total, ...counts } = countPlan(plan);
  if (context.options().form) return printJson(context, { ...counts, changes: listPlanLines(plan) }, 2);
  for (const line of listPlanLines(plan)) await context.write(`${escapeControls(line)}\n`);
  context.note(total === 0 ? localize(words.none, context.locale) : fillText(words.sum, counts, context.locale));
}

async function plan(flags: Flags, client: Client, context: Context) {
  const desired = await readDesiredState(flags.filename, isSecretSetting, context);
  const made = await makePlan(client, desired, toOptions(flags), context);
  await showPlan(made, context);
  return { desired, made };
}

/** Personal access tokens start with this. Unlike sessions, they cannot confirm an identity. */
const accessTokenPrefix = 'pat_';

/** Rejects changes that an access token cannot make, before anything is written. */
function assertMayConfirm({ admins, settings }: Plan, { locale, t }: Context): void {
  if (!readEnvToken(t)?.startsWith(accessTokenPrefix)) return;
  const sensitive = settings.groups.flatMap(({ page, group, values }) => {
    const definition = page.groups[group];
    const names = Object.keys(values).filter((name) => definition && isSensitive(definition, name));
    return names.map((name) => `${page.name}.${group}.${name}`);
  });
  sensitive.push(...admins.map(({ username }) => `admin ${username}`));
  if (sensitive.length === 0) return;
  throw new CliError(localize(words.signIn, locale), exitCodes.denied, { hint: sensitive.join('\n') });
}

/** Writes content first, since settings may name its records, and deletes surplus records last. */
async function write(desired: DesiredState, made: Plan, flags: Flags, client: Client, context: Context): Promise<void> {
  const content = await applyContent(desired, false, context);
  assertAccepted(content, desired, context);
  const { groups } = await planSettings(client, desired.settings, [], flags.writeSecrets === true, context);
  for (const { page, group, version, values } of groups)
    reportWaiting(await saveGroup(client, page.name, group, version, values), context);
  for (const answer of await applyAdmins(client, made.admins)) reportWaiting(answer, context);
  const rejected = await pruneRecords(client, made.surplus, context);
  for (const line of rejected) context.note(escapeControls(line));
  if (rejected.length > 0) context.setStatus(exitCodes.partly);
  context.note(fillText(words.done, { count: countPlan(made).total - rejected.length }, context.locale));
}

async function apply(flags: Flags, context: Context): Promise<void> {
  const client = await context.client();
  const { desired, made } = await plan(flags, client, context);
  const { total, deleted } = countPlan(made);
  if (total === 0 || flags.dryRun) return;
  assertMayConfirm(made, context);
  if (total > deleted) await confirm(context, fillText(words.confirm, { count: total - deleted }, context.locale));
  if (deleted > 0) await confirm(context, fillText(words.confirmPrune, { count: deleted }, context.locale));
  await write(desired, made, flags, client, context);
}

/** Adds what both commands share: the folder to compare, and the options of the comparison. */
function fillComparison(
  command: Command,
  name: 'apply' | 'diff',
  examples: readonly string[],
  { t, locale }: Context,
): Command {
  return command
    .description(t(`cli.${name}`))
    .requiredOption('-f, --filename <dir>', localize(words.folder, locale))
    .option('--prune', localize(words.prune, locale))
    .option('--write-secrets', localize(words.secrets, locale))
    .addHelpText('after', ['', t('cli.examples'), ...examples.map((line) => `  ${line}`)].join('\n'));
}

/** `gantry apply -f DIR`: makes the server match the folder. Applying the same folder again changes nothing. */
export function fillApply(command: Command, context: Context): void {
  fillComparison(
    command,
    'apply',
    ['gantry apply -f platform --dry-run', 'gantry apply -f platform --prune --yes'],
    context,
  )
    .option('--dry-run', localize(words.dryRun, context.locale))
    .action((flags: Flags) => apply(flags, context));
}

/** `gantry diff -f DIR`: prints what `gantry apply` would change. */
export function fillDiff(command: Command, context: Context): void {
  fillComparison(command, 'diff', ['gantry diff -f platform', 'gantry diff -f platform --prune --exit-code'], context)
    .option('--exit-code', localize(words.exitCode, context.locale))
    .action(async (flags: Flags) => {
      const { made } = await plan(flags, await context.client(), context);
      if (flags.exitCode && countPlan(made).total > 0) context.setStatus(exitCodes.failed);
    });
}
