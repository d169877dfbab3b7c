import { apiKey } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** Keys that do not work, until they recover or an admin handles them. */
export const problemStates = ['autoDisabled', 'probing', 'exhausted', 'expired'] as const;

/** What an upstream says is left on a key is less than admins want there to be. Told again once it was enough in between. */
export function createLowBalanceNotification(id: number, name: string, balance: string, low: string): Notification {
  return {
    type: 'todo',
    event: 'lowUpstreamBalance',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `lowUpstreamBalance ${id}`,
    params: { name, balance, low },
    route: routeTo(apiKey, { id: [id] }),
  };
}

/** A key that goes and comes again is one matter, raised each time. */
export function createKeyDisabledNotification(id: number, name: string, code: string): Notification {
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
