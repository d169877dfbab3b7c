import {
  getGivenFields,
  localize,
  type SettingsDefinition,
  type SettingsGroupAnswer,
  settingsCalls,
} from '@gantry/core';
import { confirm } from '../parts/confirm.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { sayWaiting } from '../resource/record/write-flow.tsx';

/** Asks, and saves the defaults of a group; the history of the group takes it back. Answers whether it did. */
export async function giveDefaults(
  page: SettingsDefinition,
  group: string,
  { version, changed, defaults }: SettingsGroupAnswer,
  tui: Tui,
): Promise<boolean> {
  const shape = page.groups[group];
  const fields = getGivenFields(shape?.fields ?? {});
  const off = changed.filter((name) => fields[name] !== undefined && fields[name].kind !== 'secret');
  if (off.length === 0) {
    tui.localize(tui.t('tui.defaultAlready'), 'good');
    return false;
  }
  const label = localize(shape?.label ?? page.label, tui.locale);
  const note = off.map((name) => localize(fields[name]?.label ?? { zh: name, en: name }, tui.locale)).join(' · ');
  if (!(await confirm(tui, tui.t('tui.key.toDefaults'), tui.t('tui.confirmDefaults', { name: label }), note)))
    return false;
  const values = Object.fromEntries(off.map((name) => [name, defaults[name] ?? null]));
  try {
    const answer = await tui.write(settingsCalls.settingsSave.path, { page: page.name, group, version, values });
    if (!sayWaiting(answer, tui)) tui.localize(tui.t('tui.saved'), 'good');
    return true;
  } catch {
    return false;
  }
}
