import { allSettings, camel, type Field, type SettingsDefinition } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';

/** A group of settings, or one setting of it. */
export interface SettingPlace {
  readonly page: SettingsDefinition;
  readonly group: string;
  readonly name: string | null;
  readonly field: Field | null;
}

/** Groups as they are typed; one that several pages have is named with its page. */
function groupNames(): string[] {
  const all = allSettings.flatMap((page) => Object.keys(page.groups).map((group) => ({ page: page.name, group })));
  const isOnlyOne = (group: string) => all.filter((one) => one.group === group).length === 1;
  return all.map(({ page, group }) => (isOnlyOne(group) ? group : `${page}.${group}`));
}

/** `site`, `site.timezone`, or `system.site.timezone` when a page is named too. */
export function findSetting(key: string, context: Context): SettingPlace {
  const parts = key.split('.');
  const named = allSettings.find((page) => page.name === parts[0]);
  const [group = '', name] = named ? parts.slice(1) : parts;
  const page = named ?? allSettings.find((entry) => entry.groups[group] !== undefined);
  const field = name === undefined ? null : (page?.groups[group]?.fields[camel(name)] ?? null);
  if (!page?.groups[group] || (name !== undefined && !field)) {
    const fields = Object.keys(page?.groups[group]?.fields ?? {});
    const known = (fields.length > 0 ? fields.map((one) => `${group}.${one}`) : groupNames()).join(' ');
    throw new CliError(context.t('cli.invalidValue', { name: 'KEY', value: key }), exitCodes.usage, { hint: known });
  }
  return { page, group, name: name === undefined ? null : camel(name), field };
}
