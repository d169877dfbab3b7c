import type { Action, AnyResource, FieldBase, Verb } from '../definition/index.ts';
import { stateField } from '../definition/index.ts';
import { allows } from './actor.ts';

/** May this role use this verb of this resource? */
export function can(role: string | null, resource: Pick<AnyResource, 'access'>, verb: Verb): boolean {
  const roles = resource.access[verb];
  return roles !== undefined && allows(roles, role);
}

export type Refused = { readonly ok: false; readonly reason: 'role' | 'state'; readonly state?: string };
export type Permit = { readonly ok: true } | Refused;

/** The state of a record, or null when the resource has none. */
function stateOf(resource: AnyResource, record: Readonly<Record<string, unknown>>): string | null {
  const state = stateField(resource);
  const value = state ? record[state.name] : null;
  return typeof value === 'string' ? value : null;
}

/** May this role run this action, on this record if it is for one? The reason is a key of the words `reason`. */
export function canRun(
  role: string | null,
  resource: AnyResource,
  action: Action,
  record?: Readonly<Record<string, unknown>>,
): Permit {
  if (action.on === 'system' || !allows(action.roles, role)) return { ok: false, reason: 'role' };
  if (action.from === undefined || record === undefined) return { ok: true };
  const state = stateOf(resource, record);
  return state !== null && action.from.includes(state)
    ? { ok: true }
    : { ok: false, reason: 'state', state: state ?? '' };
}

/** Fields of a resource that a role may read at all: personal data is for admins. */
export function readableFields(
  resource: { readonly fields: Readonly<Record<string, Pick<FieldBase, 'read' | 'personal'>>> },
  role: string | null,
): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => field.read !== 'never' && (!field.personal || role === 'admin'))
    .map(([name]) => name);
}
