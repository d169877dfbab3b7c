import {
  type AnyResource,
  ApiError,
  canDelete,
  canRun,
  findStateField,
  listRuleFields,
  localize,
  type Permit,
  snake,
} from '@gantry/core';
import type { Caller } from '../context/context.ts';
import { createRecordReader } from '../store/columns.ts';
import type { Row } from '../store/database.ts';
import type { ActionPlan, Engine, Plan } from './engine.ts';

/** Returns the message for a state that does not allow an action. */
function getStateMessage(resource: AnyResource, value: string, action: string, caller: Caller): string {
  const option = findStateField(resource)?.field.options[value];
  return caller.t('reason.state', { state: option ? localize(option, caller.locale) : value, action });
}

/** Returns the error for a record in a state that does not allow an action. */
export function createStateError(plan: Plan, { name, action }: ActionPlan, row: Row, caller: Caller): ApiError {
  const state = findStateField(plan.resource);
  const value = String(state ? row[snake(state.name)] : '');
  const message = getStateMessage(plan.resource, value, localize(action.label, caller.locale), caller);
  return new ApiError('stateConflict', { message, data: { state: value, action: name } });
}

function permitToError(
  resource: AnyResource,
  permit: Permit,
  action: { readonly name: string; readonly label: string },
  caller: Caller,
): ApiError | null {
  if (permit.ok) return null;
  const { reason, state = '', why } = permit;
  if (reason === 'role') return new ApiError('denied');
  const message = why ? localize(why, caller.locale) : getStateMessage(resource, state, action.label, caller);
  if (reason === 'person') return new ApiError('denied', { message, data: { self: true } });
  return new ApiError('stateConflict', { message, data: { state, action: action.name } });
}

/** Returns the values that preconditions check: the state, and the fields of their rules. */
function readFacts({ resource, state }: Plan, fields: readonly string[], row: Row) {
  return createRecordReader(resource, [...(state === null ? [] : [state.name]), ...fields])(row);
}

/** Returns the error for an action that the caller may not run on the current record; null when it is allowed. */
export function rejectionToRun(
  { services }: Engine,
  plan: Plan,
  { name, action }: ActionPlan,
  row: Row,
  caller: Caller,
): ApiError | null {
  const facts = readFacts(plan, listRuleFields(action), row);
  const permit = canRun(caller.actor, plan.resource, action, facts, services.clock());
  return permitToError(plan.resource, permit, { name, label: localize(action.label, caller.locale) }, caller);
}

/** Returns the error for a record that the caller may not delete in its current state; null when it is allowed. */
export function rejectionToDelete({ services }: Engine, plan: Plan, row: Row, caller: Caller): ApiError | null {
  const { deletion } = plan.resource;
  if (deletion === undefined) return null;
  const permit = canDelete(
    caller.actor,
    plan.resource,
    readFacts(plan, listRuleFields(deletion), row),
    services.clock(),
  );
  return permitToError(plan.resource, permit, { name: 'delete', label: caller.t('verb.delete') }, caller);
}
