import {
  ApiError,
  allowsRole,
  canChange,
  canUse,
  type Fields,
  fillDefaults,
  getDefault,
  getGivenFields,
  type Locale,
  type SettingsDefinition,
  type Values,
} from '@gantry/core';
import type { WriteResult } from '../audit/run-write.ts';
import type { Caller, Services } from '../context/context.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Reader, Tx } from '../store/database.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { FoundGroup } from './settings-types.ts';

/** A stored group; version 0 when it was never saved. */
export interface StoredGroup {
  readonly version: number;
  readonly content: Values;
  readonly updatedAt: number | null;
  readonly updatedBy: number | null;
}

export interface StoredSecret {
  readonly id: number;
  readonly sealed: string;
  readonly mask: string;
  readonly mac: string;
}

export const unsaved: StoredGroup = { version: 0, content: {}, updatedAt: null, updatedBy: null };

export function groupKey(page: string, group: string): string {
  return `${page}/${group}`;
}

/** Fields that are part of the group's content; secrets are stored separately, and read-only fields are not stored. */
export function getPlainFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(getGivenFields(fields)).filter(([, field]) => field.kind !== 'secret'));
}

export function listSecretNames(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.kind === 'secret' ? [name] : []));
}

/** Returns the saved values of a group, with defaults for the others. Fields that no longer exist are dropped. */
export function mergeValues(fields: Fields, content: Values): Values {
  const plainFields = getPlainFields(fields);
  const values = fillDefaults({}, plainFields, 'create');
  for (const name of Object.keys(plainFields)) if (Object.hasOwn(content, name)) values[name] = content[name];
  return values;
}

/** Returns the names of different values. */
export function listChangedNames(before: Values, after: Values): string[] {
  return Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
}

/** Returns the names of fields with a value other than their default. */
export function listChangedFields(fields: Fields, values: Values): string[] {
  return Object.entries(getPlainFields(fields))
    .filter(([name, field]) => JSON.stringify(values[name] ?? null) !== JSON.stringify(getDefault(field)))
    .map(([name]) => name);
}

/** Returns the saved groups of one page, or of all pages, by `page/group`. */
export async function readGroups(read: Reader, page?: string): Promise<Map<string, StoredGroup>> {
  const all = read.selectFrom('settings').selectAll();
  const rows = await (page === undefined ? all : all.where('page', '=', page)).execute();
  return new Map(
    rows.map((row) => [
      groupKey(row.page, row.group_name),
      {
        version: row.version,
        content: JSON.parse(row.content) as Values,
        updatedAt: row.updated_at,
        updatedBy: row.updated_by,
      },
    ]),
  );
}

/** Returns the encrypted secrets of a group with their masks, by field. */
export async function readSecrets(read: Reader, page: string, group: string): Promise<Map<string, StoredSecret>> {
  const rows = await read
    .selectFrom('setting_secrets')
    .selectAll()
    .where('page', '=', page)
    .where('group_name', '=', group)
    .execute();
  return new Map(rows.map((row) => [row.field, { id: row.id, sealed: row.sealed, mask: row.mask, mac: row.mac }]));
}

/** The change of a group that a guard checks. */
export interface GuardedChange {
  readonly caller: Caller;
  readonly before: Values;
  readonly after: Values;
  /** Whether another admin has approved it. */
  readonly isApproved: boolean;
}

/**
 * Checks a change within its transaction: throws to reject it, or writes further changes. If it returns a result, that is the
 * response, and the change is not made.
 */
export type SettingsGuard = (tx: Tx, change: GuardedChange) => Promise<WriteResult | undefined>;

/** The dependencies of the calls of settings pages. */
export interface SettingsDeps extends Services {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  /** Guards of the modules that own groups, by `page/group`. */
  readonly guards?: Readonly<Record<string, SettingsGuard>>;
  /** Values of read-only fields, by `page/group`. */
  readonly readOnly?: Readonly<Record<string, (locale: Locale) => Promise<Values>>>;
}

/** Returns a page that the caller may open; a page of another role is reported as not found. */
export function findPage(
  { catalogue }: Pick<SettingsDeps, 'catalogue'>,
  caller: Caller,
  name: unknown,
): SettingsDefinition {
  const page = catalogue.settings.find((entry) => entry.name === name);
  if (!page || !allowsRole(page.roles, caller.actor.role)) throw new ApiError('notFound');
  if (!canUse(caller.actor, page)) throw new ApiError('denied');
  return page;
}

export function findGroup(
  deps: Pick<SettingsDeps, 'catalogue'>,
  caller: Caller,
  name: unknown,
  group: unknown,
): FoundGroup {
  const page = findPage(deps, caller, name);
  const found = typeof group === 'string' && Object.hasOwn(page.groups, group) ? page.groups[group] : undefined;
  if (!found) throw new ApiError('notFound');
  return { page, group: String(group), fields: found.fields };
}

/** Returns a group of a page that the caller may change. */
export function findGroupToChange(...args: Parameters<typeof findGroup>): FoundGroup {
  const found = findGroup(...args);
  const [, { actor }] = args;
  if (!canChange(actor, found.page)) throw new ApiError('denied');
  return found;
}
