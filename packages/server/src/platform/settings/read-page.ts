import {
  ApiError,
  type Field,
  type Fields,
  formatRejection,
  localize,
  type SettingsAnswer,
  type SettingsChange,
  type SettingsGroupAnswer,
  type SettingsHistoryAnswer,
  secretsToRetype,
  settingsCalls,
  toTableName,
  type Values,
} from '@gantry/core';
import type { Caller } from '../context/context.ts';
import { type RegisterCall, serveCall } from '../http/call.ts';
import { findRejectedReference } from '../store/columns.ts';
import type { Reader, RowOf, Tx } from '../store/database.ts';
import { rollBackGroup, saveGroup } from './save-group.ts';
import {
  findGroup,
  findPage,
  groupKey,
  listChangedFields,
  listChangedNames,
  listSecretNames,
  mergeValues,
  readGroups,
  readSecrets,
  type SettingsDeps,
  type StoredGroup,
  unsaved,
} from './settings-store.ts';
import { runSettingsTest, type SettingsTests } from './settings-tests.ts';
import type { FoundGroup } from './settings-types.ts';

/** Number of entries per page of the history. */
const historyPageSize = 20;

async function loadAdminNames(read: Reader, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const adminIds = [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))];
  if (adminIds.length === 0) return new Map();
  const rows = await read.selectFrom('admins').select(['id', 'name']).where('id', 'in', adminIds).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Returns a group with its values, masks of secrets and defaults. */
async function createGroupAnswer(
  read: Reader,
  { page, group, fields }: FoundGroup,
  stored: StoredGroup,
  names: ReadonlyMap<number, string>,
): Promise<SettingsGroupAnswer> {
  const secretFields = listSecretNames(fields);
  const secrets = secretFields.length > 0 ? await readSecrets(read, page.name, group) : new Map();
  const values = mergeValues(fields, stored.content);
  return {
    version: stored.version,
    values,
    secrets: Object.fromEntries(secretFields.map((name) => [name, secrets.get(name)?.mask ?? null])),
    changed: listChangedFields(fields, values),
    defaults: mergeValues(fields, {}),
    updatedAt: stored.updatedAt,
    updatedBy: stored.updatedBy,
    updatedByLabel: stored.updatedBy === null ? null : (names.get(stored.updatedBy) ?? null),
  };
}

/** Returns all groups of a page with their versions, saved values, and defaults for the others. */
export async function readPage(deps: SettingsDeps, caller: Caller, name: unknown): Promise<SettingsAnswer> {
  const { read } = deps.database;
  const page = findPage(deps, caller, name);
  const stored = await readGroups(read, page.name);
  const names = await loadAdminNames(
    read,
    [...stored.values()].map((group) => group.updatedBy),
  );
  const groups: Record<string, SettingsGroupAnswer> = {};
  for (const [group, { fields }] of Object.entries(page.groups)) {
    const found = stored.get(groupKey(page.name, group)) ?? unsaved;
    const answer = await createGroupAnswer(read, { page, group, fields }, found, names);
    const readOnlyValues = await deps.readOnly?.[groupKey(page.name, group)]?.(caller.locale);
    groups[group] = { ...answer, values: { ...answer.values, ...readOnlyValues } };
  }
  return { page: page.name, groups };
}

/** Returns one group, for the response to a save. */
export async function readGroup(read: Reader, found: FoundGroup): Promise<SettingsGroupAnswer> {
  const stored = (await readGroups(read, found.page.name)).get(groupKey(found.page.name, found.group)) ?? unsaved;
  return createGroupAnswer(read, found, stored, await loadAdminNames(read, [stored.updatedBy]));
}

/** Returns the fields with different values. */
function listDifferingFields(before: Values, after: Values): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null));
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function toSettingsChange(row: RowOf<'setting_histories'>): SettingsChange {
  const before = JSON.parse(row.before_content) as Values;
  const after = JSON.parse(row.after_content) as Values;
  const names = listDifferingFields(before, after);
  return {
    id: row.id,
    group: row.group_name,
    version: row.version,
    before: pick(before, names),
    after: pick(after, names),
    changedBy: row.changed_by,
    changedByLabel: row.changed_by_name,
    changedAt: row.changed_at,
  };
}

/** Returns the changes of a page, or of one of its groups, newest first. */
export async function readHistory(
  deps: SettingsDeps,
  caller: Caller,
  { page, group, before }: Values,
): Promise<SettingsHistoryAnswer> {
  const { name } = typeof group === 'string' ? findGroup(deps, caller, page, group).page : findPage(deps, caller, page);
  let query = deps.database.read.selectFrom('setting_histories').selectAll().where('page', '=', name);
  if (typeof group === 'string') query = query.where('group_name', '=', group);
  if (typeof before === 'number') query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(historyPageSize + 1)
    .execute();
  const items = rows.slice(0, historyPageSize).map(toSettingsChange);
  return { items, next: rows.length > historyPageSize ? (items.at(-1)?.id ?? null) : null };
}

/** Rejects new references to records that do not exist or do not match the field. */
export async function assertRecords(
  tx: Tx,
  fields: Fields,
  current: Values,
  newValues: Values,
  { locale, t }: Caller,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    const id = newValues[name];
    if (field.kind !== 'reference' || typeof id !== 'number' || id === current[name]) continue;
    const rejection = await findRejectedReference(tx, { table: toTableName(field.to), only: field.only ?? {} }, id);
    if (rejection) errors[name] = [formatRejection(rejection, localize(field.label, locale), t)];
  }
  if (Object.keys(errors).length > 0) throw new ApiError('invalid', { errors });
}

/**
 * Rejects a change that would use a stored secret with another URL.
 * @param given names of the secrets that are set again
 */
export async function assertBoundSecrets(
  tx: Tx,
  { page, group, fields }: FoundGroup,
  before: Values,
  after: Values,
  given: readonly string[],
  caller: Caller,
): Promise<void> {
  const secretsToSet = secretsToRetype(fields, listChangedNames(before, after), given);
  if (secretsToSet.length === 0) return;
  const stored = await readSecrets(tx, page.name, group);
  const errors = secretsToSet
    .filter((name) => stored.has(name))
    .map(
      (name) =>
        [name, formatRejection('retype', localize((fields[name] as Field).label, caller.locale), caller.t)] as const,
    );
  if (errors.length === 0) return;
  throw new ApiError('invalid', {
    // A rollback has no field to show the errors at.
    message: errors.map(([, message]) => message).join('; '),
    errors: Object.fromEntries(errors.map(([name, message]) => [name, [message]])),
  });
}

/** Adds the calls of settings pages. The definition of a page restricts who may use it. */
export function addSettingsCalls(register: RegisterCall, deps: SettingsDeps, connectionTests: SettingsTests): void {
  serveCall(register, settingsCalls.settingsGet, ({ page }, { caller }) => readPage(deps, caller, page));
  serveCall(register, settingsCalls.settingsSave, (input, call) => saveGroup(deps, call, input));
  serveCall(register, settingsCalls.settingsHistory, (input, { caller }) => readHistory(deps, caller, input));
  serveCall(register, settingsCalls.settingsRollback, (input, call) => rollBackGroup(deps, call, input));
  serveCall(register, settingsCalls.settingsRun, (input, call) => runSettingsTest(deps, connectionTests, call, input));
}
