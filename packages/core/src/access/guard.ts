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

/** Why something is not permitted: by the role, by what the record holds, or because of who asks. */
export interface Rejected {
  readonly ok: false;
  readonly reason: 'role' | 'state' | 'person';
  readonly state?: string;
  /** The rule that does not hold, in words; for a state there are none. */
  readonly why?: LocalizedText;
}
export type Permit = { readonly ok: true } | Rejected;
type Values = Readonly<Record<string, unknown>>;

/** The state of a record, or null when the resource has none. */
function stateOf(resource: AnyResource, record: Values): string | null {
  const state = findStateField(resource);
  const value = state ? record[state.name] : null;
  return typeof value === 'string' ? value : null;
}

/** Whether a rule holds; a field that was not read is left to the server. */
function holdsIn({ field, holds }: FieldRule, record: Values, requester: Requester, now: number): boolean {
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

const isOfPerson = ({ holds }: FieldRule) => holds === 'requester' || holds === 'otherAdmin';

/** Does a record allow it, as it is now? The one rule of the server and of what clients offer. */
function allowedIn(
  resource: AnyResource,
  { from, when = [] }: Precondition,
  record: Values,
  requester: Requester,
  now: number,
): Permit {
  const state = stateOf(resource, record);
  if (from !== undefined && (state === null || !from.includes(state)))
    return { ok: false, reason: 'state', state: state ?? '' };
  const broken = when.find((rule) => !holdsIn(rule, record, requester, now));
  if (broken === undefined) return { ok: true };
  return { ok: false, reason: isOfPerson(broken) ? 'person' : 'state', state: state ?? '', why: broken.why };
}

/** May someone run this action, on this record if it is for one? `now` is UTC ms. */
export function canRun(
  requester: Requester,
  resource: AnyResource,
  action: Action,
  record?: Values,
  now: number = Date.now(),
): Permit {
  const effect = action.reads ? 'read' : 'write';
  const runs = action.on !== 'system' && mayAct(requester, action.roles, getArea(resource.path), effect);
  if (!runs) return { ok: false, reason: 'role' };
  return record === undefined ? { ok: true } : allowedIn(resource, action, record, requester, now);
}

/** May someone delete this record? `now` is UTC ms. */
export function canDelete(
  requester: Requester,
  resource: AnyResource,
  record?: Values,
  now: number = Date.now(),
): Permit {
  const roles = resource.access.delete;
  if (roles === undefined || !mayAct(requester, roles, getArea(resource.path), 'write'))
    return { ok: false, reason: 'role' };
  if (record === undefined || resource.deletion === undefined) return { ok: true };
  return allowedIn(resource, resource.deletion, record, requester, now);
}

function fieldsIn({ when = [] }: Precondition): string[] {
  return when.flatMap(({ field, holds }) =>
    typeof holds === 'object' && 'below' in holds ? [field, holds.below] : [field],
  );
}

/** Fields that rules look at, next to the state: of one action or deletion, or of all that a resource has. */
export function ruleFields(of: Precondition): string[] {
  return [...new Set(fieldsIn(of))];
}

export function allRuleFields({ actions = {}, deletion = {} }: Pick<AnyResource, 'actions' | 'deletion'>): string[] {
  const shown = Object.values(actions).filter(({ on }) => on !== 'system');
  return [...new Set([...shown, deletion].flatMap(fieldsIn))];
}

/** What the guard knows: the token's presence, who it is (an empty role until loaded) and the routes that exist. */
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

/** The first route, in menu order, that someone may open. */
function firstPermitted(screens: readonly ScreenDefinition[], role: Requester): ScreenDefinition | null {
  return screens.find((screen) => !screen.hidden && canOpen(role, screen)) ?? null;
}

/** Where a visitor of a route goes. Pure: a face performs it. */
export function getDestination(target: ScreenDefinition | null, state: GuardState): Destination {
  if (!state.hasToken) return { go: 'login', redirect: target && target.name !== homeName ? target.name : null };
  if (getRights(state.role).role === '') return { go: 'loadInfo' };
  if (!target) return { go: 'notFound' };
  if (canOpen(state.role, target)) return { go: 'on' };
  const first = firstPermitted(state.screens, state.role);
  return first ? { go: 'screen', path: first.path } : { go: 'notFound' };
}

/** Where sign-in leads: the named route if the role may open it, else home. Anything that is not a route name is ignored. */
export function getDestinationAfterSignIn(redirect: string | null, state: GuardState): string {
  const wanted = state.screens.find((screen) => screen.name === redirect && canOpen(state.role, screen));
  const home = state.screens.find((screen) => screen.name === homeName && canOpen(state.role, screen));
  return (wanted ?? home ?? firstPermitted(state.screens, state.role))?.path ?? '/workplace';
}

/** May someone use this verb of this resource? */
export function can(requester: Requester, resource: Pick<AnyResource, 'access' | 'path'>, verb: Verb): boolean {
  const roles = resource.access[verb];
  const effect = readingVerbs.includes(verb) ? 'read' : 'write';
  return roles !== undefined && mayAct(requester, roles, getArea(resource.path), effect);
}

/** May someone open this route? The workplace and one's own pages are in no set, and open to all. */
export function canOpen(requester: Requester, { roles, area, hidden }: ScreenDefinition): boolean {
  return mayAct(requester, roles, hidden || area === homeArea ? null : area, 'read');
}

/** May someone make this call, before anything is known of what it is asked about? */
export function canCall(
  requester: Requester,
  { roles, area, reads = false, ownAccount = false }: Pick<CallDefinition, 'roles' | 'area' | 'reads' | 'ownAccount'>,
): boolean {
  if (roles === 'public') return true;
  const effect = reads || ownAccount ? 'read' : 'write';
  return typeof area === 'object'
    ? area.some((one) => mayAct(requester, roles, one, effect))
    : mayAct(requester, roles, area ?? null, effect);
}

type Page = { readonly roles: Roles; readonly path: string };

/** May someone use what a route shows, such as a settings page or a report? */
export function canUse(requester: Requester, { roles, path }: Page): boolean {
  return mayAct(requester, roles, getArea(path), 'read');
}

/** May someone change what a route shows, such as save a settings page? */
export function canChange(requester: Requester, { roles, path }: Page): boolean {
  return mayAct(requester, roles, getArea(path), 'write');
}

/** May someone write records of this resource, or do something to them? */
function mayWrite(requester: Requester, resource: AnyResource): boolean {
  if (can(requester, resource, 'create') || can(requester, resource, 'update')) return true;
  return Object.values(resource.actions ?? {}).some((action) => canRun(requester, resource, action).ok);
}

/** Does someone who works on this resource pick records of another: in a form, a dialog or a filter? */
function picks({ fields, list, actions = {} }: AnyResource, name: string): boolean {
  const inputs = Object.values(actions).flatMap(({ input = {} }) => Object.values(input));
  const picked = Object.entries(fields).filter(([key, { write }]) => write !== 'never' || list.filters?.includes(key));
  return [...picked.map(([, field]) => field), ...inputs].some(
    (field) => typeof field === 'object' && field.kind === 'reference' && field.to === name,
  );
}

/**
 * May someone whose set leaves a resource out still find its records by title, and nothing more? Only where they pick them for
 * something that they may write, and their role may list them.
 */
export function canLookUpRecords(
  requester: Requester,
  target: AnyResource,
  resources: readonly AnyResource[],
): boolean {
  if (!can(withFullAccess(getRights(requester).role), target, 'list')) return false;
  return resources.some((resource) => picks(resource, target.name) && mayWrite(requester, resource));
}

/** Part of a permission set: every menu area, those of later versions included. */
export const allAreas = 'all';
/** Part of a permission set: the areas may be read and exported, and nothing changes in them. */
export const readOnly = 'readOnly';
/** The permission set of an admin who may do all that the role allows. */
export const fullAccess: readonly string[] = [allAreas];

/**
 * What someone may do: what the role may, in the menu areas that the permission set names. An empty set opens no area: all that
 * is left is the workplace and one's own account.
 */
export interface Rights {
  readonly role: string;
  /** The admin's own id, where it is known: some actions are for them alone, or for all but them. */
  readonly id?: number;
  /** Menu areas, or `allAreas`; with `readOnly` nothing may be changed in them. */
  readonly permissionSet: readonly string[];
}

/** Someone; null when no one is signed in. */
export type Requester = Rights | null;

/** The requester: a signed-in person with a role, or no one (id 0, no role), who may only make public calls. */
export interface Actor extends Rights {
  readonly id: number;
  readonly name: string;
  readonly role: Role | '';
}

/** A role is allowed when the list names it or `*`. Compared whole: `administrator` is not `admin`. */
export function allowsRole(roles: Roles, role: string | null): boolean {
  if (role === null || role === '') return false;
  return roles.some((entry) => entry === '*' || entry === role);
}

/** All that a role allows, for what depends on nothing but the role. */
export const withFullAccess = (role: string): Rights => ({ role, permissionSet: fullAccess });

/** Does a permission set open this menu area? The one reading of a set; an empty one opens none. */
function opensArea(permissionSet: readonly string[], area: string): boolean {
  return permissionSet.includes(allAreas) || permissionSet.includes(area);
}

/** Does a permission set open every area, so that nothing is left out? */
export function hasAllAreas({ permissionSet }: Pick<Rights, 'permissionSet'>): boolean {
  return opensArea(permissionSet, allAreas);
}

/** May someone change nothing but their own account? */
export function isReadOnly({ permissionSet }: Pick<Rights, 'permissionSet'>): boolean {
  return permissionSet.includes(readOnly);
}

/** May someone do all that their role allows? */
export function hasFullAccess(rights: Pick<Rights, 'permissionSet'>): boolean {
  return hasAllAreas(rights) && !isReadOnly(rights);
}

/**
 * The one decision about access, which every other is made of: may someone do what these roles may, in this menu area? Null is
 * for what belongs to no area: one's own profile, messages, the workplace. Read-only admins may do only what changes nothing.
 */
export function mayAct(requester: Requester, roles: Roles, area: string | null, effect: 'read' | 'write'): boolean {
  const rights = getRights(requester);
  if (!allowsRole(roles, rights.role)) return false;
  if (effect === 'write' && isReadOnly(rights)) return false;
  return area === null || opensArea(rights.permissionSet, area);
}

/** Is whatever a set opens open to someone too, as far as permissions go? No one hands out more than they have. */
export function coversPermissions(rights: Rights, set: readonly string[]): boolean {
  if (isReadOnly(rights) && !set.includes(readOnly)) return false;
  return set.every((part) => part === readOnly || opensArea(rights.permissionSet, part));
}

/**
 * A permission set as it is stored: all areas stand for each. Null when it names no area, and therefore opens nothing.
 */
export function normalizePermissionSet(set: readonly string[]): readonly string[] | null {
  const level = set.filter((part) => part === readOnly);
  const areas = set.includes(allAreas) ? fullAccess : set.filter((part) => part !== readOnly);
  return areas.length === 0 ? null : [...areas, ...level];
}

export function getRights(requester: Requester): Rights {
  return requester ?? { role: '', permissionSet: [] };
}

/** The list of roles given to a permission element must be an array. */
export function assertRoles(value: unknown): asserts value is Roles {
  if (!Array.isArray(value)) throw new Error(`need roles! Like roles={['admin','user']}`);
}
