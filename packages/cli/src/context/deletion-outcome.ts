import { type AnyResource, isRestorable } from '@gantry/core';

/** Whether what is deleted can be restored, as far as is known of the record, or of many that were not read. */
export function getDeletionOutcome(
  resource: AnyResource,
  record: Readonly<Record<string, unknown>> | null,
): 'final' | 'mixed' | 'undoable' {
  if (!isRestorable(resource, record ?? {})) return 'final';
  return record === null && resource.removal !== undefined ? 'mixed' : 'undoable';
}
