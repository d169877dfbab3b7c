import { type AnyResource, canRun, type Rights } from '@gantry/core';
import type { Tui } from '../parts/tui-context.ts';
import { type ActionPages, type Ran, runAtOnce } from './action-run.tsx';
import { explainRejection } from './actions-flow.tsx';
import type { DataRecord } from './list/list-columns.ts';

/** What an action is called that tries out what a record says. */
const runConnectionTest = 'test';

/** Whether records of a kind can be tried out. */
export function hasTestAction(resource: AnyResource, rights: Rights): boolean {
  const action = resource.actions?.[runConnectionTest];
  return action !== undefined && canRun(rights, resource, action).ok;
}

/** Tries a record out: at once where nothing must be said for it. */
export async function testDraft(
  resource: AnyResource,
  record: DataRecord | null,
  pages: ActionPages,
  tui: Tui,
): Promise<Ran> {
  const action = resource.actions?.[runConnectionTest];
  const about = action?.on === 'record' ? record : null;
  if (!action || (action.on === 'record' && !about)) return { done: false, made: null };
  const rejection = explainRejection(resource, action, about, tui);
  if (rejection === null) return runAtOnce({ resource, name: runConnectionTest, action, record: about, pages }, tui);
  tui.notify(rejection, 'warn');
  return { done: false, made: null };
}
