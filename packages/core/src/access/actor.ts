import type { Role, Roles } from '../definition/index.ts';

/** What somebody may do: what the role may, narrowed to the menu areas of a set; an empty set, or none, narrows nothing. */
export interface Rights {
  readonly role: string;
  /** The admin's own id, where it is known: some actions are for them alone, or for all but them. */
  readonly id?: number;
  readonly permissionSet?: readonly string[];
}

/** Somebody, or a role by itself, which nothing narrows. */
export type Requester = Rights | string | null;

/** Whoever asks: a signed-in person with a role, or nobody (id 0, no role), who may make public calls alone. */
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

/**
 * The one decision about access, which every other is made of: may somebody do what these roles may, in this menu area? Null is
 * for what belongs to no area: one's own profile, messages, the workplace.
 */
export function mayAct(requester: Requester, roles: Roles, area: string | null): boolean {
  const { role, permissionSet = [] } = getRights(requester);
  if (!allowsRole(roles, role)) return false;
  return area === null || permissionSet.length === 0 || permissionSet.includes(area);
}

/** Is whatever a set opens open to somebody too, as far as areas go? Nobody hands out more than they have. */
export function coversPermissions({ permissionSet: own = [] }: Rights, set: readonly string[]): boolean {
  return own.length === 0 || (set.length > 0 && set.every((area) => own.includes(area)));
}

export function getRights(requester: Requester): Rights {
  return typeof requester === 'string' || requester === null ? { role: requester ?? '' } : requester;
}

/** The list of roles given to a permission element must be an array. */
export function assertRoles(value: unknown): asserts value is Roles {
  if (!Array.isArray(value)) throw new Error(`need roles! Like roles={['admin','user']}`);
}
