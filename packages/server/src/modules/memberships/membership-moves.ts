import { ApiError } from '@gantry/core';
import type { Membership } from './membership-rows.ts';
import { dayMs } from './membership-rules.ts';
import { addPaid, daysPaid } from './quotas/quota-periods.ts';
import { getRemaining, prolongMembership, stopped } from './timeline.ts';

/** So many days more, with their share of the quotas; a lifetime membership stays as it is. */
export const extendBy =
  (days: number, at: number) =>
  (one: Membership): Membership =>
    getRemaining(one, at) === null ? one : addPaid(prolongMembership(one, days * dayMs, at), daysPaid(days));

/** An end that an admin chose, ahead of now. Whole days more or less are as many more or less of its periods. */
export const endAtMoment =
  (endAt: number) =>
  (one: Membership): Membership => {
    const from = one.endAt ?? one.quotaFrom ?? one.startAt ?? endAt;
    const days = Math.floor((endAt - from) / dayMs);
    const limited = one.endAt === null && one.plan.durationUnit === 'forever' ? { paidDays: 0, paidThirtieths: 0 } : {};
    return addPaid({ ...one, ...limited, endAt }, daysPaid(days));
  };

/** Out of the line, with what it has left. */
export const suspendAt =
  (at: number, reason: string | null, from: readonly Membership['status'][] = ['active']) =>
  (one: Membership): Membership => {
    guard(one, from);
    return {
      ...one,
      status: 'suspended',
      remainingMs: getRemaining(one, at),
      ...stopped(one, at),
      suspendedAt: at,
      reason,
    };
  };

/** Back into the line; it goes on at once when nothing better is active. */
export const resume =
  (reason: string | null) =>
  (one: Membership): Membership => {
    guard(one, ['suspended']);
    return { ...one, status: 'scheduled', startAt: null, suspendedAt: null, reason };
  };

/** Over for good, whatever is left. */
export const revoke =
  (reason: string | null) =>
  (one: Membership): Membership => ({ ...one, status: 'revoked', reason });

function guard({ status }: Membership, needed: readonly Membership['status'][]): void {
  if (!needed.includes(status)) throw new ApiError('stateConflict', { data: { state: status } });
}
