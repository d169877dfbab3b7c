import { givenFields, type SettingsDefinition, type SettingsGroupAnswer, say, settingsCalls } from '@gantry/core';
import { confirm } from '../parts/confirm.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { sayWaiting } from '../resource/write-flow.tsx';

/** Asks, and saves the defaults of a group; the history of the group takes it back. Answers whether it did. */
export async function giveDefaults(
  page: SettingsDefinition,
  group: string,
  { version, changed, defaults }: SettingsGroupAnswer,
  tui: Tui,
): Promise<boolean> {
  const shape = page.groups[group];
  const fields = givenFields(shape?.fields ?? {});
  const off = changed.filter((name) => fields[name] !== undefined && fields[name].kind !== 'secret');
  if (off.length === 0) {
    tui.say(tui.t('tui.defaultAlready'), 'good');
    return false;
  }
  const label = say(shape?.label ?? page.label, tui.locale);
  const note = off.map((name) => say(fields[name]?.label ?? { zh: name, en: name }, tui.locale)).join(' · ');
  if (!(await confirm(tui, tui.t('tui.key.toDefaults'), tui.t('tui.askDefaults', { name: label }), note))) return false;
  const values = Object.fromEntries(off.map((name) => [name, defaults[name] ?? null]));
  try {
    const answer = await tui.write(settingsCalls.settingsSave.path, { page: page.name, group, version, values });
    if (!sayWaiting(answer, tui)) tui.say(tui.t('tui.saved'), 'good');
    return true;
  } catch {
    return false;
  }
}
