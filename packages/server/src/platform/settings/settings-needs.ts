import { ApiError, allowsRole, canUse, type Locale, type SettingsDefinition, type Values } from '@gantry/core';
import type { WriteResult } from '../audit/run-write.ts';
import type { Caller, Services } from '../context/context.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Tx } from '../store/database.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { FoundGroup } from './settings-types.ts';

/** A change of a group as its guard sees it. */
export interface GuardedChange {
  readonly caller: Caller;
  readonly before: Values;
  readonly after: Values;
  /** Another admin approved it. */
  readonly isApproved: boolean;
}

/**
 * Looks at a change within its transaction: throws to refuse it, or writes what follows from it. What it gives is answered in
 * place of the change, which is not made.
 */
export type SettingsGuard = (tx: Tx, change: GuardedChange) => Promise<WriteResult | undefined>;

/** What the calls of settings pages need of the other rooms. */
export interface SettingsDeps extends Services {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  /** By `page/group`: whoever a group belongs to looks at its changes. */
  readonly guards?: Readonly<Record<string, SettingsGuard>>;
  /** By `page/group`: the values of fields that nobody writes. */
  readonly shown?: Readonly<Record<string, (locale: Locale) => Promise<Values>>>;
}

/** A page that the caller may open; a page of another role is as absent as one that is not there. */
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
