import { type AnyResource, canRun, type Rights } from '@gantry/core';
import type { Tui } from '../parts/tui-context.ts';
import { type ActionOutcome, type ActionPages, runWithDefaults } from './action-run.tsx';
import { explainRejection } from './actions-flow.tsx';
import type { DataRecord } from './list/list-columns.ts';

/** Name of the action that tests a record, for example the connection that it configures. */
const testActionName = 'test';

/** Whether the resource has a test action that the permissions allow. */
export function hasTestAction(resource: AnyResource, rights: Rights): boolean {
  const action = resource.actions?.[testActionName];
  return action !== undefined && canRun(rights, resource, action).ok;
}

/** Runs the test action of a resource; without a form when it needs no input. */
export async function runTestAction(
  resource: AnyResource,
  record: DataRecord | null,
  pages: ActionPages,
  tui: Tui,
): Promise<ActionOutcome> {
  const action = resource.actions?.[testActionName];
  const target = action?.on === 'record' ? record : null;
  if (!action || (action.on === 'record' && !target)) return { done: false, createdId: null };
  const rejection = explainRejection(resource, action, target, tui);
  if (rejection === null)
    return runWithDefaults({ resource, name: testActionName, action, record: target, pages }, tui);
  tui.notify(rejection, 'warn');
  return { done: false, createdId: null };
}
