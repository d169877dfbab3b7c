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
import { formatPreview, formatShortResult } from './record/render-record.ts';
import { showSecrets } from './record/secrets-page.tsx';
import { createInputSender } from './record/write-flow.tsx';
import { getRecordName, getResourceName } from './resource-text.ts';
import { openResult } from './result-page.tsx';
import { offerUndo } from './undo-flow.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** A component that replaces the default form and result of an action. */
export type ActionPage = (props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly onDone: () => void;
}) => ReactNode;

/** An action with its own page, in addition to those of the definition. It needs a record unless `on` is `collection`. */
export interface ExtraAction {
  readonly on?: 'collection';
  readonly label: LocalizedText;
  readonly roles: Action['roles'];
  /** Whether it only reads, so that read-only admins may use it. */
  readonly reads?: boolean;
  readonly page: ActionPage;
}

export interface ActionPages {
  /** Pages of actions, by `<resource>.<action>`. */
  readonly custom: Readonly<Record<string, ActionPage>>;
  /** Additional actions, by resource. */
  readonly extra: Readonly<Record<string, readonly ExtraAction[]>>;
  /** By `<resource>.<action>`: the name of the read-only action that previews it. */
  readonly preview: Readonly<Record<string, string>>;
  /** By `<resource>.<action>`: a follow-up that runs when the action is done. */
  readonly next: Readonly<Record<string, (answer: DataRecord, tui: Tui) => Promise<void>>>;
}

/** An action with its target. */
export interface ActionRun {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  /** Null for an action on the collection. */
  readonly record: DataRecord | null;
  readonly pages: ActionPages;
  /** Initial values of the input, which override the defaults. */
  readonly initialValues?: Values;
}

/** The outcome of an action: whether it was done, and the ID of the record that it created, if any. */
export interface ActionOutcome {
  readonly done: boolean;
  readonly createdId: number | null;
}
const notRun: ActionOutcome = { done: false, createdId: null };

const isRecord = (answer: unknown): answer is DataRecord =>
  typeof answer === 'object' && answer !== null && 'version' in answer && 'id' in answer;
const isEmpty = (answer: unknown) =>
  answer === null || (typeof answer === 'object' && Object.keys(answer ?? {}).length === 0);

/** Removes the ID and the given names from a response, because the user already knows their values. */
function omitKnown(response: unknown, known: Values): unknown {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response;
  return Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'id' && !(name in known)));
}

/** Shows the outcome of a test as a notice, and any other response as a page that can be read and copied. */
async function showResponse({ action, record }: ActionRun, label: string, answer: unknown, tui: Tui): Promise<void> {
  const details = record ? omitKnown(answer, {}) : answer;
  const { ok } = answer as { ok?: unknown };
  const line =
    typeof ok === 'boolean' && action.stepUp !== true
      ? formatShortResult(formatResult(details, action.output, tui))
      : null;
  if (line !== null) return tui.notify(`${label}: ${line}`, ok === true ? 'good' : 'bad');
  await openResult(label, details, action.output, tui);
}

/** Sends an action and shows its response, unless that is only the record. */
async function sendAction(running: ActionRun, input: Values, tui: Tui): Promise<unknown> {
  const { resource, name, action, record, pages } = running;
  const path = getResourcePath(resource.name, name);
  const body = { ...(record ? { id: record.id } : {}), ...input };
  // A call without a response may have succeeded. With the same key, a repeated call takes effect only once.
  const key = action.reads ? '' : tui.getWriteKey(path, body);
  const answer = action.reads ? await tui.client.call(path, body) : await tui.write(path, body, key);
  const label = localize(action.label, tui.locale);
  const waits = getWaitingText(answer);
  const next = pages.next[`${resource.name}.${name}`];
  if (waits !== null) tui.notify(`${label}: ${waits}`, 'warn');
  else {
    const target = record ? getRecordName(resource, record, tui) : tui.t('tui.done');
    const keys = isReversible(action) ? [key] : [];
    const report = `${label}: ${tui.t('tui.done')}`;
    void offerUndo(tui, { keys, description: `${label}: ${target}`, report, resource: resource.name });
    if (isRecord(answer)) await showSecrets(resource, label, answer, tui);
    if (next) await next((answer ?? {}) as DataRecord, tui);
    // The preview has already shown what the response contains.
    else if (!isRecord(answer) && !isEmpty(answer) && !getPreview(running, tui))
      await showResponse(running, label, answer, tui);
  }
  return answer;
}

/** The preview of an action by its read-only counterpart; no lines while the input is invalid. */
function getPreview({ resource, name, record, pages }: ActionRun, tui: Tui): FormPageProps['preview'] {
  const action = resource.actions?.[pages.preview[`${resource.name}.${name}`] ?? ''];
  const previewName = pages.preview[`${resource.name}.${name}`];
  // A bulk action has no single record to preview.
  if (!action || previewName === undefined || (action.on === 'record' && !record)) return undefined;
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
    const answer = await tui.client.call(getResourcePath(resource.name, previewName), body, { quiet: true });
    return formatPreview(formatResult(omitKnown(answer, fields), action.output, tui), width);
  };
}

/**
 * The initial values of an action's input: defaults, values of the record, common values and `initialValues`; later ones override
 * earlier ones.
 */
function getInitialValues(
  { resource, name, action, record, initialValues }: Omit<ActionRun, 'pages'>,
  tui: Tui,
): Values {
  const { locale, timeZone } = tui;
  const ownValues = Object.entries(getInputFields(resource, action)).map(([field, definition]) => {
    const source = action.input?.[field];
    return [field, (typeof source === 'string' ? record?.[source] : undefined) ?? getDefault(definition)] as const;
  });
  const common = getActionDefaults(resource, name, record, { locale, timeZone, now: Date.now() });
  return { ...Object.fromEntries(ownValues), ...common, ...initialValues };
}

/** Shows a form for the input of an action; it closes when `run` resolves to true. Resolves to whether the action was done. */
export async function promptInput(
  running: ActionRun,
  tui: Tui,
  run: (input: Values) => Promise<boolean>,
): Promise<boolean> {
  const { resource, action, record } = running;
  const fields = getInputFields(resource, action);
  const name = record ? ` ${getRecordName(resource, record, tui)}` : '';
  const preview = getPreview(running, tui);
  return tui.open<boolean>('page', (close) => (
    <FormPage
      title={localize(action.label, tui.locale) + name}
      purpose="run"
      help={action.help ? localize(action.help, tui.locale) : ''}
      danger={action.danger === true}
      fields={fields}
      values={getInitialValues(running, tui)}
      send={createInputSender(fields, tui, run)}
      {...(preview ? { preview } : {})}
      {...(typeof record?.currency === 'string' ? { currency: record.currency } : {})}
      onDone={close}
    />
  ));
}

/** Asks for confirmation of a destructive action. A submitted form is confirmation enough, except on a production server. */
async function confirmAction(
  { resource, action, record }: ActionRun,
  hasPrompted: boolean,
  tui: Tui,
): Promise<boolean> {
  if (!action.danger || (hasPrompted && tui.production === null)) return true;
  const label = localize(action.label, tui.locale);
  const name = record ? getRecordName(resource, record, tui) : getResourceName(resource, tui);
  const effects = describeActionEffects(resource, action, record, tui);
  return confirm(tui, label, tui.t('tui.confirmAction', { action: label, name }), effects);
}

const getCreatedId = (action: Action, answer: unknown) =>
  action.on === 'collection' && isRecord(answer) ? Number(answer.id) : null;

/** Runs an action on a record or on the collection: asks for its input, and for confirmation when it is destructive. */
export async function runAction(running: ActionRun, tui: Tui): Promise<ActionOutcome> {
  const { resource, name, action, record, pages } = running;
  const page = pages.custom[`${resource.name}.${name}`];
  if (page) {
    await tui.open<void>('page', (close) => page({ resource, record, onDone: () => close() }));
    return { done: action.reads !== true, createdId: null };
  }
  let answer: unknown = null;
  const run = async (input: Values, hasPrompted: boolean) => {
    if (!(await confirmAction(running, hasPrompted, tui))) return false;
    answer = await sendAction(running, input, tui);
    return true;
  };
  const takesInput = Object.keys(getInputFields(resource, action)).length > 0;
  const done = takesInput
    ? await promptInput(running, tui, (input) => run(input, true))
    : await run({}, false).catch(() => false);
  return done ? { done, createdId: getCreatedId(action, answer) } : notRun;
}

/** Runs an action with its initial values when no other input is required; otherwise like `runAction`. */
export async function runWithDefaults(running: ActionRun, tui: Tui): Promise<ActionOutcome> {
  const { resource, action, pages, name } = running;
  const fields = getInputFields(resource, action);
  const start = getInitialValues(running, tui);
  const isIncomplete = Object.entries(fields).some(
    ([field, { required }]) => required === true && start[field] === null,
  );
  if (isIncomplete || action.danger || pages.custom[`${resource.name}.${name}`]) return runAction(running, tui);
  const checked = checkInput(fields, start, tui.locale, tui.t);
  if (!checked.ok) return runAction(running, tui);
  return sendAction(running, checked.value, tui).then(
    () => ({ done: true, createdId: null }),
    () => notRun,
  );
}
