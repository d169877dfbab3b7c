import {
  type AnyResource,
  canDelete,
  check,
  checkInput,
  complete,
  createSchema,
  type Fields,
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
import { FormPage, type Sent } from '../../fields/form-page.tsx';
import { confirm } from '../../parts/confirm.tsx';
import type { Tui } from '../../parts/tui-context.ts';
import { getResourceName, permitRejection, recordName } from '../resource-words.ts';
import { offerUndo } from '../undo-flow.ts';
import { ConflictPage } from './conflict-page.tsx';
import { showSecrets } from './secrets-page.tsx';

type DataRecord = Readonly<Record<string, unknown>>;

/** Field errors of a rejected call; none when it failed for another reason, which has been reported already. */
export function toRejection(error: unknown): Sent {
  return { done: false, errors: error instanceof ResponseError ? error.errors : {} };
}

/**
 * What a form of inputs does when it is sent: checks what was typed, then calls `run`, which resolves to whether it was done. Errors
 * are shown at their fields.
 */
export function createInputSender(fields: Fields, tui: Tui, run: (input: Values, typed: Values) => Promise<boolean>) {
  return async (typed: Values): Promise<Sent> => {
    const checked = checkInput(fields, typed, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      return (await run(checked.value, typed)) ? { done: true } : { done: false, errors: {} };
    } catch (error) {
      return toRejection(error);
    }
  };
}

/** Says of a write that it waits for another admin; false when it was done. */
export function sayWaiting(answer: unknown, tui: Tui): boolean {
  const waits = getWaitingText(answer);
  if (waits !== null) tui.notify(waits, 'warn');
  return waits !== null;
}

/** A form for a new record, with the defaults filled in or another record's values to start from; gives its id, null for none. */
export async function createRecord(resource: AnyResource, tui: Tui, like: DataRecord = {}): Promise<number | null> {
  const fields = getWritableFields(resource, 'create');
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, like[name] ?? getDefault(field)]),
  );
  let made: number | null = null;
  const send = async (all: Values): Promise<Sent> => {
    const filled = complete(all, fields, 'create');
    const checked = check(createSchema(resource), filled, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const path = getResourcePath(resource.name, 'create');
      const key = tui.getWriteKey(path, checked.value);
      const answer = await tui.write<DataRecord>(path, checked.value, key);
      if (sayWaiting(answer, tui)) return { done: true };
      made = Number(answer.id);
      const words = `${tui.t('tui.created')}: ${recordName(resource, answer, tui)}`;
      void offerUndo(tui, { keys: [key], description: words, report: tui.t('tui.created'), resource: resource.name });
      await showSecrets(resource, title, answer, tui);
      return { done: true };
    } catch (error) {
      return toRejection(error);
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
  return made;
}

interface Edited {
  readonly id: number;
  version: number;
}

/** Shows both versions and gives what the form goes on with; the next save is over the newer record. */
async function settle(
  error: ResponseError,
  fields: Fields,
  mine: Values,
  edited: Edited,
  title: string,
  tui: Tui,
): Promise<Sent> {
  const current = error.data.current;
  if (typeof current !== 'object' || current === null) return toRejection(error);
  const theirs = current as Values;
  const chosen = await tui.open<Values | null>('page', (close) => (
    <ConflictPage title={title} fields={fields} theirs={theirs} mine={mine} onDone={close} />
  ));
  if (chosen === null) return { done: false, errors: {} };
  edited.version = Number(theirs.version ?? error.data.actual);
  return { done: false, errors: {}, rebase: { start: theirs, values: { ...theirs, ...chosen } } };
}

/** A form over a record; only what was changed is sent, under the version that was read. */
export async function updateRecord(resource: AnyResource, id: number, tui: Tui): Promise<boolean> {
  const record = await tui.client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id }).catch(() => null);
  if (!record) return false;
  const fields = getWritableFields(resource, 'update');
  const edited: Edited = { id, version: Number(record.version) };
  const title = `${tui.t('verb.update')} ${recordName(resource, record, tui)}`;
  const send = async (_all: Values, changed: Values): Promise<Sent> => {
    if (Object.keys(changed).length === 0) return { done: true };
    const filled = complete(changed, fields, 'update');
    const checked = check(updateSchema(resource), filled, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const path = getResourcePath(resource.name, 'update');
      const body = { id, version: edited.version, ...checked.value };
      const key = tui.getWriteKey(path, body);
      if (sayWaiting(await tui.write(path, body, key), tui)) return { done: true };
      const words = `${tui.t('tui.saved')}: ${recordName(resource, record, tui)}`;
      void offerUndo(tui, { keys: [key], description: words, resource: resource.name });
      return { done: true };
    } catch (error) {
      if (error instanceof ResponseError && error.code === 40900)
        return settle(error, fields, changed, edited, title, tui);
      return toRejection(error);
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

/** Deletes one record after a typed yes; what still uses it is named. */
export async function deleteRecord(resource: AnyResource, record: DataRecord, tui: Tui): Promise<boolean> {
  const name = recordName(resource, record, tui);
  const title = `${tui.t('verb.delete')} ${getResourceName(resource, tui)}`;
  const rejection = permitRejection(resource, canDelete(tui.rights, resource, record), tui.t('verb.delete'), tui);
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
    sayUsages(error, tui);
    return false;
  }
}

/** A record that is in use: by what, and how often. */
function sayUsages(error: unknown, tui: Tui): void {
  const usages = getUsages(error);
  if (usages.length === 0 || !(error instanceof Error)) return;
  const named = usages.map(({ resource, count }) => `${getSubjectLabel(tui.catalogue, resource, tui.locale)} ${count}`);
  tui.notify(`${error.message} (${named.join(', ')})`, 'bad');
}
