import { allSettings, camel, type Field, type SettingsDefinition } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';

/** A group of settings, or one setting of a group. */
export interface SettingPlace {
  readonly page: SettingsDefinition;
  readonly group: string;
  readonly name: string | null;
  readonly field: Field | null;
}

/** The names of groups as typed; a name that several pages use includes the page. */
function listGroupNames(): string[] {
  const all = allSettings.flatMap((page) => Object.keys(page.groups).map((group) => ({ page: page.name, group })));
  const isOnlyOne = (group: string) => all.filter((one) => one.group === group).length === 1;
  return all.map(({ page, group }) => (isOnlyOne(group) ? group : `${page}.${group}`));
}

/** The key of a setting as typed: `site.timezone`, with the page when several pages have a group of that name. */
export function formatSettingKey({ page, group, name }: Pick<SettingPlace, 'page' | 'group' | 'name'>): string {
  const isOnlyOne = allSettings.filter((one) => one.groups[group] !== undefined).length === 1;
  return [...(isOnlyOne ? [] : [page.name]), group, ...(name === null ? [] : [name])].join('.');
}

/** The settings of a group, as typed. */
export function listGroupKeys({ page, group }: Pick<SettingPlace, 'page' | 'group'>): string[] {
  return Object.keys(page.groups[group]?.fields ?? {}).map((name) => formatSettingKey({ page, group, name }));
}

/** All settings of a name, as typed. */
function listSettingsNamed(name: string): string[] {
  return allSettings.flatMap((page) =>
    Object.entries(page.groups).flatMap(([group, { fields }]) =>
      Object.hasOwn(fields, name) ? [formatSettingKey({ page, group, name })] : [],
    ),
  );
}

/** Resolves `site`, `site.timezone` or `system.site.timezone`. The page is required when several pages have the setting. */
export function findSetting(key: string, context: Context): SettingPlace {
  const parts = key.split('.');
  const named = allSettings.find((page) => page.name === parts[0] && page.groups[parts[1] ?? ''] !== undefined);
  const [group = '', typed] = named ? parts.slice(1) : parts;
  const name = typed === undefined ? null : camel(typed);
  const withGroup = named ? [named] : allSettings.filter((page) => page.groups[group] !== undefined);
  const pages = name === null ? withGroup : withGroup.filter((page) => page.groups[group]?.fields[name]);
  const [page, another] = pages;
  const reject = (message: string, hint: string) => new CliError(message, exitCodes.usage, { hint });
  if (page && another) {
    const candidates = pages.map((one) => formatSettingKey({ page: one, group, name }));
    throw reject(context.t('config.ambiguous', { key }), candidates.join('\n'));
  }
  if (page) return { page, group, name, field: name === null ? null : (page.groups[group]?.fields[name] ?? null) };
  const ofGroup = withGroup.flatMap((one) => listGroupKeys({ page: one, group }));
  const known =
    [ofGroup, listSettingsNamed(camel(parts.at(-1) ?? '')), listGroupNames()].find((names) => names.length > 0) ?? [];
  throw reject(context.t('cli.invalidValue', { name: 'KEY', value: key }), known.join(' '));
}
