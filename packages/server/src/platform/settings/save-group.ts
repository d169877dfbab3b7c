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

/** The values and secrets to write; secrets without an entry are not changed. */
interface NewContent {
  readonly values: Values;
  readonly secrets: ReadonlyMap<string, string | null>;
}

function assertObject(value: unknown, caller: Caller): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new ApiError('invalid', { errors: { values: [caller.t('validation.json', { field: 'values' })] } });
}

function validateSecrets(given: Values, fields: Fields, caller: Caller): ReadonlyMap<string, string | null> {
  const secrets = new Map<string, string | null>();
  for (const name of listSecretNames(fields)) {
    if (!Object.hasOwn(given, name)) continue;
    const field = fields[name] as Field;
    const value = given[name] === '' ? null : given[name];
    const validated = check(createValueSchema(field), value, { body: field }, caller.locale, caller.t);
    if (!validated.ok) throw new ApiError('invalid', { errors: { [name]: Object.values(validated.errors).flat() } });
    secrets.set(name, typeof value === 'string' ? value : null);
    delete given[name];
  }
  return secrets;
}

/** Validates given values merged with the current ones: fields without a given value are not changed. */
function validateValues(
  { page, group, fields }: FoundGroup,
  given: Values,
  current: Values,
  caller: Caller,
): NewContent {
  const { locale, t } = caller;
  const secrets = validateSecrets(given, fields, caller);
  const plainFields = getPlainFields(fields);
  const merged = { ...current, ...given };
  const validated = check(createFieldsSchema(plainFields), merged, plainFields, locale, t);
  if (!validated.ok) throw new ApiError('invalid', { errors: validated.errors });
  const values = mergeValues(fields, validated.value);
  const changed = pickChanged(current, values).after;
  const errors = checkExtra(page.name, group, changed, values, caller);
  if (Object.keys(errors).length > 0) throw new ApiError('invalid', { errors });
  return { values, secrets };
}

/** Stores new secrets encrypted. History and audit log contain only their mask and a keyed hash. */
async function writeSecrets(
  tx: Tx,
  { keyring }: SettingsDeps,
  { page, group }: FoundGroup,
  secrets: NewContent['secrets'],
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

/** Returns the values of a group for the history, with the mask and the start of a keyed hash for each secret. */
async function snapshot(tx: Tx, { page, group }: FoundGroup, values: Values): Promise<Values> {
  const secrets = await readSecrets(tx, page.name, group);
  return {
    ...values,
    ...Object.fromEntries([...secrets].map(([field, { mask, mac }]) => [field, `${mask} #${mac.slice(0, 12)}`])),
  };
}

/** Writes the content as the next version; false when another save was faster. */
async function writeContent(tx: Tx, found: FoundGroup, version: number, content: string, by: Caller, now: number) {
  const row = { page: found.page.name, group_name: found.group, version: version + 1, content };
  const stamp = { updated_at: now, updated_by: by.actor.id };
  if (version === 0) {
    const result = await tx
      .insertInto('settings')
      .values({ ...row, ...stamp })
      .onConflict((conflict) => conflict.columns(['page', 'group_name']).doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
  }
  const result = await tx
    .updateTable('settings')
    .set({ version: row.version, content, ...stamp })
    .where('page', '=', row.page)
    .where('group_name', '=', row.group_name)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface GroupChange {
  readonly found: FoundGroup;
  readonly version: number;
  readonly action: 'save' | 'rollback';
  /** The values to save, read after the transaction has started. */
  readonly given: (tx: Tx) => Promise<Values>;
  /** Set when another admin has approved the change. */
  readonly isApproved?: true;
}

function pickChanged(before: Values, after: Values): { before: Values; after: Values } {
  const names = listChangedNames(before, after);
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Requires a recent identity confirmation for a change of a sensitive setting, whichever call it comes through. */
function assertConfirmed(
  { clock }: SettingsDeps,
  found: FoundGroup,
  current: Values,
  newContent: NewContent,
  caller: Caller,
) {
  const group = found.page.groups[found.group];
  const changed = [...listChangedNames(current, newContent.values), ...newContent.secrets.keys()];
  if (group && changed.some((name) => isSensitive(group, name))) assertRecentStepUp(caller, clock());
}

/** Writes a group with its history and audit entry, if it still has the version that the caller read. */
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
  const newContent = validateValues(found, await change.given(tx), current, caller);
  assertConfirmed(deps, found, current, newContent, caller);
  await assertBoundSecrets(tx, found, current, newContent.values, [...newContent.secrets.keys()], caller);
  await assertRecords(tx, found.fields, current, newContent.values, caller);
  const guard = deps.guards?.[groupKey(found.page.name, found.group)];
  const isApproved = change.isApproved === true;
  const guardResult = await guard?.(tx, { caller, before: current, after: newContent.values, isApproved });
  if (guardResult) return guardResult;
  const before = await snapshot(tx, found, current);
  if (!(await writeContent(tx, found, version, JSON.stringify(newContent.values), caller, now))) throw await conflict();
  await writeSecrets(tx, deps, found, newContent.secrets);
  const after = await snapshot(tx, found, newContent.values);
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
    audit: { resource, resourceId: null, action, ...pickChanged(before, after) },
  };
}

async function applyChange(deps: SettingsDeps, call: CallRequest, change: GroupChange, path: string) {
  const { caller } = call;
  const resource = `settings/${groupKey(change.found.page.name, change.found.group)}`;
  const write = { ...toWriteCall(call, path), resource, action: change.action };
  const answer = await runWrite(deps, caller, write, (tx) => writeGroup(tx, deps, caller, change));
  deps.settings.purge();
  return answer as SettingsGroupAnswer;
}

/** The content of a settings change that another admin has approved. */
export interface ApprovedChange {
  readonly page: string;
  readonly group: string;
  readonly values: Values;
}

/** Writes an approved change to the current group; other fields are not changed. */
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

/** Saves the given values of a group; other values are not changed. Returns the saved group. */
export async function saveGroup(deps: SettingsDeps, call: CallRequest, input: Values): Promise<SettingsGroupAnswer> {
  const found = findGroupToChange(deps, call.caller, input.page, input.group);
  const given = async () => assertObject(input.values, call.caller);
  return applyChange(
    deps,
    call,
    { found, version: Number(input.version), action: 'save', given },
    settingsCalls.settingsSave.path,
  );
}

/** Rolls a group back to its values before a change; secrets are not changed. */
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
  return applyChange(deps, call, { found, version: Number(input.version), action: 'rollback', given }, path);
}
