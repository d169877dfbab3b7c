import { type Action, allows, can, Fault } from '@gantry/core';
import type { AuditEntry } from '../../audit/audit-entries.ts';
import type { Caller } from '../../context.ts';
import type { Engine, Plan } from '../engine.ts';
import { operationOf } from '../run-operation.ts';
import type { Change } from './entry-changes.ts';

const verbs = ['create', 'update', 'delete', 'import', 'undo'];

/** An action that the engine runs by itself, and that hurts nobody: the way back from it is open. */
function plainAction(engine: Engine, plan: Plan, name: string): Action | null {
  const action = plan.actions.get(name)?.action;
  if (action?.to === undefined || action.danger === true || action.stepUp === true) return null;
  return operationOf(engine, plan, name) === null ? action : null;
}

function refuse(caller: Caller, key: 'ownWay' | 'secret' | 'notKept'): Fault {
  return new Fault('stateConflict', { message: caller.t(`undo.${key}`) });
}

/** Refuses an entry that nobody can take back, or not this caller. */
export function assertUndoable(engine: Engine, plan: Plan, entry: AuditEntry, caller: Caller): void {
  const own = entry.actorId === caller.actor.id;
  if (!own && caller.actor.role !== 'admin') throw new Fault('denied');
  if (entry.result !== 'ok') throw refuse(caller, 'ownWay');
  if (verbs.includes(entry.action)) return;
  const action = plainAction(engine, plan, entry.action);
  if (action === null) throw refuse(caller, 'ownWay');
  if (!allows(action.roles, caller.actor.role)) throw new Fault('denied');
}

/** The right to do the reverse, and that the engine is the one who does it. */
export function assertReverse(engine: Engine, plan: Plan, entry: AuditEntry, change: Change, caller: Caller): void {
  const verb = change.before !== null && change.after !== null ? 'update' : 'delete';
  const byAction = verb === 'update' && !verbs.includes(entry.action);
  if (!byAction && !can(caller.actor.role, plan.resource, verb)) throw new Fault('denied');
  if (!byAction && operationOf(engine, plan, verb) !== null) throw refuse(caller, 'ownWay');
  if (change.before === null && change.after === null) throw refuse(caller, 'notKept');
  if (change.after === null) {
    if (operationOf(engine, plan, 'create') !== null) throw refuse(caller, 'ownWay');
    const sealed = Object.values(plan.resource.fields).some((field) => field.kind === 'secret');
    if (sealed) throw refuse(caller, 'secret');
  }
}

/** Whether some field may be written back: one that a person may change, or one that the entry's action wrote. */
export function assertWritable(engine: Engine, plan: Plan, entry: AuditEntry, change: Change, caller: Caller): void {
  const action = plainAction(engine, plan, entry.action);
  const state = plan.state?.name;
  for (const name of Object.keys(change.after ?? {})) {
    if (name in plan.update.fields) continue;
    if (action && (name === state || name in (action.input ?? {}))) continue;
    if (name === state && movesTo(engine, plan, change, caller)) continue;
    throw refuse(caller, 'ownWay');
  }
}

/** What an undo took back may be done again, when an action of the caller's leads there. */
function movesTo(engine: Engine, plan: Plan, { before, after }: Change, caller: Caller): boolean {
  const name = plan.state?.name ?? '';
  return [...plan.actions.keys()].some((key) => {
    const action = plainAction(engine, plan, key);
    const leads = action?.to === before?.[name] && (action?.from ?? []).includes(String(after?.[name]));
    return action !== null && leads && allows(action.roles, caller.actor.role);
  });
}
