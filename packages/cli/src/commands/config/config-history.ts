import { allSettings, type Client, type FormatContext, formatIsoTime, formatTime, formatValue } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { formatContext, type PrintColumn, printRecords } from '../../output/print.ts';
import { loadFormatContext } from '../options/apply-site.ts';
import { parsePositive } from '../options/filters.ts';
import { listSettingChanges, type SettingChange } from './setting-changes.ts';
import { findSetting, type SettingPlace } from './setting-place.ts';

/** Reads the newest changes of a group, of one setting, or of all pages. */
async function listNewest(client: Client, place: SettingPlace | null, limit: number): Promise<SettingChange[]> {
  const pages = place ? [place.page] : allSettings;
  const found = await Promise.all(
    pages.map(async (page) => {
      const stored: SettingChange[] = [];
      for await (const change of listSettingChanges(client, { page, ...(place ? { group: place.group } : {}) })) {
        // A group that was saved without a change has nothing to show and does not count toward the limit.
        if (Object.keys(change.after).length === 0) continue;
        if (place?.name && !(place.name in change.after)) continue;
        if (stored.push(change) === limit) break;
      }
      return stored;
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}

/** Formats a setting for display. Secrets only ever arrive masked. */
export function formatSetting(
  { page, group }: Pick<SettingChange, 'page' | 'group'>,
  name: string,
  value: unknown,
  context: Context,
): string {
  if (value === null || value === undefined) return '-';
  const field = page.groups[group]?.fields[name];
  if (field && field.kind !== 'secret') return formatValue(value, field, formatContext(context.locale));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly change: SettingChange;
  readonly name: string;
}

/** Creates one row for each setting that changed. */
function toRows(change: SettingChange, only: string | null): Row[] {
  return Object.keys(change.after)
    .filter((name) => only === null || name === only)
    .map((name) => ({
      id: change.id,
      changedAt: change.changedAt,
      changedBy: change.changedByLabel,
      setting: `${change.page.name}.${change.group}.${name}`,
      before: change.before[name],
      after: change.after[name],
      change,
      name,
    }));
}

/** Reduces a row to the fields of data output. */
function toData({ id, changedAt, changedBy, setting, before, after }: Row): Readonly<Record<string, unknown>> {
  return { id, changedAt, changedBy, setting, before, after };
}

function getColumnsFor({ timeZone }: FormatContext, context: Context): PrintColumn[] {
  const { t } = context;
  const getText = (value: unknown) => String(value);
  const formatCell = (value: unknown, row: Readonly<Record<string, unknown>>) => {
    const { change, name } = row as Row;
    return formatSetting(change, name, value, context);
  };
  return [
    { name: 'id', title: 'id', right: true, format: getText },
    {
      name: 'changedAt',
      title: t('config.time'),
      format: (value) => formatTime(Number(value), timeZone),
      toText: (value) => formatIsoTime(Number(value), timeZone),
    },
    { name: 'changedBy', title: t('config.by'), format: getText },
    { name: 'setting', title: t('config.setting'), format: getText },
    { name: 'before', title: t('cli.configBefore'), format: formatCell },
    { name: 'after', title: t('cli.configAfter'), format: formatCell },
  ];
}

/** `config history [GROUP|KEY]`: lists changes and who made them. `config restore` takes the id of a change. */
export function fillConfigHistory(command: Command, context: Context): void {
  const { t } = context;
  command
    .description(t('config.history'))
    .argument('[key]', t('config.key'))
    .option('--limit <n>', t('cli.limit'), '20')
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry config history\n  gantry config history site.timezone\n  gantry config history billing -o json`,
    )
    .action(async (key: string | undefined, flags: { readonly limit: string }) => {
      const place = key === undefined ? null : findSetting(key, context);
      const changes = await listNewest(await context.client(), place, parsePositive(flags.limit, '--limit', context));
      const form = context.form('table');
      const rows = changes.flatMap((change) => toRows(change, place?.name ?? null));
      const reported = changes.map((change) => ({ ...change, page: change.page.name }));
      const plain = form === 'id' ? reported : form === 'table' ? rows : rows.map(toData);
      await printRecords(context, plain, getColumnsFor(await loadFormatContext(context), context), form, reported);
    });
}
