import { userMembership } from '@gantry/core';
import { type Matter, routeTo } from '../notifications/matters.ts';

/** Memberships that end in so many days; those that are found within a day are one matter. */
export function membershipsEnding(days: number, at: number): Matter {
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
