import type { Role, Roles } from '../definition/index.ts';

/** Whoever asks: a signed-in person with a role, or nobody (id 0, no role), who may make public calls alone. */
export interface Actor {
  readonly id: number;
  readonly name: string;
  readonly role: Role | '';
}

/** A role is allowed when the list names it or `*`. Compared whole: `administrator` is not `admin`. */
export function allows(roles: Roles, role: string | null): boolean {
  if (role === null || role === '') return false;
  return roles.some((entry) => entry === '*' || entry === role);
}

/** The list of roles given to a permission element must be an array. */
export function assertRoles(value: unknown): asserts value is Roles {
  if (!Array.isArray(value)) throw new Error(`need roles! Like roles={['admin','user']}`);
}
