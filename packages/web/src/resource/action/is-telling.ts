import { type Action, type AnyResource, allFields } from '@gantry/core';
import type { FieldRecord } from '../../fields/index.ts';

/** Whether an answer says more than the record it is about. */
export function hasDetails(answer: unknown): boolean {
  if (answer === null || answer === undefined || typeof answer !== 'object')
    return answer !== null && answer !== undefined;
  if ('id' in answer && 'version' in answer) return false;
  return Object.keys(answer).length > 0;
}

/** What a record that was answered carries beside its fields, as the action says it does: a secret that is shown this once. */
export function getSideResult(resource: AnyResource, { output }: Action, answer: unknown): FieldRecord | null {
  if (output === undefined || typeof answer !== 'object' || answer === null || hasDetails(answer)) return null;
  const fields = allFields(resource);
  const extra = Object.entries(answer).filter(
    ([name, value]) => name in output && !(name in fields) && typeof value === 'string',
  );
  return extra.length > 0 ? Object.fromEntries(extra) : null;
}
