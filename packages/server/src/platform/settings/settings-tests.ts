import {
  ApiError,
  check,
  createFieldsSchema,
  type Diagnostic,
  fillDefaults,
  type SettingsDefinition,
  type SettingsRunAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { runPrepared } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import { type CallRequest, toWriteCall } from '../http/call.ts';
import { findGroupToChange, groupKey, type SettingsDeps } from './settings-store.ts';

/** Tests the saved settings of a group. The result contains no secrets. */
export type SettingsTest = (input: Values, caller: Caller) => Promise<SettingsRunAnswer>;

/** Tests by `page/group/action`. */
export type SettingsTests = Readonly<Record<string, SettingsTest>>;

function parseInput(
  given: unknown,
  action: { readonly input?: Parameters<typeof createFieldsSchema>[0] },
  caller: Caller,
) {
  const fields = action.input ?? {};
  const checked = check(createFieldsSchema(fields), given ?? {}, fields, caller.locale, caller.t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  return fillDefaults(checked.value, fields, 'create');
}

/** Runs an action of a settings group, outside any transaction, and audits its result. */
export async function runSettingsTest(
  deps: SettingsDeps,
  connectionTests: SettingsTests,
  call: CallRequest,
  { page, group, action, input }: Values,
): Promise<SettingsRunAnswer> {
  const { caller } = call;
  const found = findGroupToChange(deps, caller, page, group);
  const key = groupKey(found.page.name, found.group);
  const actions = found.page.groups[found.group]?.actions ?? {};
  const name = String(action);
  const defined = Object.hasOwn(actions, name) ? actions[name] : undefined;
  const run = connectionTests[`${key}/${name}`];
  if (!defined || !run) throw new ApiError('notFound');
  const actionInput = parseInput(input, defined, caller);
  const subject = { resource: `settings/${key}`, action: name };
  const write = { ...toWriteCall(call, settingsCalls.settingsRun.path), ...subject };
  const runTest = () => run(actionInput, caller);
  return runPrepared(deps, caller, write, runTest, async (_tx, answer) => ({
    data: answer,
    audit: { ...subject, resourceId: null, after: { ok: answer.ok, problem: answer.problem ?? null } },
  }));
}

/** Returns the settings actions without a test, and tests without an action. The server does not start when there are any. */
export function diagnoseSettingsTests(
  pages: readonly SettingsDefinition[],
  connectionTests: SettingsTests,
): Diagnostic[] {
  const defined = pages.flatMap((page) =>
    Object.entries(page.groups).flatMap(([group, { actions = {} }]) =>
      Object.keys(actions).map((action) => `${groupKey(page.name, group)}/${action}`),
    ),
  );
  const missing = defined.filter((key) => !Object.hasOwn(connectionTests, key));
  const strays = Object.keys(connectionTests).filter((key) => !defined.includes(key));
  return [
    ...missing.map((where) => ({ id: 'S002', where, what: 'is an action of settings that nothing runs' })),
    ...strays.map((where) => ({ id: 'S003', where, what: 'tries out an action that is not defined' })),
  ];
}
