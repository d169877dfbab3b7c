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
import type { Operation, Operations, UndoPlan } from '../operation.ts';
import { findOperation } from '../run-operation.ts';
import { assertStepUpFor, assertStepUpForState } from '../step-up.ts';

/** The change of one record in an entry: `before` is null for a creation, `after` is null for a deletion. */
export interface Change {
  readonly id: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

interface EntrySide {
  /** Values of the entry itself: of its record, or those that all records of a set share. */
  readonly own: Row;
  readonly items: ReadonlyMap<number, Row>;
}

function toSide(values: Row | null): EntrySide {
  const { items, ...own } = values ?? {};
  const listed = (Array.isArray(items) ? items : []) as readonly Row[];
  return { own, items: new Map(listed.map(({ id, ...rest }) => [Number(id), rest])) };
}

const isEmpty = (values: Row) => Object.keys(values).length === 0;

/** Returns the changes of an entry: of its record and of those that were changed along with it, or of all records of its set. */
export function listEntryChanges({ resourceId, before, after }: AuditEntry): Change[] {
  const [old, now] = [toSide(before), toSide(after)];
  const ids = [...new Set([...old.items.keys(), ...now.items.keys()])];
  if (resourceId !== null) {
    const relatedChanges = ids.map((id) => ({
      id,
      before: old.items.get(id) ?? null,
      after: now.items.get(id) ?? null,
    }));
    if (relatedChanges.length > 0 && isEmpty(old.own) && isEmpty(now.own)) return relatedChanges;
    return [{ id: resourceId, before: before && old.own, after: after && now.own }, ...relatedChanges];
  }
  const getValuesAt = ({ own, items }: EntrySide, id: number) => {
    const values = items.get(id);
    return values ? { ...own, ...values } : null;
  };
  return ids.map((id) => ({ id, before: getValuesAt(old, id), after: getValuesAt(now, id) }));
}

const reversibleVerbs = ['create', 'update', 'delete', 'import', 'undo'];

/** Returns how an action is undone: as its operation defines it, or else by its state and input; null if it cannot be undone. */
function findUndoPlan(engine: Engine, plan: Plan, name: string): UndoPlan | null {
  const action = plan.actions.get(name)?.action;
  if (!action || !isReversible(action)) return null;
  const operation = findOperation(engine, plan, name);
  if (operation) return operation.undo ?? null;
  if (action.to === undefined || plan.state === null) return null;
  return { fields: [plan.state.name, ...Object.keys(action.input ?? {})] };
}

/** Returns the fields that the undo of an action resets. */
function listUndoFields(engine: Engine, plan: Plan, name: string): readonly string[] {
  const undoPlan = findUndoPlan(engine, plan, name);
  return undoPlan && 'fields' in undoPlan ? undoPlan.fields : [];
}

export function explainUndoRejection(caller: Caller, key: 'ownWay' | 'secret' | 'notStored'): ApiError {
  return new ApiError('stateConflict', { message: caller.t(`undo.${key}`) });
}

/** Throws when an entry cannot be undone, or not by this caller. */
export function assertUndoable(engine: Engine, plan: Plan, entry: AuditEntry, caller: Caller): void {
  const isOwnEntry = entry.actorId === caller.actor.id;
  if (!isOwnEntry && caller.actor.role !== 'admin') throw new ApiError('denied');
  if (entry.result !== 'ok') throw explainUndoRejection(caller, 'ownWay');
  if (reversibleVerbs.includes(entry.action)) return;
  const action = plan.actions.get(entry.action)?.action;
  if (!action || findUndoPlan(engine, plan, entry.action) === null) throw explainUndoRejection(caller, 'ownWay');
  if (!canRun(caller.actor, plan.resource, action).ok) throw new ApiError('denied');
}

/** Whether a change of an existing record was made by an action. */
export function isByAction(entry: AuditEntry, { before, after }: Change): boolean {
  return before !== null && after !== null && !reversibleVerbs.includes(entry.action);
}

/** Throws when the caller may not run the reverse, or when neither the engine nor the custom operation can run it. */
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
  if (operation && operation.canReverse !== true) throw explainUndoRejection(caller, 'ownWay');
}

/** Throws when the reverse needs a step-up that the caller does not have. */
export function assertStepUpForReverse(engine: Engine, plan: Plan, { before, after }: Change, caller: Caller): void {
  const now = engine.services.clock();
  const verb = before === null ? 'delete' : after === null ? 'create' : 'update';
  assertStepUpFor(plan, verb, caller, now);
  if (verb === 'update') assertStepUpForState(plan, before ?? {}, caller, now);
}

/** Whether custom create and delete operations make a deletion final. */
function isFinal(create: Operation | null | undefined, remove: Operation | null | undefined): boolean {
  return (!!remove && remove.isRestorable !== true) || (!!create && !create.assertUndoAllowed);
}

function assertRestorable(engine: Engine, plan: Plan, { before }: Change, caller: Caller): void {
  const [create, remove] = [findOperation(engine, plan, 'create'), findOperation(engine, plan, 'delete')];
  if (isFinal(create, remove)) throw explainUndoRejection(caller, 'ownWay');
  const hasSecret = Object.values(plan.resource.fields).some((field) => field.kind === 'secret');
  if (!isRestorable(plan.resource, before ?? {})) throw explainUndoRejection(caller, hasSecret ? 'secret' : 'ownWay');
}

/** Throws when a field may not be reset: only fields that users may update, or that the action of the entry wrote, may be. */
export function assertWritable(engine: Engine, plan: Plan, entry: AuditEntry, change: Change, caller: Caller): void {
  const state = plan.state?.name;
  const actionFields = listUndoFields(engine, plan, entry.action);
  for (const name of Object.keys(change.after ?? {})) {
    if (name in plan.update.fields || actionFields.includes(name)) continue;
    if (entry.action === 'undo' && canRedo(engine, plan, change, name, name === state, caller)) continue;
    throw explainUndoRejection(caller, 'ownWay');
  }
}

/**
 * Whether an undone change may be repeated: an action that the caller may run writes the field, and, for the state, leads to the
 * same state.
 */
function canRedo(
  engine: Engine,
  plan: Plan,
  { before, after }: Change,
  name: string,
  isState: boolean,
  caller: Caller,
): boolean {
  const leadsToState = ({ from = [], to }: Action) => to === before?.[name] && from.includes(String(after?.[name]));
  return [...plan.actions.values()].some(
    ({ action, name: key }) =>
      canRun(caller.actor, plan.resource, action).ok &&
      listUndoFields(engine, plan, key).includes(name) &&
      (!isState || leadsToState(action)),
  );
}

/**
 * Returns the resources whose `removal` does not match their operations: it must be 'final' if and only if custom create or
 * delete operations prevent an undo, since users are warned before they delete. The server does not start when there are any.
 */
export function diagnoseRemovals(resources: readonly AnyResource[], operations: Operations): Diagnostic[] {
  return resources.flatMap((resource) => {
    const hasSecret = Object.values(resource.fields).some(({ kind }) => kind === 'secret');
    if (!resource.access.delete || hasSecret) return [];
    const [create, remove] = [operations[`${resource.name}/create`], operations[`${resource.name}/delete`]];
    if (isFinal(create, remove) === (resource.removal === 'final')) return [];
    return [{ id: 'O005', where: resource.name, what: 'its removal and its operations differ over what comes back' }];
  });
}
