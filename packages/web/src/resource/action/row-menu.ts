import {
  type Action,
  type AnyResource,
  can,
  canRun,
  findStateField,
  getWritableFields,
  listNextStates,
  type Permit,
  type Requester,
} from '@gantry/core';
import type { FieldRecord } from '../../fields/index.ts';
import type { MenuItem } from '../../ui/index.ts';

/** One thing that may be done with a record, and why not when it may not now. */
export interface RecordAction {
  readonly name: string;
  readonly action: Action;
  readonly permit: Permit;
}

/** Actions on one record that a role may run in some state; those of other roles are not shown at all. */
export function getRecordActions(
  resource: AnyResource,
  requester: Requester,
  record: FieldRecord,
  placed: readonly string[] = [],
): RecordAction[] {
  return Object.entries(resource.actions ?? {})
    .filter(([name, action]) => action.on === 'record' && !placed.includes(name))
    .map(([name, action]) => ({ name, action, permit: canRun(requester, resource, action, record) }))
    .filter(({ permit }) => permit.ok || permit.reason !== 'role');
}

/** Actions that a bulk call may run. */
export function getBulkActions(resource: AnyResource, requester: Requester): readonly (readonly [string, Action])[] {
  if (!can(requester, resource, 'batch')) return [];
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'record' && !action.reads && !action.only && canRun(requester, resource, action).ok,
  );
}

export function getCollectionActions(
  resource: AnyResource,
  requester: Requester,
): readonly (readonly [string, Action])[] {
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'collection' && canRun(requester, resource, action).ok,
  );
}

/** Whether the form of a record has more than one field, such as a remark: only then editing gets a button. */
const isEditWorthwhile = (resource: AnyResource) => Object.keys(getWritableFields(resource, 'update')).length > 1;

/** What the button next to a record does: runs an action, or opens the form or the record. */
export type NextStep = RecordAction | 'update' | 'get' | null;

/** The first permitted action that moves a record on from its state; null where there is none. */
export function pickNextAction(resource: AnyResource, offered: readonly RecordAction[], record: FieldRecord) {
  const state = String(record[findStateField(resource)?.name ?? ''] ?? '');
  return offered.find(({ action, permit }) => permit.ok && listNextStates(action).includes(state)) ?? null;
}

/** The step that the button next to a record offers: what moves it on, else its form, else what can be read of it. */
export function pickNextStep(
  resource: AnyResource,
  offered: readonly RecordAction[],
  record: FieldRecord,
  requester: Requester,
): NextStep {
  const next = pickNextAction(resource, offered, record);
  if (next) return next;
  if (can(requester, resource, 'update') && isEditWorthwhile(resource)) return 'update';
  const reading = offered.find(
    ({ action, permit }) => permit.ok && action.reads === true && action.input === undefined,
  );
  if (reading && findStateField(resource) === null) return reading;
  return can(requester, resource, 'get') ? 'get' : null;
}

/** Actions that the button next to a record of this resource can offer. */
export function listNextActions(resource: AnyResource, requester: Requester, placed: readonly string[] = []): Action[] {
  const hasState = findStateField(resource) !== null;
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const isNext = hasState ? listNextStates(action).length > 0 : action.reads === true && action.input === undefined;
    const isOffered = action.on === 'record' && isNext && !placed.includes(name);
    return isOffered && canRun(requester, resource, action).ok ? [action] : [];
  });
}

/** The order of the groups of a menu; actions that take something away come last. */
const groupOrder = ['own', 'money', 'access', 'loss'] as const;
type MenuGroup = (typeof groupOrder)[number];

/** The group of a menu that lists an action. */
export const getMenuGroup = ({ group, loss }: Pick<Action, 'group' | 'loss'>): MenuGroup =>
  loss === undefined ? (group ?? 'own') : 'loss';

/** Items in the order of their groups, with a line between two groups. */
export function groupMenuItems(items: readonly (MenuItem & { readonly group: MenuGroup })[]): MenuItem[] {
  const ordered = groupOrder.flatMap((group) => items.filter((item) => item.group === group));
  return ordered.map(({ group, ...item }, at) => {
    const before = ordered[at - 1]?.group;
    return before !== undefined && before !== group ? { ...item, divided: true } : item;
  });
}

/** The label of the state in which an action is not allowed. */
export function getRejectedState(resource: AnyResource, permit: Permit) {
  if (permit.ok || permit.reason !== 'state') return null;
  return findStateField(resource)?.field.options[permit.state ?? ''] ?? null;
}
