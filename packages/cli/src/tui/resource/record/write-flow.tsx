import {
  type AnyResource,
  canDelete,
  check,
  checkInput,
  createSchema,
  type Fields,
  fillDefaults,
  getDefault,
  getResourcePath,
  getSubjectLabel,
  getUsages,
  getWaitingText,
  getWritableFields,
  ResponseError,
  updateSchema,
  type Values,
} from '@gantry/core';
import { getDeletionOutcome } from '../../../context/deletion-outcome.ts';
import { FormPage, type SubmitResult } from '../../fields/form-page.tsx';
import { confirm } from '../../parts/confirm.tsx';
import type { Tui } from '../../parts/tui-context.ts';
import { explainPermitRejection, getRecordName, getResourceName } from '../resource-text.ts';
import { offerUndo } from '../undo-flow.ts';
import { ConflictPage } from './conflict-page.tsx';
import { showSecrets } from './secrets-page.tsx';

type DataRecord = Readonly<Record<string, unknown>>;

/** The form result for a failed call: its field errors, or none when it failed for another reason, which has been reported. */
export function toRejectedResult(error: unknown): SubmitResult {
  return { done: false, errors: error instanceof ResponseError ? error.errors : {} };
}

/**
 * Returns the submit function of a form: it validates the input, then calls `run`, which resolves to whether the action was done.
 * Errors are returned by field.
 */
export function createInputSender(fields: Fields, tui: Tui, run: (input: Values, typed: Values) => Promise<boolean>) {
  return async (typed: Values): Promise<SubmitResult> => {
    const checked = checkInput(fields, typed, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      return (await run(checked.value, typed)) ? { done: true } : { done: false, errors: {} };
    } catch (error) {
      return toRejectedResult(error);
    }
  };
}

/** Shows a notice when a write waits for the approval of another admin; returns whether it does. */
export function notifyWaiting(answer: unknown, tui: Tui): boolean {
  const waits = getWaitingText(answer);
  if (waits !== null) tui.notify(waits, 'warn');
  return waits !== null;
}

/** Opens a form for a new record, with the values of `template` or the defaults. Returns the ID of the record; null for none. */
export async function createRecord(resource: AnyResource, tui: Tui, template: DataRecord = {}): Promise<number | null> {
  const fields = getWritableFields(resource, 'create');
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, template[name] ?? getDefault(field)]),
  );
  let createdId: number | null = null;
  const send = async (all: Values): Promise<SubmitResult> => {
    const filled = fillDefaults(all, fields, 'create');
    const checked = check(createSchema(resource), filled, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const path = getResourcePath(resource.name, 'create');
      const key = tui.getWriteKey(path, checked.value);
      const answer = await tui.write<DataRecord>(path, checked.value, key);
      if (notifyWaiting(answer, tui)) return { done: true };
      createdId = Number(answer.id);
      const description = `${tui.t('tui.created')}: ${getRecordName(resource, answer, tui)}`;
      void offerUndo(tui, { keys: [key], description, report: tui.t('tui.created'), resource: resource.name });
      await showSecrets(resource, title, answer, tui);
      return { done: true };
    } catch (error) {
      return toRejectedResult(error);
    }
  };
  const title = `${tui.t('verb.create')} ${getResourceName(resource, tui)}`;
  await tui.open<boolean>('page', (close) => (
    <FormPage
      title={title}
      purpose="create"
      fields={fields}
      order={(resource.form ?? []).flat()}
      values={values}
      send={send}
      onDone={close}
    />
  ));
  return createdId;
}

interface Edited {
  readonly id: number;
  version: number;
}

/** Shows both versions and returns the values for the form. The next save is based on the newer record. */
async function resolveConflict(
  error: ResponseError,
  fields: Fields,
  mine: Values,
  edited: Edited,
  title: string,
  tui: Tui,
): Promise<SubmitResult> {
  const current = error.data.current;
  if (typeof current !== 'object' || current === null) return toRejectedResult(error);
  const theirs = current as Values;
  const chosen = await tui.open<Values | null>('page', (close) => (
    <ConflictPage title={title} fields={fields} theirs={theirs} mine={mine} onDone={close} />
  ));
  if (chosen === null) return { done: false, errors: {} };
  edited.version = Number(theirs.version ?? error.data.actual);
  return { done: false, errors: {}, rebase: { start: theirs, values: { ...theirs, ...chosen } } };
}

/**
 * Opens a form for a record and sends only the changed fields, with the version that was loaded. Returns whether it was saved.
 */
export async function updateRecord(resource: AnyResource, id: number, tui: Tui): Promise<boolean> {
  const record = await tui.client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id }).catch(() => null);
  if (!record) return false;
  const fields = getWritableFields(resource, 'update');
  const edited: Edited = { id, version: Number(record.version) };
  const title = `${tui.t('verb.update')} ${getRecordName(resource, record, tui)}`;
  const send = async (_all: Values, changed: Values): Promise<SubmitResult> => {
    if (Object.keys(changed).length === 0) return { done: true };
    const filled = fillDefaults(changed, fields, 'update');
    const checked = check(updateSchema(resource), filled, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const path = getResourcePath(resource.name, 'update');
      const body = { id, version: edited.version, ...checked.value };
      const key = tui.getWriteKey(path, body);
      if (notifyWaiting(await tui.write(path, body, key), tui)) return { done: true };
      const description = `${tui.t('tui.saved')}: ${getRecordName(resource, record, tui)}`;
      void offerUndo(tui, { keys: [key], description, resource: resource.name });
      return { done: true };
    } catch (error) {
      if (error instanceof ResponseError && error.code === 40900)
        return resolveConflict(error, fields, changed, edited, title, tui);
      return toRejectedResult(error);
    }
  };
  return tui.open<boolean>('page', (close) => (
    <FormPage
      title={title}
      fields={fields}
      order={(resource.form ?? []).flat()}
      values={record}
      send={send}
      onDone={close}
    />
  ));
}

/** Deletes a record after confirmation. When it is still in use, a notice names the resources. Returns whether it was deleted. */
export async function deleteRecord(resource: AnyResource, record: DataRecord, tui: Tui): Promise<boolean> {
  const name = getRecordName(resource, record, tui);
  const title = `${tui.t('verb.delete')} ${getResourceName(resource, tui)}`;
  const rejection = explainPermitRejection(
    resource,
    canDelete(tui.rights, resource, record),
    tui.t('verb.delete'),
    tui,
  );
  if (rejection !== null) {
    tui.notify(rejection, 'warn');
    return false;
  }
  const outcome = tui.t(`tui.deletionOutcome.${getDeletionOutcome(resource, record)}`);
  if (!(await confirm(tui, title, tui.t('tui.confirmDelete', { name }), outcome))) return false;
  try {
    const path = getResourcePath(resource.name, 'delete');
    const body = { id: record.id, version: record.version };
    const key = tui.getWriteKey(path, body);
    await tui.write(path, body, key);
    void offerUndo(tui, { keys: [key], description: `${tui.t('tui.deleted')}: ${name}`, resource: resource.name });
    return true;
  } catch (error) {
    notifyUsages(error, tui);
    return false;
  }
}

/** Shows which resources use a record, and how often. */
function notifyUsages(error: unknown, tui: Tui): void {
  const usages = getUsages(error);
  if (usages.length === 0 || !(error instanceof Error)) return;
  const labels = usages.map(
    ({ resource, count }) => `${getSubjectLabel(tui.catalogue, resource, tui.locale)} ${count}`,
  );
  tui.notify(`${error.message} (${labels.join(', ')})`, 'bad');
}
