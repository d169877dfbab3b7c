import {
  type AnyResource,
  ApiError,
  canDelete,
  check,
  checkInput,
  complete,
  createSchema,
  defaultOf,
  type Fields,
  resourcePath,
  subjectWords,
  updateSchema,
  usagesIn,
  type Values,
  waitingWords,
  writableFields,
} from '@gantry/core';
import { deletionFate } from '../../deletion-fate.ts';
import { FormPage, type Sent } from '../fields/form-page.tsx';
import { confirm } from '../parts/confirm.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { ConflictPage } from './conflict-page.tsx';
import { permitRejection, recordName, resourceName } from './resource-words.ts';
import { showSecrets } from './secrets-page.tsx';
import { offerUndo } from './undo-flow.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** Field errors of a refused call; none when it failed for another reason, which has been said already. */
export function refusalOf(error: unknown): Sent {
  return { done: false, errors: error instanceof ApiError ? error.errors : {} };
}

/**
 * What a form of inputs does when it is sent: what was typed is checked, then `run`, which says whether it was done; a refusal stands
 * at its fields.
 */
export function inputSender(fields: Fields, tui: Tui, run: (input: Values, typed: Values) => Promise<boolean>) {
  return async (typed: Values): Promise<Sent> => {
    const checked = checkInput(fields, typed, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      return (await run(checked.value, typed)) ? { done: true } : { done: false, errors: {} };
    } catch (error) {
      return refusalOf(error);
    }
  };
}

/** Says of a write that it waits for another admin; false when it was done. */
export function sayWaiting(answer: unknown, tui: Tui): boolean {
  const waits = waitingWords(answer);
  if (waits !== null) tui.say(waits, 'warn');
  return waits !== null;
}

/** A form for a new record, with the defaults filled in or another record's values to start from; gives its id, null for none. */
export async function createRecord(resource: AnyResource, tui: Tui, like: DataRecord = {}): Promise<number | null> {
  const fields = writableFields(resource, 'create');
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, like[name] ?? defaultOf(field)]),
  );
  let made: number | null = null;
  const send = async (all: Values): Promise<Sent> => {
    const filled = complete(all, fields, 'create');
    const checked = check(createSchema(resource), filled, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const path = resourcePath(resource.name, 'create');
      const key = tui.keyOf(path, checked.value);
      const answer = await tui.write<DataRecord>(path, checked.value, key);
      if (sayWaiting(answer, tui)) return { done: true };
      made = Number(answer.id);
      void offerUndo(tui, tui.t('tui.created'), [key]);
      await showSecrets(resource, title, answer, tui);
      return { done: true };
    } catch (error) {
      return refusalOf(error);
    }
  };
  const title = `${tui.t('verb.create')} ${resourceName(resource, tui)}`;
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
  error: ApiError,
  fields: Fields,
  mine: Values,
  edited: Edited,
  title: string,
  tui: Tui,
): Promise<Sent> {
  const current = error.data.current;
  if (typeof current !== 'object' || current === null) return refusalOf(error);
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
  const record = await tui.client.call<DataRecord>(resourcePath(resource.name, 'get'), { id }).catch(() => null);
  if (!record) return false;
  const fields = writableFields(resource, 'update');
  const edited: Edited = { id, version: Number(record.version) };
  const title = `${tui.t('verb.update')} ${recordName(resource, record, tui)}`;
  const send = async (_all: Values, changed: Values): Promise<Sent> => {
    if (Object.keys(changed).length === 0) return { done: true };
    const filled = complete(changed, fields, 'update');
    const checked = check(updateSchema(resource), filled, fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const path = resourcePath(resource.name, 'update');
      const body = { id, version: edited.version, ...checked.value };
      const key = tui.keyOf(path, body);
      if (sayWaiting(await tui.write(path, body, key), tui)) return { done: true };
      void offerUndo(tui, `${tui.t('tui.saved')}: ${recordName(resource, record, tui)}`, [key]);
      return { done: true };
    } catch (error) {
      if (error instanceof ApiError && error.code === 40900) return settle(error, fields, changed, edited, title, tui);
      return refusalOf(error);
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
  const title = `${tui.t('verb.delete')} ${resourceName(resource, tui)}`;
  const rejection = permitRejection(resource, canDelete(tui.rights, resource, record), tui.t('verb.delete'), tui);
  if (rejection !== null) {
    tui.say(rejection, 'warn');
    return false;
  }
  const fate = tui.t(`tui.deleteFate.${deletionFate(resource, record)}`);
  if (!(await confirm(tui, title, tui.t('tui.askDelete', { name }), fate))) return false;
  try {
    const path = resourcePath(resource.name, 'delete');
    const body = { id: record.id, version: record.version };
    const key = tui.keyOf(path, body);
    await tui.write(path, body, key);
    void offerUndo(tui, `${tui.t('tui.deleted')}: ${name}`, [key]);
    return true;
  } catch (error) {
    sayUsages(error, tui);
    return false;
  }
}

/** A record that is in use: by what, and how often. */
function sayUsages(error: unknown, tui: Tui): void {
  const usages = usagesIn(error);
  if (usages.length === 0 || !(error instanceof Error)) return;
  const named = usages.map(({ resource, count }) => `${subjectWords(tui.catalogue, resource, tui.locale)} ${count}`);
  tui.say(`${error.message} (${named.join(', ')})`, 'bad');
}
