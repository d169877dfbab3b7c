import {
  type Action,
  type AnyResource,
  can,
  canRun,
  findStateField,
  getWritableFields,
  isShownWithAction,
  listNextStates,
  type Permit,
  type Requester,
} from '@gantry/core';
import type { FieldRecord } from '../../fields/index.ts';
import type { MenuItem } from '../../ui/index.ts';

/** An action on a record, and the reason when it is not available now. */
export interface RecordAction {
  readonly name: string;
  readonly action: Action;
  readonly permit: Permit;
}

/** Returns the actions on one record that a role may run in some state. Actions of other roles are never shown. */
export function getRecordActions(
  resource: AnyResource,
  requester: Requester,
  record: FieldRecord,
  placed: readonly string[] = [],
): RecordAction[] {
  return Object.entries(resource.actions ?? {})
    .filter(([name, action]) => action.on === 'record' && !placed.includes(name))
    .filter(([name]) => !isShownWithAction(resource, requester, name))
    .map(([name, action]) => ({ name, action, permit: canRun(requester, resource, action, record) }))
    .filter(({ permit }) => permit.ok || permit.reason !== 'role');
}

/** Returns the actions that can run in bulk. */
export function getBulkActions(resource: AnyResource, requester: Requester): readonly (readonly [string, Action])[] {
  if (!can(requester, resource, 'batch')) return [];
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) =>
      action.on === 'record' && !action.reads && !action.singleRecord && canRun(requester, resource, action).ok,
  );
}

export function getCollectionActions(
  resource: AnyResource,
  requester: Requester,
): readonly (readonly [string, Action])[] {
  return Object.entries(resource.actions ?? {}).filter(
    ([name, action]) =>
      action.on === 'collection' &&
      canRun(requester, resource, action).ok &&
      !isShownWithAction(resource, requester, name),
  );
}

/** Returns the action that creates records in place of the form, if the resource has one. */
export function findCreatingAction(resource: AnyResource, requester: Requester) {
  return getCollectionActions(resource, requester).find(([, { creates }]) => creates === true);
}

/** Whether the form of a record has more than one field. A single field, such as a remark, gets no edit button. */
const isEditWorthwhile = (resource: AnyResource) => Object.keys(getWritableFields(resource, 'update')).length > 1;

/** What the button next to a record does: run an action, or open the form or the record. */
export type NextStep = RecordAction | 'update' | 'get' | null;

/** Returns the first permitted action that advances a record from its state, or null. */
export function pickNextAction(resource: AnyResource, offered: readonly RecordAction[], record: FieldRecord) {
  const state = String(record[findStateField(resource)?.name ?? ''] ?? '');
  return offered.find(({ action, permit }) => permit.ok && listNextStates(action).includes(state)) ?? null;
}

/** Returns the step for the button next to a record: an action that advances it, else its form, else its details. */
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

/** Returns the actions that the button next to a record of this resource can offer. */
export function listNextActions(resource: AnyResource, requester: Requester, placed: readonly string[] = []): Action[] {
  const hasState = findStateField(resource) !== null;
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const isNext = hasState ? listNextStates(action).length > 0 : action.reads === true && action.input === undefined;
    const isOffered = action.on === 'record' && isNext && !placed.includes(name);
    return isOffered && canRun(requester, resource, action).ok ? [action] : [];
  });
}

/** The order of the groups in a menu; destructive actions come last. */
const groupOrder = ['own', 'money', 'access', 'loss'] as const;
type MenuGroup = (typeof groupOrder)[number];

/** Returns the menu group of an action. */
export const getMenuGroup = ({ group, loss }: Pick<Action, 'group' | 'loss'>): MenuGroup =>
  loss === undefined ? (group ?? 'own') : 'loss';

/** Sorts items by their groups, with a separator between groups. */
export function groupMenuItems(items: readonly (MenuItem & { readonly group: MenuGroup })[]): MenuItem[] {
  const ordered = groupOrder.flatMap((group) => items.filter((item) => item.group === group));
  return ordered.map(({ group, ...item }, at) => {
    const before = ordered[at - 1]?.group;
    return before !== undefined && before !== group ? { ...item, divided: true } : item;
  });
}

/** Returns the label of the state in which an action is not allowed. */
export function getRejectedState(resource: AnyResource, permit: Permit) {
  if (permit.ok || permit.reason !== 'state') return null;
  return findStateField(resource)?.field.options[permit.state ?? ''] ?? null;
}
