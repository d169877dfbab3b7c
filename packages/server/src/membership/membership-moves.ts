import { Fault } from '@gantry/core';
import type { Membership } from './membership-rows.ts';
import { dayMs } from './membership-rules.ts';
import { leftOf, prolonged } from './timeline.ts';

/** So many days more; of one for ever there is no more. */
export const extendBy =
  (days: number, at: number) =>
  (one: Membership): Membership =>
    prolonged(one, leftOf(one, at) === null ? 0 : days * dayMs, at);

/** An end of somebody's choosing, ahead of now. */
export const endAtMoment =
  (endAt: number) =>
  (one: Membership): Membership => ({ ...one, endAt });

/** Out of the line, with what it has left. */
export const suspendAt =
  (at: number, reason: string | null, from: readonly Membership['status'][] = ['active']) =>
  (one: Membership): Membership => {
    guard(one, from);
    return { ...one, status: 'suspended', remainingMs: leftOf(one, at), suspendedAt: at, reason };
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
  if (!needed.includes(status)) throw new Fault('stateConflict', { data: { state: status } });
}
