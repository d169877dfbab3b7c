import { order, refund } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** All delivery attempts failed, and an admin must act. */
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

/** A payment does not match its order, is a second payment, or arrived too late. */
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

/**
 * Money of an order was or may be returned without a request of this system: by a dispute, or by a refund made at the gateway.
 */
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

/** A gateway rejected a refund, or did not answer. */
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

/** A gateway reported later that a completed refund did not reach the payer. */
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

/** A gateway reported a refund with another amount, currency or payment than requested. */
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
