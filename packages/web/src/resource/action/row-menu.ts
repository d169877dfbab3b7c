import { type Action, type AnyResource, type Asker, allows, can, canRun, type Permit, stateField } from '@gantry/core';
import type { FieldRecord } from '../../fields/index.ts';

/** One thing that may be done with a record, and why not when it may not now. */
export interface RecordDeed {
  readonly name: string;
  readonly action: Action;
  readonly permit: Permit;
}

/** Actions on one record that a role may run in some state; those of other roles are not shown at all. */
export function recordDeeds(
  resource: AnyResource,
  asker: Asker,
  record: FieldRecord,
  placed: readonly string[] = [],
): RecordDeed[] {
  return Object.entries(resource.actions ?? {})
    .filter(([name, action]) => action.on === 'record' && !placed.includes(name))
    .map(([name, action]) => ({ name, action, permit: canRun(asker, resource, action, record) }))
    .filter(({ permit }) => permit.ok || permit.reason !== 'role');
}

/** Actions that a bulk call may run. */
export function bulkDeeds(resource: AnyResource, role: string): readonly (readonly [string, Action])[] {
  if (!can(role, resource, 'batch')) return [];
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'record' && !action.reads && !action.alone && allows(action.roles, role),
  );
}

export function collectionDeeds(resource: AnyResource, role: string): readonly (readonly [string, Action])[] {
  return Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'collection' && allows(action.roles, role),
  );
}

/** Whether a row of the list has something to do beside being looked at. */
export function isOnlyRead(resource: AnyResource, role: string, placed: readonly string[] = []): boolean {
  const deeds = Object.entries(resource.actions ?? {}).some(
    ([name, action]) => action.on === 'record' && allows(action.roles, role) && !placed.includes(name),
  );
  return !deeds && !can(role, resource, 'update') && !can(role, resource, 'delete');
}

/** Whether it moves a record on from where it is, or shows something of it. */
const movesOn = ({ from, reads, primary }: Action) => primary !== false && (from !== undefined || reads === true);

/** The deed that stands beside the row: the first that moves the record on from where it is. */
export function foremost(deeds: readonly RecordDeed[]): RecordDeed | null {
  return deeds.find((deed) => deed.permit.ok && movesOn(deed.action)) ?? null;
}

/** The actions that may come to be the foremost: of each state, the first that moves a record on from there. */
export function foremostOnes(resource: AnyResource, role: string, placed: readonly string[] = []): Action[] {
  const offered = Object.entries(resource.actions ?? {}).flatMap(([name, action]) =>
    action.on === 'record' && allows(action.roles, role) && !placed.includes(name) && movesOn(action) ? [action] : [],
  );
  const states = Object.keys(stateField(resource)?.field.options ?? {});
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
export function refusingState(resource: AnyResource, permit: Permit) {
  if (permit.ok || permit.reason !== 'state') return null;
  return stateField(resource)?.field.options[permit.state ?? ''] ?? null;
}
