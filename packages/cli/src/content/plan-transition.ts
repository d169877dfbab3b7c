import { type AnyResource, findStateField, getInputFields } from '@gantry/core';

/** What decides how a record gets its new state. */
export interface StateOptions {
  readonly now: string | null;
  readonly wanted: string | null;
  /** Whether this import created the record. */
  readonly isNew: boolean;
  /** Whether this import wrote any field of the record. */
  readonly isWritten: boolean;
  /** Whether the import changes states at all. */
  readonly withState: boolean;
}

/** Finds an action that moves a record from one state to another and needs no input. */
function findAction(resource: AnyResource, from: string, to: string): string | null {
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

/** Whether a record in this state is in use, according to the tone of the state. */
function isLive(resource: AnyResource, state: string): boolean {
  return findStateField(resource)?.field.options[state]?.tone === 'good';
}

/** The action that moves a record to its state: null when none is needed, `unreachable` when there is none. */
export function planTransition(resource: AnyResource, target: StateOptions): string | 'unreachable' | null {
  const { now, wanted, isNew, isWritten, withState } = target;
  if (now === null || wanted === null) return null;
  const known = findStateField(resource)?.field.options[wanted] !== undefined;
  if (!withState) {
    // A record that is disabled in the file must not become active by importing it.
    const mustDeactivate = isNew && now !== wanted && isLive(resource, now) && !(known && isLive(resource, wanted));
    return mustDeactivate ? (findAction(resource, now, wanted) ?? 'unreachable') : null;
  }
  if (now === wanted) return isWritten && isLive(resource, now) ? findAction(resource, now, now) : null;
  return findAction(resource, now, wanted) ?? 'unreachable';
}
