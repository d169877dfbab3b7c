import * as z from 'zod/mini';
import { serviceCall } from './service-call.ts';
import { line, maybe, recordId, whole } from './service-schemas.ts';

/** An order as the platform shows it to its user. Money is integer fen, times are UTC ms. */
export interface ServiceOrder {
  readonly orderNo: string;
  readonly userId: number;
  readonly productType: string;
  readonly productName: string;
  readonly quantity: number;
  readonly status: string;
  readonly fulfilStatus: string;
  readonly payable: number;
  readonly paid: number;
  readonly refunded: number;
  readonly currency: string;
  readonly channel: string;
  /** Pay before. */
  readonly expiresAt: number;
  readonly paidAt: number | null;
}

export interface OrderCreateAnswer extends ServiceOrder {
  /** What the payer's client needs to pay, by the words of the channel. */
  readonly payParams: Readonly<Record<string, string | number>>;
}

export interface PayNotifyAnswer {
  readonly orderNo: string;
  /**
   * `applied` once; `duplicate` for a word that was heard before; `notPaid` for one that tells of no payment. The gateway may
   * be told that all is well.
   */
  readonly result: 'applied' | 'duplicate' | 'alreadyPaid' | 'notPaid';
}

const orderNo = line(1, 32);
const channel = z.enum(['alipay', 'wechat', 'epay', 'stripe', 'sandbox', 'manual'], 'option');

export const serviceOrderCalls = {
  /** A second call with the same `clientRef` of a user gives the order of the first, which is paid by the channel of then. */
  orderCreate: serviceCall<OrderCreateAnswer>()({
    path: '/order/create',
    writes: true,
    input: z.strictObject(
      {
        userId: recordId,
        productType: z.enum(['vip', 'coin', 'power'], 'option'),
        productId: recordId,
        quantity: z.optional(whole(1, 100)),
        channel,
        clientRef: maybe(line(0, 96)),
      },
      'type',
    ),
  }),
  orderGet: serviceCall<ServiceOrder>()({
    path: '/order/get',
    writes: false,
    input: z.strictObject({ orderNo }, 'type'),
  }),
  /** An order that is not paid for, by its user. */
  orderCancel: serviceCall<ServiceOrder>()({
    path: '/order/cancel',
    writes: true,
    input: z.strictObject({ orderNo, reason: maybe(line(0, 200)) }, 'type'),
  }),
  /**
   * A gateway's notice, handed on as it came: the bytes of its body, or of its query when it came by GET, and its headers. Answered when what it says is kept, so
   * that the gateway may be told that all is well after it and not before.
   */
  payNotify: serviceCall<PayNotifyAnswer>()({
    path: '/pay/notify',
    writes: true,
    input: z.strictObject(
      {
        channel,
        raw: line(1, 20_000),
        headers: z.record(z.string().check(z.maxLength(128, 'tooLong')), line(0, 4096), 'type'),
      },
      'type',
    ),
  }),
};
