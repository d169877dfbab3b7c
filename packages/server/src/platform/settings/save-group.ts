import {
  ApiError,
  check,
  createFieldsSchema,
  createValueSchema,
  type Field,
  type Fields,
  isSensitive,
  maskSecret,
  type SettingsGroupAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { runWrite, type WriteResult } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import { type CallRequest, toWriteCall } from '../http/call.ts';
import { assertRecentStepUp } from '../http/caller.ts';
import type { Tx } from '../store/database.ts';
import { checkExtra } from './extra-checks.ts';
import { assertBoundSecrets, assertRecords, readGroup } from './read-page.ts';
import {
  findGroupToChange,
  getPlainFields,
  groupKey,
  listChangedNames,
  listSecretNames,
  mergeValues,
  readGroups,
  readSecrets,
  type SettingsDeps,
  unsaved,
} from './settings-store.ts';
import type { FoundGroup } from './settings-types.ts';

/** Values and secrets that are to be written; a secret that is not named stays. */
interface Wanted {
  readonly values: Values;
  readonly secrets: ReadonlyMap<string, string | null>;
}

function objectOf(value: unknown, caller: Caller): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new ApiError('invalid', { errors: { values: [caller.t('validation.json', { field: 'values' })] } });
}

function checkSecrets(given: Values, fields: Fields, caller: Caller): ReadonlyMap<string, string | null> {
  const secrets = new Map<string, string | null>();
  for (const name of listSecretNames(fields)) {
    if (!Object.hasOwn(given, name)) continue;
    const field = fields[name] as Field;
    const value = given[name] === '' ? null : given[name];
    const checked = check(createValueSchema(field), value, { body: field }, caller.locale, caller.t);
    if (!checked.ok) throw new ApiError('invalid', { errors: { [name]: Object.values(checked.errors).flat() } });
    secrets.set(name, typeof value === 'string' ? value : null);
    delete given[name];
  }
  return secrets;
}

/** Checks given values over the current ones: a field that is not given stays as it is. */
function checkWanted({ page, group, fields }: FoundGroup, given: Values, current: Values, caller: Caller): Wanted {
  const { locale, t } = caller;
  const secrets = checkSecrets(given, fields, caller);
  const plain = getPlainFields(fields);
  const merged = { ...current, ...given };
  const checked = check(createFieldsSchema(plain), merged, plain, locale, t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  const values = mergeValues(fields, checked.value);
  const changed = changedOnly(current, values).after;
  const errors = checkExtra(page.name, group, changed, values, caller);
  if (Object.keys(errors).length > 0) throw new ApiError('invalid', { errors });
  return { values, secrets };
}

/** Seals what is new; the mask and a keyed hash are all that history and audit ever hold of it. */
async function writeSecrets(
  tx: Tx,
  { keyring }: SettingsDeps,
  { page, group }: FoundGroup,
  secrets: Wanted['secrets'],
): Promise<void> {
  const key = { page: page.name, group_name: group };
  for (const [field, value] of secrets) {
    await tx
      .deleteFrom('setting_secrets')
      .where('page', '=', key.page)
      .where('group_name', '=', key.group_name)
      .where('field', '=', field)
      .execute();
    if (value === null) continue;
    const mac = keyring.mac('search', 'setting', key.page, group, field, value);
    const { id } = await tx
      .insertInto('setting_secrets')
      .values({ ...key, field, sealed: '', mask: maskSecret(value), mac })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sealed = keyring.seal({ table: 'setting_secrets', id, column: 'sealed' }, value);
    await tx.updateTable('setting_secrets').set({ sealed }).where('id', '=', id).execute();
  }
}

/** What history keeps of a group: its values, and of secrets a mask with the start of a keyed hash. */
async function snapshot(tx: Tx, { page, group }: FoundGroup, values: Values): Promise<Values> {
  const secrets = await readSecrets(tx, page.name, group);
  return {
    ...values,
    ...Object.fromEntries([...secrets].map(([field, { mask, mac }]) => [field, `${mask} #${mac.slice(0, 12)}`])),
  };
}

/** The next version, unless another save came first. */
async function writeContent(tx: Tx, found: FoundGroup, version: number, content: string, by: Caller, now: number) {
  const row = { page: found.page.name, group_name: found.group, version: version + 1, content };
  const stamp = { updated_at: now, updated_by: by.actor.id };
  if (version === 0) {
    const made = await tx
      .insertInto('settings')
      .values({ ...row, ...stamp })
      .onConflict((conflict) => conflict.columns(['page', 'group_name']).doNothing())
      .executeTakeFirst();
    return (made.numInsertedOrUpdatedRows ?? 0n) === 1n;
  }
  const done = await tx
    .updateTable('settings')
    .set({ version: row.version, content, ...stamp })
    .where('page', '=', row.page)
    .where('group_name', '=', row.group_name)
    .where('version', '=', version)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export interface GroupChange {
  readonly found: FoundGroup;
  readonly version: number;
  readonly action: 'save' | 'rollback';
  /** The values to save, read after the transaction has started. */
  readonly given: (tx: Tx) => Promise<Values>;
  /** Another admin approved it. */
  readonly isApproved?: true;
}

function changedOnly(before: Values, after: Values): { before: Values; after: Values } {
  const names = listChangedNames(before, after);
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Requires a recent identity confirmation for a change of a sensitive setting, whichever call it comes through. */
function assertConfirmed({ clock }: SettingsDeps, found: FoundGroup, current: Values, wanted: Wanted, caller: Caller) {
  const group = found.page.groups[found.group];
  const changed = [...listChangedNames(current, wanted.values), ...wanted.secrets.keys()];
  if (group && changed.some((name) => isSensitive(group, name))) assertRecentStepUp(caller, clock());
}

/** Writes a group as a whole, with its history and audit rows, if it is still at the version that the caller saw. */
async function writeGroup(tx: Tx, deps: SettingsDeps, caller: Caller, change: GroupChange): Promise<WriteResult> {
  const { found, version, action } = change;
  const now = deps.clock();
  const stored = (await readGroups(tx, found.page.name)).get(groupKey(found.page.name, found.group)) ?? unsaved;
  const conflict = async () =>
    new ApiError('conflict', {
      data: { expected: version, actual: stored.version, current: await readGroup(tx, found) },
    });
  if (stored.version !== version) throw await conflict();
  const current = mergeValues(found.fields, stored.content);
  const wanted = checkWanted(found, await change.given(tx), current, caller);
  assertConfirmed(deps, found, current, wanted, caller);
  await assertBoundSecrets(tx, found, current, wanted.values, [...wanted.secrets.keys()], caller);
  await assertRecords(tx, found.fields, current, wanted.values, caller);
  const guard = deps.guards?.[groupKey(found.page.name, found.group)];
  const isApproved = change.isApproved === true;
  const waiting = await guard?.(tx, { caller, before: current, after: wanted.values, isApproved });
  if (waiting) return waiting;
  const before = await snapshot(tx, found, current);
  if (!(await writeContent(tx, found, version, JSON.stringify(wanted.values), caller, now))) throw await conflict();
  await writeSecrets(tx, deps, found, wanted.secrets);
  const after = await snapshot(tx, found, wanted.values);
  await tx
    .insertInto('setting_histories')
    .values({
      page: found.page.name,
      group_name: found.group,
      version: version + 1,
      before_content: JSON.stringify(before),
      after_content: JSON.stringify(after),
      changed_by: caller.actor.id,
      changed_by_name: caller.actor.name,
      changed_at: now,
    })
    .execute();
  const resource = `settings/${groupKey(found.page.name, found.group)}`;
  return {
    data: await readGroup(tx, found),
    audit: { resource, resourceId: null, action, ...changedOnly(before, after) },
  };
}

async function change(deps: SettingsDeps, call: CallRequest, wanted: GroupChange, path: string) {
  const { caller } = call;
  const resource = `settings/${groupKey(wanted.found.page.name, wanted.found.group)}`;
  const write = { ...toWriteCall(call, path), resource, action: wanted.action };
  const answer = await runWrite(deps, caller, write, (tx) => writeGroup(tx, deps, caller, wanted));
  deps.settings.purge();
  return answer as SettingsGroupAnswer;
}

/** What a settings change asked for that another admin has approved. */
export interface ApprovedChange {
  readonly page: string;
  readonly group: string;
  readonly values: Values;
}

/** Writes an approved change over the group as it is now; fields that it does not name stay. */
export async function saveApproved(
  tx: Tx,
  deps: SettingsDeps,
  caller: Caller,
  { page, group, values }: ApprovedChange,
): Promise<WriteResult> {
  const found = findGroupToChange(deps, caller, page, group);
  const { version } = (await readGroups(tx, page)).get(groupKey(page, group)) ?? unsaved;
  const given = async () => ({ ...values });
  return writeGroup(tx, deps, caller, { found, version, action: 'save', given, isApproved: true });
}

/** Saves a group: what is given changes, what is not given stays. Answers the group as it now is. */
export async function saveGroup(deps: SettingsDeps, call: CallRequest, input: Values): Promise<SettingsGroupAnswer> {
  const found = findGroupToChange(deps, call.caller, input.page, input.group);
  const given = async () => objectOf(input.values, call.caller);
  return change(
    deps,
    call,
    { found, version: Number(input.version), action: 'save', given },
    settingsCalls.settingsSave.path,
  );
}

/** Puts a group back to what it was before one change of it; secrets stay as they are. */
export async function rollBackGroup(
  deps: SettingsDeps,
  call: CallRequest,
  input: Values,
): Promise<SettingsGroupAnswer> {
  const found = findGroupToChange(deps, call.caller, input.page, input.group);
  const given = async (tx: Tx) => {
    const row = await tx
      .selectFrom('setting_histories')
      .select('before_content')
      .where('id', '=', Number(input.historyId))
      .where('page', '=', found.page.name)
      .where('group_name', '=', found.group)
      .executeTakeFirst();
    if (!row) throw new ApiError('notFound');
    return mergeValues(found.fields, JSON.parse(row.before_content) as Values);
  };
  const { path } = settingsCalls.settingsRollback;
  return change(deps, call, { found, version: Number(input.version), action: 'rollback', given }, path);
}
