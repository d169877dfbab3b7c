import {
  type Action,
  type AnyResource,
  checkInput,
  describeActionEffects,
  formatResult,
  getActionDefaults,
  getDefault,
  getInputFields,
  getResourcePath,
  getWaitingText,
  isReversible,
  type LocalizedText,
  localize,
  type Values,
} from '@gantry/core';
import type { ReactNode } from 'react';
import { FormPage, type FormPageProps } from '../fields/form-page.tsx';
import { confirm } from '../parts/confirm.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { answerLine, formatPreview } from './record/record-lines.ts';
import { showSecrets } from './record/secrets-page.tsx';
import { createInputSender } from './record/write-flow.tsx';
import { getResourceName, recordName } from './resource-words.ts';
import { openResult } from './result-page.tsx';
import { offerUndo } from './undo-flow.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** A page that shows an action in its own way. */
export type ActionPage = (props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly onDone: () => void;
}) => ReactNode;

/** An action in addition to those of a definition: for a record, unless it says that it needs none. */
export interface ActionWithArguments {
  readonly on?: 'collection';
  readonly label: LocalizedText;
  readonly roles: Action['roles'];
  /** Changes nothing, so that read-only admins may use it. */
  readonly reads?: boolean;
  readonly page: ActionPage;
}

export interface ActionPages {
  /** By `<resource>.<action>`. */
  readonly own: Readonly<Record<string, ActionPage>>;
  /** By resource. */
  readonly extra: Readonly<Record<string, readonly ActionWithArguments[]>>;
  /** By `<resource>.<action>`: the action that only reads what this one would come to. */
  readonly preview: Readonly<Record<string, string>>;
  /** By `<resource>.<action>`: what comes next, once it is done. */
  readonly next: Readonly<Record<string, (answer: DataRecord, tui: Tui) => Promise<void>>>;
}

/** An action and what it is about. */
export interface Running {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  /** Null for an action on none. */
  readonly record: DataRecord | null;
  readonly pages: ActionPages;
  /** Values that its input starts with, which override the defaults. */
  readonly given?: Values;
}

/** What came of it: whether it was done, and the record that it made, if it made one. */
export interface Ran {
  readonly done: boolean;
  readonly made: number | null;
}
const notRun: Ran = { done: false, made: null };

const isRecord = (answer: unknown): answer is DataRecord =>
  typeof answer === 'object' && answer !== null && 'version' in answer && 'id' in answer;
const isEmpty = (answer: unknown) =>
  answer === null || (typeof answer === 'object' && Object.keys(answer ?? {}).length === 0);

/** An answer without what was known before it: the record, and what was typed. */
function newIn(answer: unknown, known: Values): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'id' && !(name in known)));
}

/** Whether it went well fits into a line at the foot; every other answer is a page, to be read and copied at leisure. */
async function report({ action, record }: Running, label: string, answer: unknown, tui: Tui): Promise<void> {
  const news = record ? newIn(answer, {}) : answer;
  const { ok } = answer as { ok?: unknown };
  const line =
    typeof ok === 'boolean' && action.stepUp !== true ? answerLine(formatResult(news, action.output, tui)) : null;
  if (line !== null) return tui.notify(`${label}: ${line}`, ok === true ? 'good' : 'bad');
  await openResult(label, news, action.output, tui);
}

/** Sends an action; an answer that carries more than the record itself is shown. */
async function send(running: Running, input: Values, tui: Tui): Promise<unknown> {
  const { resource, name, action, record, pages } = running;
  const path = getResourcePath(resource.name, name);
  const body = { ...(record ? { id: record.id } : {}), ...input };
  // One that got no answer may have been done: sent once more, it takes effect once.
  const key = action.reads ? '' : tui.getWriteKey(path, body);
  const answer = action.reads ? await tui.client.call(path, body) : await tui.write(path, body, key);
  const label = localize(action.label, tui.locale);
  const waits = getWaitingText(answer);
  const next = pages.next[`${resource.name}.${name}`];
  if (waits !== null) tui.notify(`${label}: ${waits}`, 'warn');
  else {
    const target = record ? recordName(resource, record, tui) : tui.t('tui.done');
    const keys = isReversible(action) ? [key] : [];
    const said = `${label}: ${tui.t('tui.done')}`;
    void offerUndo(tui, { keys, description: `${label}: ${target}`, report: said, resource: resource.name });
    if (isRecord(answer)) await showSecrets(resource, label, answer, tui);
    if (next) await next((answer ?? {}) as DataRecord, tui);
    // What it came to has been seen before it was sent.
    else if (!isRecord(answer) && !isEmpty(answer) && !getPreview(running, tui))
      await report(running, label, answer, tui);
  }
  return answer;
}

/** What an action would come to, by the one that only reads it; nothing while what is typed is not good. */
function getPreview({ resource, name, record, pages }: Running, tui: Tui): FormPageProps['preview'] {
  const action = resource.actions?.[pages.preview[`${resource.name}.${name}`] ?? ''];
  const reads = pages.preview[`${resource.name}.${name}`];
  // Of many, there is no one record to ask about.
  if (!action || reads === undefined || (action.on === 'record' && !record)) return undefined;
  const fields = getInputFields(resource, action);
  return async (typed, width) => {
    const checked = checkInput(
      fields,
      Object.fromEntries(Object.keys(fields).map((field) => [field, typed[field] ?? null])),
      tui.locale,
      tui.t,
    );
    if (!checked.ok) return [];
    const body = { ...(record ? { id: record.id } : {}), ...checked.value };
    const answer = await tui.client.call(getResourcePath(resource.name, reads), body, { quiet: true });
    return formatPreview(formatResult(newIn(answer, fields), action.output, tui), width);
  };
}

/** What an action's input starts with: the defaults, the record's own values, common values, and what was given with it. */
function startOf({ resource, name, action, record, given }: Omit<Running, 'pages'>, tui: Tui): Values {
  const { locale, timeZone } = tui;
  const own = Object.entries(getInputFields(resource, action)).map(([field, definition]) => {
    const from = action.input?.[field];
    return [field, (typeof from === 'string' ? record?.[from] : undefined) ?? getDefault(definition)] as const;
  });
  const common = getActionDefaults(resource, name, record, { locale, timeZone, now: Date.now() });
  return { ...Object.fromEntries(own), ...common, ...given };
}

/** Asks for the input of an action; the form closes once `run` says that it is done. */
export async function withInput(
  running: Running,
  tui: Tui,
  run: (input: Values) => Promise<boolean>,
): Promise<boolean> {
  const { resource, action, record } = running;
  const fields = getInputFields(resource, action);
  const name = record ? ` ${recordName(resource, record, tui)}` : '';
  const preview = getPreview(running, tui);
  return tui.open<boolean>('page', (close) => (
    <FormPage
      title={localize(action.label, tui.locale) + name}
      purpose="run"
      help={action.help ? localize(action.help, tui.locale) : ''}
      danger={action.danger === true}
      fields={fields}
      values={startOf(running, tui)}
      send={createInputSender(fields, tui, run)}
      {...(preview ? { preview } : {})}
      {...(typeof record?.currency === 'string' ? { currency: record.currency } : {})}
      onDone={close}
    />
  ));
}

/** Asks before harm. A form that was filled in and sent has been asked for already, but for production. */
async function agrees({ resource, action, record }: Running, requested: boolean, tui: Tui): Promise<boolean> {
  if (!action.danger || (requested && tui.production === null)) return true;
  const label = localize(action.label, tui.locale);
  const name = record ? recordName(resource, record, tui) : getResourceName(resource, tui);
  const reported = describeActionEffects(resource, action, record, tui);
  return confirm(tui, label, tui.t('tui.confirmAction', { action: label, name }), reported);
}

const madeBy = (action: Action, answer: unknown) =>
  action.on === 'collection' && isRecord(answer) ? Number(answer.id) : null;

/** Runs one action on one record, or on none: its input is asked for, and a yes when it hurts. */
export async function runAction(running: Running, tui: Tui): Promise<Ran> {
  const { resource, name, action, record, pages } = running;
  const page = pages.own[`${resource.name}.${name}`];
  if (page) {
    await tui.open<void>('page', (close) => page({ resource, record, onDone: () => close() }));
    return { done: action.reads !== true, made: null };
  }
  let answer: unknown = null;
  const run = async (input: Values, requested: boolean) => {
    if (!(await agrees(running, requested, tui))) return false;
    answer = await send(running, input, tui);
    return true;
  };
  const takesInput = Object.keys(getInputFields(resource, action)).length > 0;
  const done = takesInput
    ? await withInput(running, tui, (input) => run(input, true))
    : await run({}, false).catch(() => false);
  return done ? { done, made: madeBy(action, answer) } : notRun;
}

/** Runs an action with what its input starts with, when nothing more is required; otherwise asks as usual. */
export async function runAtOnce(running: Running, tui: Tui): Promise<Ran> {
  const { resource, action, pages, name } = running;
  const fields = getInputFields(resource, action);
  const start = startOf(running, tui);
  const lacks = Object.entries(fields).some(([field, { required }]) => required === true && start[field] === null);
  if (lacks || action.danger || pages.own[`${resource.name}.${name}`]) return runAction(running, tui);
  const checked = checkInput(fields, start, tui.locale, tui.t);
  if (!checked.ok) return runAction(running, tui);
  return send(running, checked.value, tui).then(
    () => ({ done: true, made: null }),
    () => notRun,
  );
}
