import { settingsCalls } from '@gantry/core';
import type { RegisterCall } from '../http/call.ts';
import { serveCall } from '../http/defined-call.ts';
import { readHistory, readPage } from './read-page.ts';
import { rollBackGroup, saveGroup } from './save-group.ts';
import type { SettingsNeeds } from './settings-needs.ts';
import { type SettingsTrials, trySettings } from './try-settings.ts';

/** The calls of settings pages. Who may touch a page is said by its definition too. */
export function addSettingsCalls(register: RegisterCall, needs: SettingsNeeds, trials: SettingsTrials): void {
  serveCall(register, settingsCalls.settingsGet, ({ page }, { caller }) => readPage(needs, caller, page));
  serveCall(register, settingsCalls.settingsSave, (input, call) => saveGroup(needs, call, input));
  serveCall(register, settingsCalls.settingsHistory, (input, { caller }) => readHistory(needs, caller, input));
  serveCall(register, settingsCalls.settingsRollback, (input, call) => rollBackGroup(needs, call, input));
  serveCall(register, settingsCalls.settingsRun, (input, call) => trySettings(needs, trials, call, input));
}
