import {
  type Action,
  type AnyResource,
  allows,
  canRun,
  defaultOf,
  inputFields,
  isReversible,
  type ListState,
  nonePicked,
  resourcePath,
  say,
  stateField,
  toldAnswer,
  type Values,
  type Words,
  waitingWords,
} from '@gantry/core';
import type { ReactNode } from 'react';
import { FormPage } from '../fields/form-page.tsx';
import { confirm } from '../parts/confirm.tsx';
import { LinesPage } from '../parts/lines-page.tsx';
import { Menu, type MenuItem, menuHeight } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { runBulk } from './bulk-flow.tsx';
import { answerLines } from './record-lines.ts';
import { recordName, resourceName } from './resource-words.ts';
import { offerUndo } from './undo-flow.ts';
import { inputSender } from './write-flow.tsx';

type DataRecord = Readonly<Record<string, unknown>>;

/** A page that shows an action in its own way. */
export type ActionPage = (props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly onDone: () => void;
}) => ReactNode;

/** Something that is done with a record beside the actions of its definition. */
export interface DeedBeside {
  readonly label: Words;
  readonly roles: Action['roles'];
  readonly page: ActionPage;
}

export interface ActionPages {
  /** By `<resource>.<action>`. */
  readonly own: Readonly<Record<string, ActionPage>>;
  /** By resource. */
  readonly beside: Readonly<Record<string, readonly DeedBeside[]>>;
}

/** Why an action cannot run now, in words; null when it can. */
function actionRefusal(resource: AnyResource, action: Action, record: DataRecord | null, tui: Tui): string | null {
  const permit = canRun(tui.role, resource, action, record ?? undefined);
  if (permit.ok) return null;
  const label = say(action.label, tui.locale);
  if (permit.reason === 'role') return tui.t('reason.role');
  const option = stateField(resource)?.field.options[permit.state ?? ''];
  return tui.t('reason.state', { state: option ? say(option, tui.locale) : (permit.state ?? ''), action: label });
}

/** Sends an action; an answer that carries more than the record itself is shown. */
async function send(resource: AnyResource, name: string, action: Action, body: Values, tui: Tui): Promise<void> {
  const path = resourcePath(resource.name, name);
  const key = crypto.randomUUID();
  const answer = action.reads ? await tui.client.call(path, body) : await tui.write(path, body, key);
  const label = say(action.label, tui.locale);
  const waits = waitingWords(answer);
  if (waits !== null) return tui.say(`${label}: ${waits}`, 'warn');
  const isRecord = typeof answer === 'object' && answer !== null && 'version' in answer && 'id' in answer;
  const isEmpty = answer === null || (typeof answer === 'object' && Object.keys(answer ?? {}).length === 0);
  void offerUndo(tui, `${label}: ${tui.t('tui.done')}`, isReversible(action) ? [key] : []);
  if (isRecord || isEmpty) return;
  const lines = answerLines(toldAnswer(answer, action.output, tui), 76);
  await tui.open<void>('page', (close) => (
    <LinesPage title={label} lines={lines} text={JSON.stringify(answer)} onDone={() => close()} />
  ));
}

async function withInput(
  resource: AnyResource,
  action: Action,
  record: DataRecord | null,
  tui: Tui,
  run: (input: Values) => Promise<void>,
): Promise<boolean> {
  const fields = inputFields(resource, action);
  const start = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const given = action.input?.[name];
      return [name, (typeof given === 'string' ? record?.[given] : undefined) ?? defaultOf(field)];
    }),
  );
  const name = record ? ` ${recordName(resource, record, tui)}` : '';
  return tui.open<boolean>('page', (close) => (
    <FormPage
      title={say(action.label, tui.locale) + name}
      purpose="run"
      fields={fields}
      values={start}
      send={inputSender(fields, tui, run)}
      onDone={close}
    />
  ));
}

/** Runs one action on one record, or on none: its input is asked for, and a yes when it hurts. */
async function runAction(
  resource: AnyResource,
  name: string,
  action: Action,
  record: DataRecord | null,
  pages: ActionPages,
  tui: Tui,
): Promise<boolean> {
  const page = pages.own[`${resource.name}.${name}`];
  if (page) {
    await tui.open<void>('page', (close) => page({ resource, record, onDone: () => close() }));
    return action.reads !== true;
  }
  const label = say(action.label, tui.locale);
  const target = record ? recordName(resource, record, tui) : resourceName(resource, tui);
  const base: Values = record ? { id: record.id } : {};
  if (Object.keys(inputFields(resource, action)).length > 0)
    return withInput(resource, action, record, tui, async (input) => {
      if (action.danger && !(await confirm(tui, label, tui.t('tui.askAction', { action: label, name: target }))))
        return;
      await send(resource, name, action, { ...base, ...input }, tui);
    });
  if (action.danger && !(await confirm(tui, label, tui.t('tui.askAction', { action: label, name: target }))))
    return false;
  try {
    await send(resource, name, action, base, tui);
    return true;
  } catch {
    return false;
  }
}

interface Entry {
  readonly name: string;
  readonly action: Action;
}

function entriesOf(resource: AnyResource, kinds: readonly Action['on'][]): Entry[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => kinds.includes(action.on))
    .map(([name, action]) => ({ name, action }));
}

const isPicked = (state: ListState) =>
  state.picked !== nonePicked && (state.picked.mode === 'allExcept' || state.picked.ids.size > 0);

function itemsFor(
  entries: readonly Entry[],
  resource: AnyResource,
  record: DataRecord | null,
  bulk: boolean,
  tui: Tui,
): MenuItem<string>[] {
  return entries.map(({ name, action }) => {
    const about = action.on === 'record' && !bulk ? record : null;
    const refusal = actionRefusal(resource, action, about, tui);
    const help = action.help ? say(action.help, tui.locale) : '';
    return { label: say(action.label, tui.locale), value: name, note: help, ...(refusal ? { refusal } : {}) };
  });
}

/** No action is called like this. */
const placeBeside = (at: number) => `+${at}`;

function itemsBeside(deeds: readonly DeedBeside[], tui: Tui): MenuItem<string>[] {
  return deeds.map(({ label, roles }, at) => ({
    label: say(label, tui.locale),
    value: placeBeside(at),
    ...(allows(roles, tui.role) ? {} : { refusal: tui.t('reason.role') }),
  }));
}

/** The menu of what can be done: with the record, with all that is picked, or with none. */
export async function chooseAction(
  resource: AnyResource,
  record: DataRecord | null,
  state: ListState,
  pages: ActionPages,
  tui: Tui,
): Promise<boolean> {
  const bulk = isPicked(state) && resource.access.batch !== undefined;
  const kinds: Action['on'][] = bulk ? ['record'] : record ? ['record', 'collection'] : ['collection'];
  const entries = entriesOf(resource, kinds).filter(({ action }) => !bulk || !(action.reads || action.alone));
  const beside = bulk || !record ? [] : (pages.beside[resource.name] ?? []);
  if (entries.length + beside.length === 0) {
    tui.say(tui.t('tui.noActions'), 'info');
    return false;
  }
  const items = [...itemsFor(entries, resource, record, bulk, tui), ...itemsBeside(beside, tui)];
  const title = bulk
    ? `${tui.t('verb.batch')}${tui.marks.between}${resourceName(resource, tui)}`
    : record
      ? recordName(resource, record, tui)
      : resourceName(resource, tui);
  const found = await tui.open<string | null>(menuHeight(items.length), (close) => (
    <Menu title={title} items={items} onDone={close} />
  ));
  const deed = beside.find((_deed, at) => found === placeBeside(at));
  if (deed) {
    await tui.open<void>('page', (close) => deed.page({ resource, record, onDone: () => close() }));
    return false;
  }
  const action = found === null ? undefined : resource.actions?.[found];
  if (found === null || !action) return false;
  const label = say(action.label, tui.locale);
  if (!bulk) return runAction(resource, found, action, action.on === 'record' ? record : null, pages, tui);
  if (Object.keys(inputFields(resource, action)).length === 0)
    return runBulk(resource, state, { name: found, label }, tui);
  let done = false;
  await withInput(resource, action, null, tui, async (params) => {
    done = await runBulk(resource, state, { name: found, label, params }, tui);
  });
  return done;
}
