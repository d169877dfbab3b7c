import {
  fillText,
  formatIsoTime,
  formatTime,
  localize,
  type NewToken,
  sessionCalls,
  type TokenItem,
} from '@gantry/core';
import { type Command, Option } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { type PrintColumn, printAnswer, printRecords } from '../../output/print.ts';
import { confirm } from '../../prompts/ask.ts';
import { loadFormatContext } from '../options/apply-site.ts';
import { parsePositive } from '../options/filters.ts';

const words = {
  create: { zh: '创建访问令牌，供脚本使用；只显示这一次', en: 'create an access token for scripts; it is shown once' },
  list: { zh: '列出自己的访问令牌', en: 'list your access tokens' },
  revoke: { zh: '吊销访问令牌', en: 'revoke an access token' },
  days: { zh: '有效天数，1 至 90', en: 'days until it expires, 1 to 90' },
  scope: { zh: 'read 只能读取；full 等同本人的权限', en: 'read: read-only; full: all of your permissions' },
  password: {
    zh: '从标准输入读取密码以确认身份；第二行为两步验证码',
    en: 'read the password for identity confirmation from standard input; a two-factor code goes on a second line',
  },
  created: {
    zh: '令牌 #{id} 有效至 {time}。脚本用法：GANTRY_SERVER={server} GANTRY_TOKEN=... gantry order list',
    en: 'Token #{id} expires {time}. Scripts: GANTRY_SERVER={server} GANTRY_TOKEN=... gantry order list',
  },
  confirmRevoke: {
    zh: '吊销令牌 {name}（#{id}）？使用它的脚本会立即失效。',
    en: 'Revoke the token {name} (#{id})? Scripts that use it stop working.',
  },
  revoked: { zh: '已吊销令牌 {name}（#{id}）', en: 'Revoked the token {name} (#{id})' },
  missing: { zh: '令牌不存在：{name}', en: 'Token not found: {name}' },
  name: { zh: '名称', en: 'Name' },
  createdAt: { zh: '创建时间', en: 'Created' },
  lastSeenAt: { zh: '最近使用', en: 'Last used' },
  expiresAt: { zh: '到期时间', en: 'Expires' },
  readOnly: { zh: '只读', en: 'Read-only' },
} as const;

interface CreateFlags {
  readonly days: string;
  readonly scope: 'read' | 'full';
  readonly passwordStdin?: boolean;
}

async function create(name: string, flags: CreateFlags, context: Context): Promise<void> {
  const days = parsePositive(flags.days, '--days', context);
  if (flags.passwordStdin) context.setOptions({ ...context.options(), stepUpStdin: true });
  const client = await context.client();
  const body = { name, days, readOnly: flags.scope === 'read' };
  const made = await client.call<NewToken>(sessionCalls.tokenCreate.path, body, {
    idempotencyKey: crypto.randomUUID(),
  });
  const form = context.options().form;
  if (form) await printAnswer(context, made, form);
  else await context.write(`${made.token}\n`);
  const time = formatTime(made.expiresAt, (await loadFormatContext(context)).timeZone);
  context.note(fillText(words.created, { id: made.id, time, server: await context.server() }, context.locale));
}

const readTokens = async (context: Context): Promise<readonly TokenItem[]> =>
  (await (await context.client()).call<{ items: readonly TokenItem[] }>(sessionCalls.tokenList.path)).items;

async function list(context: Context): Promise<void> {
  const items = (await readTokens(context)).map((item) => ({ ...item }));
  const here = await loadFormatContext(context);
  const time = (name: 'createdAt' | 'lastSeenAt' | 'expiresAt'): PrintColumn => ({
    name,
    title: localize(words[name], context.locale),
    full: true,
    format: (value) => (typeof value === 'number' && value > 0 ? formatTime(value, here.timeZone) : ''),
    toText: (value) => (value === 0 ? '' : formatIsoTime(Number(value), here.timeZone)),
  });
  const columns: PrintColumn[] = [
    { name: 'id', title: 'ID', right: true, format: String },
    { name: 'name', title: localize(words.name, context.locale), format: String },
    {
      name: 'readOnly',
      title: localize(words.readOnly, context.locale),
      format: (value) => (value === true ? '✓' : ''),
    },
    time('createdAt'),
    time('lastSeenAt'),
    time('expiresAt'),
  ];
  await printRecords(context, items, columns, context.form('table'), { items });
}

/** Revokes a token by its id, or by its name if only one token has it. */
async function revoke(typed: string, context: Context): Promise<void> {
  const tokens = await readTokens(context);
  const [found, another] = tokens.filter(({ id, name }) => typed === `${id}` || typed === `#${id}` || typed === name);
  if (!found || another) {
    const hint = tokens.map(({ id, name }) => `#${id} ${name}`).join(', ');
    throw new CliError(fillText(words.missing, { name: typed }, context.locale), exitCodes.notFound, { hint });
  }
  await confirm(context, fillText(words.confirmRevoke, { ...found }, context.locale));
  const client = await context.client();
  await client.call(sessionCalls.tokenRevoke.path, { id: found.id }, { idempotencyKey: crypto.randomUUID() });
  context.note(fillText(words.revoked, { ...found }, context.locale));
}

/** `token create|list|revoke`: manages the user's own access tokens, which scripts pass as GANTRY_TOKEN. */
export function fillToken(command: Command, context: Context): void {
  const { t, locale } = context;
  const formatExamples = (...lines: string[]) =>
    `\n${t('cli.examples')}\n${lines.map((line) => `  gantry token ${line}`).join('\n')}`;
  command
    .command('create')
    .description(localize(words.create, locale))
    .argument('<name>')
    .option('--days <count>', localize(words.days, locale), '30')
    .addOption(new Option('--scope <scope>', localize(words.scope, locale)).choices(['read', 'full']).default('full'))
    .option('--password-stdin', localize(words.password, locale))
    .addHelpText('after', formatExamples('create nightly --scope read --days 90'))
    .action((name: string, flags: CreateFlags) => create(name, flags, context));
  command
    .command('list')
    .description(localize(words.list, locale))
    .addHelpText('after', formatExamples('list'))
    .action(() => list(context));
  command
    .command('revoke')
    .description(localize(words.revoke, locale))
    .argument('<id>')
    .addHelpText('after', formatExamples('revoke nightly'))
    .action((typed: string) => revoke(typed, context));
}
