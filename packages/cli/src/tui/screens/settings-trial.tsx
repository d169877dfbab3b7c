import {
  complete,
  localize,
  type SettingsAction,
  type SettingsDefinition,
  type SettingsRunAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { FormPage } from '../fields/form-page.tsx';
import { getMenuHeight, Menu } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { createInputSender } from '../resource/record/write-flow.tsx';
import { openResult } from '../resource/result-page.tsx';

/** Tries out what a group of settings says, as it is saved: which way is chosen when there are several, then asked for. */
export async function testDraft(page: SettingsDefinition, group: string, tui: Tui): Promise<void> {
  const shape = page.groups[group];
  if (!shape) return;
  const items = Object.entries(shape.actions ?? {}).map(([value, { label, help }]) => ({
    value,
    label: localize(label, tui.locale),
    note: help ? localize(help, tui.locale) : '',
  }));
  const name = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={localize(shape.label, tui.locale)} items={items} onDone={close} />
  ));
  const action = name === null ? undefined : shape.actions?.[name];
  if (name === null || !action) return;
  const run = (input: Values) => runSettingsTest({ page: page.name, group, action: name, input }, action, tui);
  if (!action.input) return void (await run({}).catch(() => false));
  await promptAndRun(action, run, tui);
}

async function promptAndRun(action: SettingsAction, run: (input: Values) => Promise<boolean>, tui: Tui): Promise<void> {
  const fields = action.input ?? {};
  const values = complete({}, fields, 'create');
  await tui.open<boolean>('page', (close) => (
    <FormPage
      title={localize(action.label, tui.locale)}
      purpose="run"
      fields={fields}
      values={values}
      send={createInputSender(fields, tui, run)}
      onDone={close}
    />
  ));
}

async function runSettingsTest(body: Values, action: SettingsAction, tui: Tui): Promise<boolean> {
  // Under a key of its own: what was saved since is tried, and not what was answered to a try that is over.
  const answer = await tui.write<SettingsRunAnswer>(settingsCalls.settingsRun.path, body, crypto.randomUUID());
  const label = localize(action.label, tui.locale);
  tui.localize(`${label}: ${tui.t(answer.ok ? 'tui.works' : 'tui.fails')}`, answer.ok ? 'good' : 'bad');
  await openResult(label, answer, action.output, tui);
  return true;
}
