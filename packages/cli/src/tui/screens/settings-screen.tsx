import {
  canChange,
  changeWarnings,
  check,
  createFieldsSchema,
  fillDefaults,
  formatValue,
  getGivenFields,
  localize,
  ResponseError,
  type SettingsAction,
  type SettingsAnswer,
  type SettingsDefinition,
  type SettingsGroupAnswer,
  type SettingsRunAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useState } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { FormPage, type SubmitResult } from '../fields/form-page.tsx';
import { keymaps } from '../keys/keymap.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { confirm } from '../parts/confirm.tsx';
import { cut, padCell } from '../parts/marks.ts';
import { getMenuHeight, Menu } from '../parts/menu.tsx';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { getWindowStart, type Step, stepIndex } from '../parts/viewport.ts';
import { ConflictPage } from '../resource/record/conflict-page.tsx';
import { createInputSender, notifyWaiting, toRejectedResult } from '../resource/record/write-flow.tsx';
import { openResult } from '../resource/result-page.tsx';
import { SettingsHistory } from './settings-history.tsx';

/** A line of the page: the heading of a group (`field` is null) or one of its fields. */
interface Line {
  readonly group: string;
  readonly field: string | null;
}

function listLines(page: SettingsDefinition): Line[] {
  return Object.entries(page.groups).flatMap(([group, { fields }]) => [
    { group, field: null },
    ...Object.keys(fields).map((field) => ({ group, field })),
  ]);
}

/** The name of a line in links. */
function getLineName({ group, field }: Line): string {
  return field === null ? group : `${group}.${field}`;
}

function useSettings(page: SettingsDefinition) {
  const { client } = useTui();
  const [answer, setAnswer] = useState<SettingsAnswer | null>(null);
  const load = useCallback(() => {
    client.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: page.name }).then(setAnswer, () => undefined);
  }, [client, page]);
  useEffect(load, [load]);
  return { answer, load };
}

/** Opens a form for a group and saves it with the loaded version. A newer version is shown beside the input. */
async function editGroup(
  page: SettingsDefinition,
  group: string,
  known: SettingsGroupAnswer,
  tui: Tui,
): Promise<boolean> {
  const shape = page.groups[group];
  if (!shape) return false;
  const fields = getGivenFields(shape.fields);
  const edited = { version: known.version };
  const title = localize(shape.label, tui.locale);
  const resolveConflict = async (error: ResponseError, mine: Values): Promise<SubmitResult> => {
    const current = error.data.current as SettingsGroupAnswer | undefined;
    if (!current) return toRejectedResult(error);
    const chosen = await tui.open<Values | null>('page', (close) => (
      <ConflictPage title={title} fields={fields} theirs={current.values} mine={mine} onDone={close} />
    ));
    if (chosen === null) return { done: false, errors: {} };
    edited.version = current.version;
    return { done: false, errors: {}, rebase: { start: current.values, values: { ...current.values, ...chosen } } };
  };
  const send = async (all: Values, changed: Values): Promise<SubmitResult> => {
    if (Object.keys(changed).length === 0) return { done: true };
    const submitted = Object.fromEntries(
      Object.entries(all).filter(([name, value]) => fields[name]?.kind !== 'secret' || value !== null),
    );
    const checked = check(createFieldsSchema(fields), submitted, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    const warnings = changeWarnings(fields, known.values, changed, tui.locale);
    if (warnings.length > 0 && !(await confirm(tui, tui.t('common.save'), warnings.join(' '))))
      return { done: false, errors: {} };
    try {
      const values = Object.fromEntries(Object.keys(changed).map((name) => [name, checked.value[name] ?? null]));
      const body = { page: page.name, group, version: edited.version, values };
      const answer = await tui.write(settingsCalls.settingsSave.path, body);
      if (!notifyWaiting(answer, tui)) tui.notify(tui.t('tui.saved'), 'good');
      return { done: true };
    } catch (error) {
      return error instanceof ResponseError && error.code === 40900
        ? resolveConflict(error, changed)
        : toRejectedResult(error);
    }
  };
  return tui.open<boolean>('page', (close) => (
    <FormPage title={title} fields={fields} values={known.values} send={send} onDone={close} />
  ));
}

function renderLine(
  line: Line,
  isCurrent: boolean,
  page: SettingsDefinition,
  answer: SettingsAnswer,
  width: number,
  tui: Tui,
): string {
  const shape = page.groups[line.group];
  const known = answer.groups[line.group];
  const prefix = isCurrent ? `${renderAccent(tui.marks.pointer)} ` : '  ';
  if (line.field === null) {
    const author = known?.updatedByLabel ? `${escapeControls(known.updatedByLabel)}  v${known.version}` : '';
    return `${prefix}${renderAccent(renderBold(localize(shape?.label ?? { zh: '', en: '' }, tui.locale)))}  ${renderDim(cut(author, 30, tui.marks))}`;
  }
  const field = shape?.fields[line.field];
  if (!field) return prefix;
  const space = Math.min(40, Math.max(26, Math.floor(width / 4)));
  const label = padCell(localize(field.label, tui.locale), space, tui.marks);
  const secret = known?.secrets[line.field];
  const value =
    field.kind === 'secret' ? (secret ?? '') : escapeControls(formatValue(known?.values[line.field], field, tui));
  const isChanged = known?.changed.includes(line.field) === true;
  const text = cut(value === '' ? '-' : value, Math.max(8, width - space - 10), tui.marks);
  return `${prefix}  ${isCurrent ? renderBold(label) : renderDim(label)}  ${isChanged ? applyTone(text, 'info') : text}`;
}

interface SettingsScreenProps {
  readonly page: SettingsDefinition;
  /** The initial position of the cursor: a group, or `group.field`. */
  readonly setting: string | null;
}

/** A page of settings with its groups and fields. Enter edits a group, `h` shows its history. */
export function SettingsScreen({ page, setting }: SettingsScreenProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const { answer, load } = useSettings(page);
  const lines = listLines(page);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      lines.findIndex((line) => getLineName(line) === setting),
    ),
  );
  const group = lines[at]?.group ?? '';
  const step = (by: Step) => () => setAt((current) => stepIndex(current, by, lines.length, height - 1));
  const edit = async () => {
    const known = answer?.groups[group];
    if (known && (await editGroup(page, group, known, tui))) load();
  };
  const getHistory = async () => {
    const changed = await tui.open<boolean>('page', (close) => (
      <SettingsHistory page={page} group={group} onDone={close} />
    ));
    if (changed) load();
  };
  const reset = async () => {
    const known = answer?.groups[group];
    if (known && (await resetToDefaults(page, group, known, tui))) load();
  };
  const mayChange = canChange(tui.rights, page);
  useKeys(keymaps.settings, {
    down: step('down'),
    up: step('up'),
    pageDown: step('pageDown'),
    pageUp: step('pageUp'),
    top: step('top'),
    bottom: step('bottom'),
    history: () => void getHistory(),
    ...(mayChange ? { edit: () => void edit(), toDefaults: () => void reset() } : {}),
    ...(mayChange && page.groups[group]?.actions ? { testDraft: () => void chooseTest(page, group, tui) } : {}),
    refresh: load,
  });
  const space = height - 1;
  const start = getWindowStart(at, lines.length, space, 0);
  const shown = answer
    ? lines
        .slice(start, start + space)
        .map((line, offset) => renderLine(line, start + offset === at, page, answer, width, tui))
    : [renderDim(tui.t('common.loading'))];
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Text>{shown.join('\n')}</Text>
    </Box>
  );
}

/** Saves the defaults of a group after confirmation; its history can restore the values. Returns whether it was saved. */
async function resetToDefaults(
  page: SettingsDefinition,
  group: string,
  { version, changed, defaults }: SettingsGroupAnswer,
  tui: Tui,
): Promise<boolean> {
  const shape = page.groups[group];
  const fields = getGivenFields(shape?.fields ?? {});
  const changedNames = changed.filter((name) => fields[name] !== undefined && fields[name].kind !== 'secret');
  if (changedNames.length === 0) {
    tui.notify(tui.t('tui.defaultAlready'), 'good');
    return false;
  }
  const label = localize(shape?.label ?? page.label, tui.locale);
  const note = changedNames
    .map((name) => localize(fields[name]?.label ?? { zh: name, en: name }, tui.locale))
    .join(' · ');
  if (!(await confirm(tui, tui.t('tui.key.toDefaults'), tui.t('tui.confirmDefaults', { name: label }), note)))
    return false;
  const values = Object.fromEntries(changedNames.map((name) => [name, defaults[name] ?? null]));
  try {
    const answer = await tui.write(settingsCalls.settingsSave.path, { page: page.name, group, version, values });
    if (!notifyWaiting(answer, tui)) tui.notify(tui.t('tui.saved'), 'good');
    return true;
  } catch {
    return false;
  }
}

/** Shows the tests of a settings group, asks for the input of the chosen one and runs it with the saved values. */
async function chooseTest(page: SettingsDefinition, group: string, tui: Tui): Promise<void> {
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
  const values = fillDefaults({}, fields, 'create');
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
  // A new key for each test: with the same key, the server would return the result of an earlier test with older settings.
  const answer = await tui.write<SettingsRunAnswer>(settingsCalls.settingsRun.path, body, crypto.randomUUID());
  const label = localize(action.label, tui.locale);
  tui.notify(`${label}: ${tui.t(answer.ok ? 'tui.works' : 'tui.fails')}`, answer.ok ? 'good' : 'bad');
  await openResult(label, answer, action.output, tui);
  return true;
}
