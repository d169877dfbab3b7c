import { isStepUpRequired, type Verb } from '@gantry/core';
import { assertRecentStepUp, type Caller } from '../http/caller.ts';
import type { Row } from '../store/database.ts';
import type { Plan } from './engine.ts';

/** Rejects a verb of an entity that needs a step-up without one, whichever call leads to it: its own, a batch, an import or an undo. */
export function assertStepUpFor({ resource }: Plan, verb: Verb, caller: Caller, now: number): void {
  if (isStepUpRequired(resource, verb)) assertRecentStepUp(caller, now);
}

/** The same for a state that only an action with a step-up leads to, when something else puts a record into it. */
export function assertStepUpForState(plan: Plan, values: Row, caller: Caller, now: number): void {
  if (plan.state === null || !(plan.state.name in values)) return;
  const state = values[plan.state.name];
  const leading = [...plan.actions.values()].filter(({ action }) => action.to === state);
  if (leading.some(({ action }) => action.stepUp === true)) assertRecentStepUp(caller, now);
}
