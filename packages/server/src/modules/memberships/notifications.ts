import { userMembership } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** Memberships that end in so many days; those that are found within a day are one matter. */
export function createMembershipsEndingNotification(days: number, at: number): Notification {
  return {
    type: 'message',
    event: 'membershipsEnding',
    severity: 'info',
    audience: 'admins',
    dedupeKey: `membershipsEnding ${days} ${Math.floor(at / 86_400_000)}`,
    params: { days },
    route: routeTo(userMembership, { status: ['active'] }),
  };
}
