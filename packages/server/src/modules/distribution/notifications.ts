import { regionalAgent } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** The contract of a regional agent is about to end; once a contract. */
export function createAgentEndingNotification(id: number, name: string, endOn: string): Notification {
  return {
    type: 'todo',
    event: 'agentEnding',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `agentEnding ${id} ${endOn}`,
    params: { name, endOn },
    route: routeTo(regionalAgent, { id: [id] }),
  };
}
