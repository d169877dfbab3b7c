import { getArea, homeArea } from '../areas/areas.ts';
import {
  type Action,
  type AnyResource,
  type CallDefinition,
  type FieldRule,
  findStateField,
  type LocalizedText,
  type Precondition,
  type Role,
  type Roles,
  readingVerbs,
  type ScreenDefinition,
  type Verb,
} from '../definition/index.ts';

/**
 * A denied permission. `role`: the role or the permission set does not allow it; `state`: the record does not; `person`: another
 * admin would be allowed.
 */
export interface Rejected {
  readonly ok: false;
  readonly reason: 'role' | 'state' | 'person';
  readonly state?: string;
  /** Message of the rule that does not hold. Undefined when the state is the reason. */
  readonly why?: LocalizedText;
}
export type Permit = { readonly ok: true } | Rejected;
type Values = Readonly<Record<string, unknown>>;

/** Returns the state of a record, or null when the resource has none. */
function getState(resource: AnyResource, record: Values): string | null {
  const state = findStateField(resource);
  const value = state ? record[state.name] : null;
  return typeof value === 'string' ? value : null;
}

/** Whether a rule holds. A field that was not loaded counts as met; the server checks it later. */
function isRuleMet({ field, holds }: FieldRule, record: Values, requester: Requester, now: number): boolean {
  const value = record[field];
  if (value === undefined) return true;
  if (typeof holds === 'object') {
    if ('in' in holds) return holds.in.some((one) => one === value);
    return record[holds.below] === undefined || Number(value) < Number(record[holds.below]);
  }
  const { id } = getRights(requester);
  switch (holds) {
    case 'set':
      return value !== null;
    case 'empty':
      return value === null;
    case 'past':
      return value !== null && Number(value) <= now;
    case 'notPast':
      return value === null || Number(value) > now;
    case 'requester':
      return id === undefined || value === id;
    case 'otherAdmin':
      return id === undefined || value !== id;
  }
}

const isAboutRequester = ({ holds }: FieldRule) => holds === 'requester' || holds === 'otherAdmin';

/** Checks the state and the rules of a record. The server and the clients share this check. */
function checkPrecondition(
  resource: AnyResource,
  { from, when = [] }: Precondition,
  record: Values,
  requester: Requester,
  now: number,
): Permit {
  const state = getState(resource, record);
  if (from !== undefined && (state === null || !from.includes(state)))
    return { ok: false, reason: 'state', state: state ?? '' };
  const broken = when.find((rule) => !isRuleMet(rule, record, requester, now));
  if (broken === undefined) return { ok: true };
  return { ok: false, reason: isAboutRequester(broken) ? 'person' : 'state', state: state ?? '', why: broken.why };
}

/** Whether the requester may run an action, optionally on a record. `now` is in UTC milliseconds. */
export function canRun(
  requester: Requester,
  resource: AnyResource,
  action: Action,
  record?: Values,
  now: number = Date.now(),
): Permit {
  const effect = action.reads ? 'read' : 'write';
  const runs = action.on !== 'system' && isActionAllowed(requester, action.roles, getArea(resource.path), effect);
  if (!runs) return { ok: false, reason: 'role' };
  return record === undefined ? { ok: true } : checkPrecondition(resource, action, record, requester, now);
}

/** Whether the requester may delete a record, or any record when none is given. `now` is in UTC milliseconds. */
export function canDelete(
  requester: Requester,
  resource: AnyResource,
  record?: Values,
  now: number = Date.now(),
): Permit {
  const roles = resource.access.delete;
  if (roles === undefined || !isActionAllowed(requester, roles, getArea(resource.path), 'write'))
    return { ok: false, reason: 'role' };
  if (record === undefined || resource.deletion === undefined) return { ok: true };
  return checkPrecondition(resource, resource.deletion, record, requester, now);
}

function listConditionFields({ when = [] }: Precondition): string[] {
  return when.flatMap(({ field, holds }) =>
    typeof holds === 'object' && 'below' in holds ? [field, holds.below] : [field],
  );
}

/** Returns the fields, besides the state, that a precondition reads. */
export function listRuleFields(of: Precondition): string[] {
  return [...new Set(listConditionFields(of))];
}

/** Returns the fields, besides the state, that the preconditions of all visible actions and of deletion read. */
export function listAllRuleFields({
  actions = {},
  deletion = {},
}: Pick<AnyResource, 'actions' | 'deletion'>): string[] {
  const shown = Object.values(actions).filter(({ on }) => on !== 'system');
  return [...new Set([...shown, deletion].flatMap(listConditionFields))];
}

/** Input of the route guard. The role is empty until the account has been loaded. */
export interface GuardState {
  readonly hasToken: boolean;
  readonly role: Requester;
  readonly screens: readonly ScreenDefinition[];
}

export type Destination =
  | { readonly go: 'on' }
  | { readonly go: 'login'; readonly redirect: string | null }
  | { readonly go: 'loadInfo' }
  | { readonly go: 'screen'; readonly path: string }
  | { readonly go: 'notFound' };

export const homeName = 'Workplace';

/** Returns the first visible route in menu order that the requester may open. */
function findFirstPermitted(screens: readonly ScreenDefinition[], role: Requester): ScreenDefinition | null {
  return screens.find((screen) => !screen.hidden && canOpen(role, screen)) ?? null;
}

/** Decides where a visit of a route leads. Clients perform the result. */
export function getDestination(target: ScreenDefinition | null, state: GuardState): Destination {
  if (!state.hasToken) return { go: 'login', redirect: target && target.name !== homeName ? target.name : null };
  if (getRights(state.role).role === '') return { go: 'loadInfo' };
  if (!target) return { go: 'notFound' };
  if (canOpen(state.role, target)) return { go: 'on' };
  const first = findFirstPermitted(state.screens, state.role);
  return first ? { go: 'screen', path: first.path } : { go: 'notFound' };
}

/**
 * Returns the path to open after sign-in: the route with the given name if the requester may open it, else home. Other texts are
 * ignored.
 */
export function getDestinationAfterSignIn(redirect: string | null, state: GuardState): string {
  const wanted = state.screens.find((screen) => screen.name === redirect && canOpen(state.role, screen));
  const home = state.screens.find((screen) => screen.name === homeName && canOpen(state.role, screen));
  return (wanted ?? home ?? findFirstPermitted(state.screens, state.role))?.path ?? '/workplace';
}

/** Whether the requester may use a verb of a resource. */
export function can(requester: Requester, resource: Pick<AnyResource, 'access' | 'path'>, verb: Verb): boolean {
  const roles = resource.access[verb];
  const effect = readingVerbs.includes(verb) ? 'read' : 'write';
  return roles !== undefined && isActionAllowed(requester, roles, getArea(resource.path), effect);
}

/** Whether the requester may open a route. The workplace and hidden personal pages need no permission. */
export function canOpen(requester: Requester, { roles, area, hidden }: ScreenDefinition): boolean {
  return isActionAllowed(requester, roles, hidden || area === homeArea ? null : area, 'read');
}

/** Whether the requester may make a call. Calls may check the records in their arguments in addition. */
export function canCall(
  requester: Requester,
  { roles, area, reads = false, ownAccount = false }: Pick<CallDefinition, 'roles' | 'area' | 'reads' | 'ownAccount'>,
): boolean {
  if (roles === 'public') return true;
  const effect = reads || ownAccount ? 'read' : 'write';
  return typeof area === 'object'
    ? area.some((one) => isActionAllowed(requester, roles, one, effect))
    : isActionAllowed(requester, roles, area ?? null, effect);
}

type Page = { readonly roles: Roles; readonly path: string };

/** Whether the requester may read a page of a route, such as settings or a report. */
export function canUse(requester: Requester, { roles, path }: Page): boolean {
  return isActionAllowed(requester, roles, getArea(path), 'read');
}

/** Whether the requester may change a page of a route, such as save settings. */
export function canChange(requester: Requester, { roles, path }: Page): boolean {
  return isActionAllowed(requester, roles, getArea(path), 'write');
}

/** Whether the requester may create, update or run an action on records of a resource. */
function canWrite(requester: Requester, resource: AnyResource): boolean {
  if (can(requester, resource, 'create') || can(requester, resource, 'update')) return true;
  return Object.values(resource.actions ?? {}).some((action) => canRun(requester, resource, action).ok);
}

/** Whether a form, an action or a filter of the resource lets the user select records of the resource `name`. */
function canPick({ fields, list, actions = {} }: AnyResource, name: string): boolean {
  const inputs = Object.values(actions).flatMap(({ input = {} }) => Object.values(input));
  const picked = Object.entries(fields).filter(([key, { write }]) => write !== 'never' || list.filters?.includes(key));
  return [...picked.map(([, field]) => field), ...inputs].some(
    (field) => typeof field === 'object' && field.kind === 'reference' && field.to === name,
  );
}

/**
 * Whether the requester may search the titles of a resource that their permission set excludes. They may, when a resource that
 * they can write refers to it and their role may list it.
 */
export function canLookUpRecords(
  requester: Requester,
  target: AnyResource,
  resources: readonly AnyResource[],
): boolean {
  if (!can(withFullAccess(getRights(requester).role), target, 'list')) return false;
  return resources.some((resource) => canPick(resource, target.name) && canWrite(requester, resource));
}

/** Part of a permission set: all menu areas, including those of later versions. */
export const allAreas = 'all';
/** Part of a permission set: the areas can be read and exported, but nothing in them can be changed. */
export const readOnly = 'readOnly';
/** Permission set that allows everything that the role allows. */
export const fullAccess: readonly string[] = [allAreas];

/**
 * Permissions of an admin: what the role allows, limited to the menu areas of the permission set. An empty set leaves only the
 * workplace and the admin’s own account.
 */
export interface Rights {
  readonly role: string;
  /** ID of the admin, if known. Some actions are reserved for one admin, or for all but one. */
  readonly id?: number;
  /** Menu areas, or `allAreas`. `readOnly` forbids all changes in them. */
  readonly permissionSet: readonly string[];
}

/** The caller's permissions, or null when no one is signed in. */
export type Requester = Rights | null;

/** The caller of a request: a signed-in admin, or an anonymous caller (ID 0, empty role) who may only make public calls. */
export interface Actor extends Rights {
  readonly id: number;
  readonly name: string;
  readonly role: Role | '';
}

/** Whether a list of roles contains the role or `*`. Names are compared exactly: `administrator` is not `admin`. */
export function allowsRole(roles: Roles, role: string | null): boolean {
  if (role === null || role === '') return false;
  return roles.some((entry) => entry === '*' || entry === role);
}

/** Returns the permissions of a role without any restriction by area. */
export const withFullAccess = (role: string): Rights => ({ role, permissionSet: fullAccess });

/** Whether a permission set includes a menu area. An empty set includes none. */
function includesArea(permissionSet: readonly string[], area: string): boolean {
  return permissionSet.includes(allAreas) || permissionSet.includes(area);
}

/** Whether a permission set includes every area. */
export function hasAllAreas({ permissionSet }: Pick<Rights, 'permissionSet'>): boolean {
  return includesArea(permissionSet, allAreas);
}

/** Whether a permission set only allows changes of the admin’s own account. */
export function isReadOnly({ permissionSet }: Pick<Rights, 'permissionSet'>): boolean {
  return permissionSet.includes(readOnly);
}

/** Whether a permission set allows everything that the role allows. */
export function hasFullAccess(rights: Pick<Rights, 'permissionSet'>): boolean {
  return hasAllAreas(rights) && !isReadOnly(rights);
}

/**
 * The basic access decision that all others use: whether the requester has one of the roles and the menu area. The area is null
 * for what belongs to no area, such as the caller’s profile, notifications or the workplace. Read-only admins may not write.
 */
export function isActionAllowed(
  requester: Requester,
  roles: Roles,
  area: string | null,
  effect: 'read' | 'write',
): boolean {
  const rights = getRights(requester);
  if (!allowsRole(roles, rights.role)) return false;
  if (effect === 'write' && isReadOnly(rights)) return false;
  return area === null || includesArea(rights.permissionSet, area);
}

/** Whether the requester's permissions include all of `set`. Admins cannot grant more than they have. */
export function coversPermissions(rights: Rights, set: readonly string[]): boolean {
  if (isReadOnly(rights) && !set.includes(readOnly)) return false;
  return set.every((part) => part === readOnly || includesArea(rights.permissionSet, part));
}

/** Normalizes a permission set for storage: `allAreas` replaces single areas. Returns null when the set contains no area. */
export function normalizePermissionSet(set: readonly string[]): readonly string[] | null {
  const level = set.filter((part) => part === readOnly);
  const areas = set.includes(allAreas) ? fullAccess : set.filter((part) => part !== readOnly);
  return areas.length === 0 ? null : [...areas, ...level];
}

export function getRights(requester: Requester): Rights {
  return requester ?? { role: '', permissionSet: [] };
}

/** Throws unless the value is an array of roles. */
export function assertRoles(value: unknown): asserts value is Roles {
  if (!Array.isArray(value)) throw new Error(`need roles! Like roles={['admin','user']}`);
}
