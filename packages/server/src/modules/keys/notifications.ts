import { apiKey } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** States of keys that do not work until they recover or an admin handles them. */
export const problemStates = ['autoDisabled', 'probing', 'exhausted', 'expired'] as const;

/** The balance of a key is below the threshold set by admins. Sent again only when the balance was sufficient in between. */
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

/** A key that fails repeatedly has one notification, which is raised each time. */
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
