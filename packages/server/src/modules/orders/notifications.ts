import { order, refund } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** All attempts of a delivery failed; the order waits for an admin. */
export function createFulfilFailedNotification(id: number, no: string, why: string): Notification {
  return {
    type: 'todo',
    event: 'orderFulfilFailed',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `orderFulfilFailed ${id}`,
    params: { no, why: why.slice(0, 200) },
    route: routeTo(order, { id: [id] }),
  };
}

/** Money came in that does not fit its order, twice or too late. */
export function createOddPaymentNotification(id: number, no: string, result: string): Notification {
  return {
    type: 'todo',
    event: 'paymentOdd',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `paymentOdd ${id}`,
    params: { no, result },
    route: routeTo(order, { id: [id] }),
  };
}

/** Money of an order went back, or may, without our asking: a payer disputes it, or it was refunded at the gateway. */
export function createReversalNotification(id: number, no: string, why: string): Notification {
  return {
    type: 'todo',
    event: 'moneyTakenBack',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `moneyTakenBack ${id}`,
    params: { no, why: why.slice(0, 200) },
    route: routeTo(order, { id: [id] }),
  };
}

/** A gateway did not take a refund, or did not say. */
export function createRefundStuckNotification(id: number, no: string, why: string): Notification {
  return {
    type: 'todo',
    event: 'refundStuck',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `refundStuck ${id}`,
    params: { no, why: why.slice(0, 200) },
    route: routeTo(refund, { id: [id] }),
  };
}

/** A gateway said days later that the payer never got a refund that it had made. */
export function refundCameBack(id: number, no: string, why: string): Notification {
  return {
    type: 'todo',
    event: 'refundCameBack',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `refundCameBack ${id}`,
    params: { no, why: why.slice(0, 200) },
    route: routeTo(refund, { id: [id] }),
  };
}

/** What a gateway says of a refund is not what was asked for: another amount, currency or payment. */
export function refundOdd(id: number, no: string): Notification {
  return {
    type: 'todo',
    event: 'refundOdd',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `refundOdd ${id}`,
    params: { no },
    route: routeTo(refund, { id: [id] }),
  };
}
