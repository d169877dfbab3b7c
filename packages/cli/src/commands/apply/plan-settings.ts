import {
  allSettings,
  type Client,
  fillText,
  isObject,
  maskSecret,
  type SettingsAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import {
  fillKeyDefaults,
  formatKey,
  loadPortables,
  presentContent,
  withTargets,
} from '../../content/portable-resources.ts';
import type { Item } from '../../content/read-items.ts';
import { TargetIndex } from '../../content/target-index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { type Files, type GroupPlan, planImport, toFiles } from '../config/config-import.ts';

const words = {
  missing: {
    zh: '{setting}：没有唯一符合的记录：{key}',
    en: '{setting}: not exactly one record matches {key}.',
  },
} as const;

const getField = (page: string, group: string, name: string) =>
  allSettings.find((one) => one.name === page)?.groups[group]?.fields[name];

export const isSecretSetting = (page: string, group: string, name: string): boolean =>
  getField(page, group, name)?.kind === 'secret';

/** Settings that change, and lines for those that refer to a record which the same folder creates. */
export interface SettingsPlan {
  readonly groups: readonly GroupPlan[];
  readonly pending: readonly string[];
}

type Settings = Readonly<Record<string, Readonly<Record<string, Values>>>>;

/** Replaces each value of the settings; a value that becomes undefined is left out. */
async function mapValues(
  settings: Settings,
  change: (place: readonly [page: string, group: string, name: string], value: unknown) => Promise<unknown>,
): Promise<Files> {
  const result: Record<string, Record<string, Values>> = {};
  for (const [page, groups] of Object.entries(settings)) {
    result[page] = {};
    for (const [group, values] of Object.entries(groups)) {
      const changed: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(values)) {
        const wanted = await change([page, group, name], value);
        if (wanted !== undefined) changed[name] = wanted;
      }
      result[page][group] = changed;
    }
  }
  return result;
}

/** Finds records that settings name by their natural keys; loaded only when a setting names one. */
function createFinder(createdItems: readonly Item[], context: Context) {
  let loading: Promise<TargetIndex> | undefined;
  return async (to: string, key: Values): Promise<number | 'pending' | null> => {
    const places = withTargets(presentContent(context.options().profile).filter(({ name }) => name === to));
    const portables = await loadPortables(places);
    const portable = portables.get(to);
    const text = portable ? formatKey(portable, fillKeyDefaults(portable, key)) : null;
    if (!portable || text === null) return null;
    loading ??= (async () => {
      const index = new TargetIndex(context);
      await index.loadAll(portables.values());
      return index;
    })();
    const [found, another] = (await loading).found(to, text);
    if (found) return another ? null : found.id;
    const isCreated = createdItems.some(
      ({ portableResource: { place }, key: other }) => place.name === to && other === text,
    );
    return isCreated ? 'pending' : null;
  };
}

/**
 * Plans the changes to settings. Stored secrets cannot be read: a secret counts as unchanged when its mask equals that of the
 * stored one, unless all secrets are to be written.
 */
export async function planSettings(
  client: Client,
  settings: Settings,
  createdItems: readonly Item[],
  writesSecrets: boolean,
  context: Context,
): Promise<SettingsPlan> {
  toFiles(settings as Values, context);
  const pages = new Map<string, SettingsAnswer>();
  for (const page of Object.keys(settings))
    pages.set(page, await client.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page }));
  const find = createFinder(createdItems, context);
  const pending: string[] = [];
  const files = await mapValues(settings, async ([page, group, name], value) => {
    const setting = `${page}.${group}.${name}`;
    const field = getField(page, group, name);
    if (field?.kind === 'secret' && typeof value === 'string') {
      const mask = pages.get(page)?.groups[group]?.secrets[name];
      return !writesSecrets && mask === maskSecret(value) ? undefined : value;
    }
    if (field?.kind !== 'reference' || !isObject(value)) return value;
    const id = await find(field.to, value);
    if (id === null) {
      const text = fillText(words.missing, { setting, key: JSON.stringify(value) }, context.locale);
      throw new CliError(text, exitCodes.usage);
    }
    if (id !== 'pending') return id;
    pending.push(`${setting}: -> ${JSON.stringify(value)}`);
    return undefined;
  });
  return { groups: await planImport(client, files, context), pending };
}

/** One line for each changed setting, with secrets masked. */
export function listSettingLines({ groups, pending }: SettingsPlan): string[] {
  const lines = groups.flatMap(({ page, group, values, lines: shown }) => {
    const secrets = Object.keys(values).filter((name) => isSecretSetting(page.name, group, name));
    return [...shown.map((line) => line.trim()), ...secrets.map((name) => `${page.name}.${group}.${name}: ******`)];
  });
  return [...lines, ...pending];
}
