import {
  type Action,
  type AnyResource,
  ApiError,
  can,
  canRun,
  type Diagnostic,
  isRestorable,
  isReversible,
} from '@gantry/core';
import type { AuditEntry } from '../../audit/audit-trail.ts';
import type { Caller } from '../../context/context.ts';
import type { Row } from '../../store/database.ts';
import type { Engine, Plan } from '../engine.ts';
import type { Operation, Operations, WayBack } from '../operation.ts';
import { findOperation } from '../run-operation.ts';
import { assertStepUpFor, assertStepUpForState } from '../step-up.ts';

/** What an entry says of one record: null before it was made, null after it was deleted. */
export interface Change {
  readonly id: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

interface Side {
  /** Values of the entry itself: of its own record, or those that all records of the set share. */
  readonly own: Row;
  readonly items: ReadonlyMap<number, Row>;
}

function sideOf(values: Row | null): Side {
  const { items, ...own } = values ?? {};
  const listed = (Array.isArray(items) ? items : []) as readonly Row[];
  return { own, items: new Map(listed.map(({ id, ...rest }) => [Number(id), rest])) };
}

const isEmpty = (values: Row) => Object.keys(values).length === 0;

/** An entry as changes of records: its own with those that had to move along, or those of its set. */
export function listEntryChanges({ resourceId, before, after }: AuditEntry): Change[] {
  const [old, now] = [sideOf(before), sideOf(after)];
  const ids = [...new Set([...old.items.keys(), ...now.items.keys()])];
  if (resourceId !== null) {
    const along = ids.map((id) => ({ id, before: old.items.get(id) ?? null, after: now.items.get(id) ?? null }));
    if (along.length > 0 && isEmpty(old.own) && isEmpty(now.own)) return along;
    return [{ id: resourceId, before: before && old.own, after: after && now.own }, ...along];
  }
  const valuesAt = ({ own, items }: Side, id: number) => {
    const values = items.get(id);
    return values ? { ...own, ...values } : null;
  };
  return ids.map((id) => ({ id, before: valuesAt(old, id), after: valuesAt(now, id) }));
}

const verbs = ['create', 'update', 'delete', 'import', 'undo'];

/** How an action is taken back: as its operation says, or, of the engine's own, by its state and its input; null if it is not. */
function wayBack(engine: Engine, plan: Plan, name: string): WayBack | null {
  const action = plan.actions.get(name)?.action;
  if (!action || !isReversible(action)) return null;
  const operation = findOperation(engine, plan, name);
  if (operation) return operation.undo ?? null;
  if (action.to === undefined || plan.state === null) return null;
  return { fields: [plan.state.name, ...Object.keys(action.input ?? {})] };
}

/** The fields that the undo of an action writes back. */
function fieldsOf(engine: Engine, plan: Plan, name: string): readonly string[] {
  const way = wayBack(engine, plan, name);
  return way && 'fields' in way ? way.fields : [];
}

export function explainUndoRejection(caller: Caller, key: 'ownWay' | 'secret' | 'notStored'): ApiError {
  return new ApiError('stateConflict', { message: caller.t(`undo.${key}`) });
}

/** Rejects an entry that cannot be undone, or not by this caller. */
export function assertUndoable(engine: Engine, plan: Plan, entry: AuditEntry, caller: Caller): void {
  const own = entry.actorId === caller.actor.id;
  if (!own && caller.actor.role !== 'admin') throw new ApiError('denied');
  if (entry.result !== 'ok') throw explainUndoRejection(caller, 'ownWay');
  if (verbs.includes(entry.action)) return;
  const action = plan.actions.get(entry.action)?.action;
  if (!action || wayBack(engine, plan, entry.action) === null) throw explainUndoRejection(caller, 'ownWay');
  if (!canRun(caller.actor, plan.resource, action).ok) throw new ApiError('denied');
}

/** Whether a change is one that an action made in a record that stays. */
export function isByAction(entry: AuditEntry, { before, after }: Change): boolean {
  return before !== null && after !== null && !verbs.includes(entry.action);
}

/** The right to do the reverse, and that the engine or a fitting operation is the one who does it. */
export function assertReverse(engine: Engine, plan: Plan, entry: AuditEntry, change: Change, caller: Caller): void {
  if (change.before === null && change.after === null) throw explainUndoRejection(caller, 'notStored');
  if (isByAction(entry, change)) return;
  const verb = change.before !== null && change.after !== null ? 'update' : 'delete';
  if (!can(caller.actor, plan.resource, verb)) throw new ApiError('denied');
  if (change.after === null) {
    assertRestorable(engine, plan, change, caller);
    return;
  }
  const operation = findOperation(engine, plan, verb);
  if (operation && operation.reverses !== true) throw explainUndoRejection(caller, 'ownWay');
}

/** The reverse of a change confirms an identity where the call that does the same would. */
export function assertProven(engine: Engine, plan: Plan, { before, after }: Change, caller: Caller): void {
  const now = engine.services.clock();
  const verb = before === null ? 'delete' : after === null ? 'create' : 'update';
  assertStepUpFor(plan, verb, caller, now);
  if (verb === 'update') assertStepUpForState(plan, before ?? {}, caller, now);
}

/** Whether own ways to create and to delete leave nothing by which a deleted record could come back. */
function isFinal(create: Operation | null | undefined, remove: Operation | null | undefined): boolean {
  return (!!remove && remove.restores !== true) || (!!create && !create.admits);
}

function assertRestorable(engine: Engine, plan: Plan, { before }: Change, caller: Caller): void {
  const [create, remove] = [findOperation(engine, plan, 'create'), findOperation(engine, plan, 'delete')];
  if (isFinal(create, remove)) throw explainUndoRejection(caller, 'ownWay');
  const sealed = Object.values(plan.resource.fields).some((field) => field.kind === 'secret');
  if (!isRestorable(plan.resource, before ?? {})) throw explainUndoRejection(caller, sealed ? 'secret' : 'ownWay');
}

/** Whether some field may be written back: one that a person may change, or one that the entry's action wrote. */
export function assertWritable(engine: Engine, plan: Plan, entry: AuditEntry, change: Change, caller: Caller): void {
  const state = plan.state?.name;
  const byAction = fieldsOf(engine, plan, entry.action);
  for (const name of Object.keys(change.after ?? {})) {
    if (name in plan.update.fields || byAction.includes(name)) continue;
    if (entry.action === 'undo' && mayRedo(engine, plan, change, name, name === state, caller)) continue;
    throw explainUndoRejection(caller, 'ownWay');
  }
}

/** What an undo took back may be done again, when an action of the caller's does that: for a state, one that leads there. */
function mayRedo(
  engine: Engine,
  plan: Plan,
  { before, after }: Change,
  name: string,
  isState: boolean,
  caller: Caller,
): boolean {
  const leads = ({ from = [], to }: Action) => to === before?.[name] && from.includes(String(after?.[name]));
  return [...plan.actions.values()].some(
    ({ action, name: key }) =>
      canRun(caller.actor, plan.resource, action).ok &&
      fieldsOf(engine, plan, key).includes(name) &&
      (!isState || leads(action)),
  );
}

/**
 * Where an own way to create or delete stands in the way of an undo, the definition says so, and nowhere else: people are warned
 * before they delete. The server does not boot with any.
 */
export function diagnoseRemovals(resources: readonly AnyResource[], operations: Operations): Diagnostic[] {
  return resources.flatMap((resource) => {
    const isSealed = Object.values(resource.fields).some(({ kind }) => kind === 'secret');
    if (!resource.access.delete || isSealed) return [];
    const [create, remove] = [operations[`${resource.name}/create`], operations[`${resource.name}/delete`]];
    if (isFinal(create, remove) === (resource.removal === 'final')) return [];
    return [{ id: 'O005', where: resource.name, what: 'its removal and its operations differ over what comes back' }];
  });
}
