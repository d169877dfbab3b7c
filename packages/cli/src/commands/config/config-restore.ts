import {
  allSettings,
  type Client,
  formatTime,
  getWaitingText,
  localize,
  type SettingsAnswer,
  type SettingsGroupAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { printAnswer } from '../../output/print.ts';
import { confirm } from '../../prompts/ask.ts';
import { loadFormatContext } from '../options/apply-site.ts';
import { parseId } from '../options/ids.ts';
import { diffSettings, listSettingChanges, noteWarnings, type SettingChange } from './setting-changes.ts';

/** Finds a change by its id. Ids are unique across pages, so each page is queried. */
async function findChange(client: Client, id: number, { t }: Context): Promise<SettingChange> {
  const found = await Promise.all(
    allSettings.map(async (page) => {
      for await (const change of listSettingChanges(client, { page, before: id + 1 })) return change;
      return null;
    }),
  );
  const change = found.find((one) => one?.id === id);
  if (!change) throw new CliError(t('config.noChange', { id }), exitCodes.notFound);
  return change;
}

/** The values before the change, for every setting that was changed then or later. */
async function readValuesBefore(client: Client, { id, page, group }: SettingChange): Promise<Values> {
  const values: Values = {};
  for await (const change of listSettingChanges(client, { page, group })) {
    if (change.id < id) break;
    Object.assign(values, change.before);
  }
  return values;
}

async function restore(given: string, context: Context): Promise<void> {
  const { t, locale } = context;
  const id = parseId(given, context);
  const client = await context.client();
  const change = await findChange(client, id, context);
  const { page, group } = change;
  const [values, answer] = await Promise.all([
    readValuesBefore(client, change),
    client.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: page.name }),
  ]);
  const now = answer.groups[group];
  const lines = diffSettings(change, now?.values ?? {}, values, context);
  if (lines.length === 0) return context.note(t('config.same'));
  for (const line of lines) context.note(line);
  noteWarnings(change, now?.values ?? {}, values, context);
  const words = {
    group: localize(page.groups[group]?.label ?? page.label, locale),
    time: formatTime(change.changedAt, (await loadFormatContext(context)).timeZone),
  };
  await confirm(context, t('config.confirmRestore', words));
  const body = { page: page.name, group, historyId: id, version: now?.version ?? 0 };
  const restored = await client.call<SettingsGroupAnswer>(settingsCalls.settingsRollback.path, body, {
    idempotencyKey: crypto.randomUUID(),
  });
  const { form } = context.options();
  if (form) await printAnswer(context, restored, form);
  const waits = getWaitingText(restored);
  if (waits !== null) {
    context.note(waits);
    return context.setStatus(exitCodes.partly);
  }
  context.note(t('config.restored', words));
}

/** `config restore 41`: shows the difference, asks for confirmation, and restores the group if its version is unchanged. */
export function fillConfigRestore(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('config.restore'))
    .argument('<id>', t('config.change'))
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry config restore 41\n  gantry config restore 41 --yes`)
    .action((given: string) => restore(given, context));
}
