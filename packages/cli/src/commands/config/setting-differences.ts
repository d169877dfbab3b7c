import type { Context } from '../../context/context.ts';
import { escapeControls } from '../../output/safe.ts';
import { formatSetting } from './config-history.ts';
import type { SettingChange } from './setting-changes.ts';
import type { Values } from './setting-groups.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The settings of a group that would change, from what to what, a line each; secrets stay as they are. */
export function diffSettings(
  place: Pick<SettingChange, 'page' | 'group'>,
  now: Readonly<Values>,
  wanted: Readonly<Values>,
  context: Context,
): string[] {
  const { page, group } = place;
  const fields = page.groups[group]?.fields ?? {};
  const shown = (name: string, value: unknown) => escapeControls(formatSetting(place, name, value, context));
  return Object.keys(wanted)
    .filter((name) => fields[name] && fields[name].kind !== 'secret' && !same(now[name], wanted[name]))
    .map((name) => `  ${page.name}.${group}.${name}: ${shown(name, now[name])} -> ${shown(name, wanted[name])}`);
}
