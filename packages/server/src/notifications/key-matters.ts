import { apiKey } from '@gantry/core';
import { type Matter, routeTo } from './matters.ts';

/** Keys that do not work, until they come back or somebody looks after them. */
export const problemStates = ['autoDisabled', 'probing', 'exhausted', 'expired'] as const;

/** A key that goes and comes again is one matter, raised each time. */
export function keyDisabled(id: number, name: string, code: string): Matter {
  return {
    type: 'message',
    event: 'keyDisabled',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `keyDisabled ${id}`,
    params: { name, code },
    route: routeTo(apiKey, { id: [id] }),
  };
}
