import { getResourcePath } from '@gantry/core';
import type { WriteCall } from '../audit/run-write.ts';
import type { CallRequest } from '../http/call.ts';
import type { Plan } from './engine.ts';

/** A call of a resource as the frame of writes knows it. */
export function writeCall(plan: Plan, name: string, call: CallRequest, resourceId: number | null = null): WriteCall {
  return {
    key: call.idempotencyKey,
    call: getResourcePath(plan.resource.name, name),
    body: call.body,
    resource: plan.resource.name,
    action: name,
    resourceId,
  };
}
