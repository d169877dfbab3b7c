import type { Client } from '@gantry/core';
import { type ApplicationSettings, allSettings, defaultApplicationSettings, printSettings } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { confirm } from '../../prompts/ask.ts';
import { readJson } from '../api.ts';
import { fillConfigHistory } from './config-history.ts';
import { fillConfigReset } from './config-reset.ts';
import { fillConfigRestore } from './config-restore.ts';
import { fillConfigSet } from './config-set.ts';
import { fillConfigTest } from './config-test.ts';
import { type PageAnswer, pickKnown, readPage, saveGroup, type Values } from './setting-groups.ts';
import { findSetting } from './setting-place.ts';

/** The looks of the console for everyone, as the whole state that its settings drawer copies. */
async function appearance(client: Client): Promise<ApplicationSettings> {
  const page = await readPage(client, 'system');
  return { ...defaultApplicationSettings, ...(page.groups.appearance?.values as Partial<ApplicationSettings>) };
}

async function everything(client: Client): Promise<Record<string, Record<string, Values>>> {
  const pages = await Promise.all(
    allSettings.map(async (page) => [page.name, await readPage(client, page.name)] as const),
  );
  const groups = (page: PageAnswer) =>
    Object.fromEntries(Object.entries(page.groups).map(([name, group]) => [name, group.values]));
  return Object.fromEntries(pages.map(([name, page]) => [name, groups(page)]));
}

/** A drawer's JSON goes to the appearance group; a file of `export --all` to every group that it names. */
async function importSettings(client: Client, given: Values, context: Context): Promise<number> {
  const drawer = 'themeColor' in given || 'navbar' in given;
  const wanted = drawer ? { system: { appearance: given } } : (given as Record<string, Record<string, Values>>);
  let saved = 0;
  for (const page of allSettings) {
    const groups = (wanted[page.name] ?? {}) as Record<string, Values>;
    for (const [group, values] of Object.entries(groups)) {
      if (!page.groups[group])
        throw new CliError(context.t('cli.invalidValue', { name: page.name, value: group }), exitCodes.usage);
      const current = (await readPage(client, page.name)).groups[group];
      await saveGroup(client, page.name, group, current?.version ?? 0, {
        ...pickKnown({ ...current?.values, ...values }, page, group),
      });
      saved += 1;
    }
  }
  return saved;
}

function fillExport(command: Command, context: Context): void {
  command
    .description(context.t('cli.configExport'))
    .option('--all', context.t('cli.configAll'))
    .action(async (flags: { all?: boolean }) => {
      const client = await context.client();
      const text = flags.all
        ? JSON.stringify(await everything(client), null, 2)
        : printSettings(await appearance(client));
      await context.write(`${text}\n`);
    });
}

function fillImport(command: Command, context: Context): void {
  command
    .description(context.t('cli.configImport'))
    .argument('<file>', context.t('cli.file'))
    .action(async (file: string) => {
      const given = await readJson(file === '-' ? '-' : `@${file}`, context);
      if (typeof given !== 'object' || given === null || Array.isArray(given))
        throw new CliError(context.t('cli.badJson', { reason: context.t('cli.notAnObject') }), exitCodes.usage);
      await confirm(
        context,
        context.t('cli.confirmAction', {
          count: Object.keys(given).length,
          label: context.t('cli.config'),
          action: context.t('verb.import'),
        }),
      );
      const saved = await importSettings(await context.client(), given as Values, context);
      context.note(context.t('cli.done', { action: context.t('verb.import'), count: saved }));
    });
}

function fillGet(command: Command, context: Context): void {
  command
    .description(context.t('cli.configGet'))
    .argument('[key]')
    .addHelpText('after', `\n${context.t('cli.examples')}\n  gantry config get site.timezone`)
    .action(async (key?: string) => {
      const client = await context.client();
      if (key === undefined) return printAnswer(context, await everything(client), context.form('yaml'));
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
  fillImport(command.command('import'), context);
  fillGet(command.command('get'), context);
  fillConfigSet(command.command('set'), context);
  fillConfigHistory(command.command('history'), context);
  fillConfigReset(command.command('reset'), context);
  fillConfigRestore(command.command('restore'), context);
  fillConfigTest(command.command('test'), context);
}
