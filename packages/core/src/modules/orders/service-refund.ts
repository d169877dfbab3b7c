import * as z from 'zod/mini';
import { defineServiceCall, integerBetween, line, recordId } from '../../client/service-call.ts';

/** A refund for its user. Amounts are in hundredths. */
export interface ServiceRefund {
  readonly refundNo: string;
  readonly orderNo: string;
  readonly amount: number;
  /**
   * `requested`: an admin must decide; `rejected` and `cancelled`: ended without a refund; `processing`: started; `succeeded` or
   * `failed`: finished. `returned`: the money did not reach the payer; it becomes `succeeded` once they are paid by other means.
   */
  readonly status: string;
  /** Message of the admin; null until the decision. */
  readonly decision: string | null;
  /** UTC milliseconds. */
  readonly requestedAt: number;
  readonly finishedAt: number | null;
}

const orderNo = line(1, 32);
const refundNo = line(1, 40);

export const serviceRefundCalls = {
  /** Requests a refund, of the full remaining amount by default. An admin decides. */
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
  /** Cancels a refund request of the user before an admin decides. */
  refundCancel: defineServiceCall<ServiceRefund>()({
    path: '/refund/cancel',
    writes: true,
    input: z.strictObject({ userId: recordId, refundNo }, 'type'),
  }),
};
