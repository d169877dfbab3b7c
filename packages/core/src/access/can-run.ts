import { getArea } from '../areas/areas.ts';
import type { Action, AnyResource, FieldRule, LocalizedText, Precondition } from '../definition/index.ts';
import { findStateField } from '../definition/index.ts';
import { getRights, mayAct, type Requester } from './actor.ts';

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

/** May somebody run this action, on this record if it is for one? `now` is UTC ms. */
export function canRun(
  requester: Requester,
  resource: AnyResource,
  action: Action,
  record?: Values,
  now: number = Date.now(),
): Permit {
  const runs = action.on !== 'system' && mayAct(requester, action.roles, getArea(resource.path));
  if (!runs) return { ok: false, reason: 'role' };
  return record === undefined ? { ok: true } : allowedIn(resource, action, record, requester, now);
}

/** May somebody delete this record? `now` is UTC ms. */
export function canDelete(
  requester: Requester,
  resource: AnyResource,
  record?: Values,
  now: number = Date.now(),
): Permit {
  const roles = resource.access.delete;
  if (roles === undefined || !mayAct(requester, roles, getArea(resource.path))) return { ok: false, reason: 'role' };
  if (record === undefined || resource.deletion === undefined) return { ok: true };
  return allowedIn(resource, resource.deletion, record, requester, now);
}

function fieldsIn({ when = [] }: Precondition): string[] {
  return when.flatMap(({ field, holds }) =>
    typeof holds === 'object' && 'below' in holds ? [field, holds.below] : [field],
  );
}

/** Fields that rules look at, beside the state: of one action or deletion, or of all that a resource has. */
export function ruleFields(of: Precondition): string[] {
  return [...new Set(fieldsIn(of))];
}

export function allRuleFields({ actions = {}, deletion = {} }: Pick<AnyResource, 'actions' | 'deletion'>): string[] {
  const shown = Object.values(actions).filter(({ on }) => on !== 'system');
  return [...new Set([...shown, deletion].flatMap(fieldsIn))];
}
