import { type AnyResource, isRestorable } from '@gantry/core';

/** Whether a deleted record can be restored. `record` is null when it was not read, or when there are many. */
export function getDeletionOutcome(
  resource: AnyResource,
  record: Readonly<Record<string, unknown>> | null,
): 'final' | 'mixed' | 'undoable' {
  if (!isRestorable(resource, record ?? {})) return 'final';
  return record === null && resource.removal !== undefined ? 'mixed' : 'undoable';
}
