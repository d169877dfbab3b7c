import {
  type Action,
  type AnyResource,
  allowsRole,
  can,
  canRun,
  findStateField,
  type Permit,
  type Requester,
} from '@gantry/core';
import type { FieldRecord } from '../../fields/index.ts';

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
export function getBulkActions(resource: AnyResource, role: string): readonly (readonly [string, Action])[] {
  if (!can(role, resource, 'batch')) return [];
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'record' && !action.reads && !action.only && allowsRole(action.roles, role),
  );
}

export function getCollectionActions(resource: AnyResource, role: string): readonly (readonly [string, Action])[] {
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'collection' && allowsRole(action.roles, role),
  );
}

/** Whether a row of the list has something to do beside being looked at. */
export function isOnlyRead(resource: AnyResource, role: string, placed: readonly string[] = []): boolean {
  const availableActions = Object.entries(resource.actions ?? {}).some(
    ([name, action]) => action.on === 'record' && allowsRole(action.roles, role) && !placed.includes(name),
  );
  return !availableActions && !can(role, resource, 'update') && !can(role, resource, 'delete');
}

/** Whether it moves a record on from where it is, or shows something of it. */
const movesOn = ({ from, reads, primary }: Action) => primary !== false && (from !== undefined || reads === true);

/** The deed that stands beside the row: the first that moves the record on from where it is. */
export function pickForemost(availableActions: readonly RecordAction[]): RecordAction | null {
  return (
    availableActions.find((availableAction) => availableAction.permit.ok && movesOn(availableAction.action)) ?? null
  );
}

/** The actions that may come to be the foremost: of each state, the first that moves a record on from there. */
export function pickForemostActions(resource: AnyResource, role: string, placed: readonly string[] = []): Action[] {
  const offered = Object.entries(resource.actions ?? {}).flatMap(([name, action]) =>
    action.on === 'record' && allowsRole(action.roles, role) && !placed.includes(name) && movesOn(action)
      ? [action]
      : [],
  );
  const states = Object.keys(findStateField(resource)?.field.options ?? {});
  if (states.length === 0) return offered.slice(0, 1);
  // Behind an action with rules of its own, another may come first.
  const firsts = states.flatMap((state) => {
    const inState = offered.filter(({ from }) => from === undefined || from.includes(state));
    const sure = inState.findIndex(({ when = [] }) => when.length === 0);
    return sure < 0 ? inState : inState.slice(0, sure + 1);
  });
  return [...new Set(firsts)];
}

/** Words of the state that refuses an action. */
export function getRejectedState(resource: AnyResource, permit: Permit) {
  if (permit.ok || permit.reason !== 'state') return null;
  return findStateField(resource)?.field.options[permit.state ?? ''] ?? null;
}
