import { fillText, localize } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { exitCodes } from '../../context/exit.ts';
import { type PrintColumn, printAnswer, printRecords } from '../../output/print.ts';
import { createNoProfileError } from '../../profile/no-server.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { confirm } from '../../prompts/ask.ts';

const words = {
  list: { zh: '列出配置档案', en: 'list the profiles' },
  show: { zh: '显示一个档案；不指定为当前档案', en: 'show a profile; the active one by default' },
  use: { zh: '设为默认档案', en: 'make a profile the default' },
  delete: { zh: '删除档案及其令牌', en: 'delete a profile and its token' },
  confirmDelete: { zh: '删除档案 {name}？', en: 'Delete the profile {name}?' },
  deleted: { zh: '已删除档案 {name}', en: 'Deleted the profile {name}' },
  isDefault: { zh: '默认', en: 'Default' },
  name: { zh: '档案', en: 'Profile' },
  server: { zh: '服务器', en: 'Server' },
  username: { zh: '用户名', en: 'Username' },
  signedIn: { zh: '已登录', en: 'Signed in' },
  production: { zh: '生产环境', en: 'Production' },
  readOnly: { zh: '只读', en: 'Read-only' },
} as const;

interface ListedProfile {
  readonly isDefault: boolean;
  readonly name: string;
  readonly server: string;
  readonly username: string;
  readonly signedIn: boolean;
  readonly production: boolean;
  readonly readOnly: boolean;
}

const names = ['isDefault', 'name', 'server', 'username', 'signedIn', 'production', 'readOnly'] as const;

/** Describes a profile. `signedIn` means that a token is stored; only the server knows whether it is still valid. */
function describe(name: string, profiles: Profiles, context: Context): ListedProfile {
  const stored = profiles.current(name);
  if (!stored) throw createNoProfileError(name, profiles.names(), exitCodes.notFound, context);
  return {
    isDefault: profiles.defaultName() === name,
    name,
    server: stored.server,
    username: stored.username,
    signedIn: profiles.tokenStore(name).get('token') !== null,
    production: stored.production === true,
    readOnly: stored.readOnly === true,
  };
}

function getColumns({ locale }: Context): PrintColumn[] {
  return names.map((name) => ({
    name,
    title: localize(words[name], locale),
    format: (value) => (value === true ? '✓' : value === false ? '' : String(value)),
  }));
}

function fillList(command: Command, context: Context): void {
  command.description(localize(words.list, context.locale)).action(async () => {
    const profiles = await context.profiles();
    const records = profiles.names().map((name) => ({ ...describe(name, profiles, context) }));
    await printRecords(context, records, getColumns(context), context.form('table'), records);
  });
}

function fillShow(command: Command, context: Context): void {
  command
    .description(localize(words.show, context.locale))
    .argument('[name]')
    .action(async (given?: string) => {
      const profiles = await context.profiles();
      const name = given ?? profiles.currentName(context.options().profile);
      await printAnswer(context, describe(name, profiles, context), context.form('table'));
    });
}

function fillUse(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(localize(words.use, context.locale))
    .argument('<name>')
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry profile use staging`)
    .action(async (name: string) => {
      const profiles = await context.profiles();
      const { server, production } = describe(name, profiles, context);
      profiles.use(name);
      if (production) context.note(t('cli.productionBanner', { name, server }));
      context.note(t('profile.active', { name }));
    });
}

function fillDelete(command: Command, context: Context): void {
  command
    .description(localize(words.delete, context.locale))
    .argument('<name>')
    .action(async (name: string) => {
      const profiles = await context.profiles();
      const { server } = describe(name, profiles, context);
      const fillName = (text: (typeof words)['deleted' | 'confirmDelete']) => fillText(text, { name }, context.locale);
      await confirm({ ...context, server: async () => server }, fillName(words.confirmDelete));
      profiles.remove(name);
      context.note(fillName(words.deleted));
    });
}

/** `profile list|show|use|delete`: manages servers to sign in to, and the default one of commands. */
export function fillProfile(command: Command, context: Context): void {
  fillList(command.command('list'), context);
  fillShow(command.command('show'), context);
  fillUse(command.command('use'), context);
  fillDelete(command.command('delete'), context);
}
