import { localize, type SettingsAnswer, settingsCalls } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { confirm } from '../../prompts/ask.ts';
import { diffSettings } from './setting-differences.ts';
import { pickKnown, saveGroup } from './setting-groups.ts';
import { findSetting } from './setting-place.ts';

async function reset(key: string, context: Context): Promise<void> {
  const { t, locale } = context;
  const { page, group, name, field } = findSetting(key, context);
  if (field?.kind === 'secret' || field?.write === 'never')
    throw new CliError(t('cli.invalidValue', { name: 'KEY', value: key }), exitCodes.usage);
  const client = await context.client();
  const answer = await client.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: page.name });
  const now = answer.groups[group];
  const defaults = pickKnown({ ...now?.defaults }, page, group);
  const wanted = name === null ? defaults : { [name]: defaults[name] ?? null };
  const lines = diffSettings({ page, group }, now?.values ?? {}, wanted, context);
  if (lines.length === 0) return context.note(t('cli.configDefaultAlready'));
  for (const line of lines) context.note(line);
  const label = localize(field?.label ?? page.groups[group]?.label ?? page.label, locale);
  await confirm(context, t('cli.configConfirmReset', { group: label }));
  await saveGroup(client, page.name, group, now?.version ?? 0, wanted);
  context.note(t('cli.configWasReset', { group: label }));
}

/** `config reset chat`: says what it would change, asks, and saves the defaults; `config restore` takes it back. */
export function fillConfigReset(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('cli.configReset'))
    .argument('<key>', t('cli.configKey'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry config reset ai.chat\n  gantry config reset chat.contextRounds --yes`,
    )
    .action((key: string) => reset(key, context));
}
