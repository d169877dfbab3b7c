import { isStepUpRequired, type Verb } from '@gantry/core';
import { assertRecentStepUp, type Caller } from '../http/caller.ts';
import type { Row } from '../store/database.ts';
import type { Plan } from './engine.ts';

/**
 * Throws when a verb requires a step-up that the caller does not have, in whatever call the verb is used: its own, a batch, an
 * import or an undo.
 */
export function assertStepUpFor({ resource }: Plan, verb: Verb, caller: Caller, now: number): void {
  if (isStepUpRequired(resource, verb)) assertRecentStepUp(caller, now);
}

/**
 * Throws when a change, other than by the action itself, sets a state whose action requires a step-up that the caller does not
 * have.
 */
export function assertStepUpForState(plan: Plan, values: Row, caller: Caller, now: number): void {
  if (plan.state === null || !(plan.state.name in values)) return;
  const state = values[plan.state.name];
  const leadingActions = [...plan.actions.values()].filter(({ action }) => action.to === state);
  if (leadingActions.some(({ action }) => action.stepUp === true)) assertRecentStepUp(caller, now);
}
