import { serviceClient, webhookEndpoint } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** A service client was given scopes to lease keys or to act for users. Sent to every admin, whatever their permission set. */
export function clientScopesGranted(
  client: { readonly id: number; readonly name: string; readonly version: number },
  scopes: readonly string[],
  by: string,
): Notification {
  return {
    type: 'message',
    event: 'clientScopesGranted',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `clientScopesGranted ${client.id} ${client.version}`,
    params: { name: client.name, scopes: scopes.join(', '), by },
    route: routeTo(serviceClient, { id: [client.id] }),
  };
}

/** The admin who granted the scopes of a client may no longer grant them. */
export function clientNeedsReview(client: { readonly id: number; readonly name: string }, by: string): Notification {
  return {
    type: 'todo',
    event: 'clientNeedsReview',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `clientNeedsReview ${client.id}`,
    params: { name: client.name, by },
    route: routeTo(serviceClient, { id: [client.id] }),
  };
}

/** The server disabled an endpoint that failed continuously or answered 410. */
export function webhookDisabled(endpoint: {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}): Notification {
  return {
    type: 'todo',
    event: 'webhookDisabled',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `webhookDisabled ${endpoint.id} ${endpoint.version}`,
    params: { name: endpoint.name },
    route: routeTo(webhookEndpoint, { id: [endpoint.id] }),
  };
}
