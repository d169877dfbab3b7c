import { settingsCalls } from '@gantry/core';
import { type RegisterCall, serveCall } from '../http/call.ts';
import { readHistory, readPage } from './read-page.ts';
import { rollBackGroup, saveGroup } from './save-group.ts';
import type { SettingsDeps } from './settings-store.ts';
import { type SettingsTests, trySettings } from './try-settings.ts';

/** The calls of settings pages. Who may touch a page is said by its definition too. */
export function addSettingsCalls(register: RegisterCall, deps: SettingsDeps, connectionTests: SettingsTests): void {
  serveCall(register, settingsCalls.settingsGet, ({ page }, { caller }) => readPage(deps, caller, page));
  serveCall(register, settingsCalls.settingsSave, (input, call) => saveGroup(deps, call, input));
  serveCall(register, settingsCalls.settingsHistory, (input, { caller }) => readHistory(deps, caller, input));
  serveCall(register, settingsCalls.settingsRollback, (input, call) => rollBackGroup(deps, call, input));
  serveCall(register, settingsCalls.settingsRun, (input, call) => trySettings(deps, connectionTests, call, input));
}
