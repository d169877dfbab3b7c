import * as z from 'zod/mini';
import { defineServiceCall, integerBetween, line, recordId } from '../../client/service-call.ts';

/** A refund as the platform shows it to its user. Money is integer fen. */
export interface ServiceRefund {
  readonly refundNo: string;
  readonly orderNo: string;
  readonly amount: number;
  /**
   * `requested` until an admin decides; `rejected` and `cancelled` end it, `succeeded` and `failed` a refund that was started
   * (`processing`). `returned`: it was made, and its money never reached the payer; `succeeded` again once they are paid otherwise.
   */
  readonly status: string;
  /** What an admin answered; null until then. */
  readonly decision: string | null;
  /** UTC ms. */
  readonly requestedAt: number;
  readonly finishedAt: number | null;
}

const orderNo = line(1, 32);
const refundNo = line(1, 40);

export const serviceRefundCalls = {
  /** A user asks for their money back, all that is left when no amount is given; an admin decides. */
  refundRequest: defineServiceCall<ServiceRefund>()({
    path: '/refund/request',
    writes: true,
    input: z.strictObject(
      { userId: recordId, orderNo, amount: z.optional(integerBetween(1, 1_000_000_000_000)), reason: line(4, 200) },
      'type',
    ),
  }),
  refundGet: defineServiceCall<ServiceRefund>()({
    path: '/refund/get',
    writes: false,
    input: z.strictObject({ refundNo }, 'type'),
  }),
  /** By the user who requested it, until an admin decides. */
  refundCancel: defineServiceCall<ServiceRefund>()({
    path: '/refund/cancel',
    writes: true,
    input: z.strictObject({ userId: recordId, refundNo }, 'type'),
  }),
};
