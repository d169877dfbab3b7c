import { type AnyResource, canRun, type Rights } from '@gantry/core';
import type { Tui } from '../parts/tui-context.ts';
import { type ActionPages, type Ran, runAtOnce } from './action-run.tsx';
import { actionRefusal } from './actions-flow.tsx';
import type { DataRecord } from './list-columns.ts';

/** What an action is called that tries out what a record says. */
const trial = 'test';

/** Whether records of a kind can be tried out. */
export function hasTrial(resource: AnyResource, rights: Rights): boolean {
  const action = resource.actions?.[trial];
  return action !== undefined && canRun(rights, resource, action).ok;
}

/** Tries a record out: at once where nothing must be said for it. */
export async function tryOut(
  resource: AnyResource,
  record: DataRecord | null,
  pages: ActionPages,
  tui: Tui,
): Promise<Ran> {
  const action = resource.actions?.[trial];
  const about = action?.on === 'record' ? record : null;
  if (!action || (action.on === 'record' && !about)) return { done: false, made: null };
  const refusal = actionRefusal(resource, action, about, tui);
  if (refusal === null) return runAtOnce({ resource, name: trial, action, record: about, pages }, tui);
  tui.say(refusal, 'warn');
  return { done: false, made: null };
}
