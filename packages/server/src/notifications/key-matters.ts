import { apiKey } from '@gantry/core';
import { type Matter, routeTo } from './matters.ts';

/** Where keys stand that no longer work by themselves. */
export const problemKeys = routeTo(apiKey, { status: ['autoDisabled', 'probing', 'exhausted'] });

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
