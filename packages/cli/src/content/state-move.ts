import { type AnyResource, findStateField, getInputFields } from '@gantry/core';

/** What may be known of a record whose state is to be another. */
export interface StateOptions {
  readonly now: string | null;
  readonly wanted: string | null;
  /** It was made by this import. */
  readonly isNew: boolean;
  /** Something of it was written by this import. */
  readonly isWritten: boolean;
  /** Whether states are brought along at all. */
  readonly withState: boolean;
}

/** An action that leads from a state to another, and asks for nothing. */
function actionBetween(resource: AnyResource, from: string, to: string): string | null {
  const found = Object.entries(resource.actions ?? {}).find(([, action]) => {
    const needed = Object.values(getInputFields(resource, action)).some(
      (field) => field.required === true && !('default' in field && field.default !== undefined),
    );
    return (
      action.on === 'record' && action.to === to && (action.from ?? []).includes(from) && !needed && !action.stepUp
    );
  });
  return found?.[0] ?? null;
}

/** Whether a record in this state is in use, as its color says. */
function isLive(resource: AnyResource, state: string): boolean {
  return findStateField(resource)?.field.options[state]?.tone === 'good';
}

/** The action that brings a record to the state that it had, or null when it stays; `left` when none does. */
export function planTransition(resource: AnyResource, target: StateOptions): string | 'left' | null {
  const { now, wanted, isNew, isWritten, withState } = target;
  if (now === null || wanted === null) return null;
  const known = findStateField(resource)?.field.options[wanted] !== undefined;
  if (!withState) {
    // What was switched off where it came from never goes into use by being moved.
    const mustRest = isNew && now !== wanted && isLive(resource, now) && !(known && isLive(resource, wanted));
    return mustRest ? (actionBetween(resource, now, wanted) ?? 'left') : null;
  }
  if (now === wanted) return isWritten && isLive(resource, now) ? actionBetween(resource, now, now) : null;
  return actionBetween(resource, now, wanted) ?? 'left';
}
