import { type AnyResource, getResourcePath, type Values } from '@gantry/core';
import { useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls } from '../../fields/index.ts';

/** Sends an action only once at a time, and asks for the password when the server requires it. */
export function useSendAction(resource: AnyResource) {
  const calls = useCalls();
  const stepUp = useStepUp();
  return (name: string, record: FieldRecord | null, input: Values, key: string) => {
    const body = record ? { id: record.id, ...input } : input;
    const options = { idempotencyKey: key };
    return stepUp(() => calls.call(getResourcePath(resource.name, name), body, options));
  };
}
