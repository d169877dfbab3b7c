import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';

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
  /** Null where the channel has only one way. */
  readonly payMethod: 'native' | 'jsapi' | 'h5' | null;
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
  orderCreate: defineServiceCall<OrderCreateAnswer>()({
    path: '/order/create',
    writes: true,
    input: z.strictObject(
      {
        userId: recordId,
        productType: z.enum(['vip', 'coin', 'compute'], 'option'),
        productId: recordId,
        quantity: z.optional(integerBetween(1, 100)),
        channel,
        /** By WeChat Pay: a QR code when it is left out, `jsapi` inside WeChat, `h5` in the browser of a phone. */
        payMethod: z.optional(z.enum(['native', 'jsapi', 'h5'], 'option')),
        /** Who pays by `jsapi`, as the app of the settings knows them. */
        payerOpenid: z.optional(line(1, 128)),
        /** From where someone pays by `h5`. */
        payerIp: z.optional(line(2, 45)),
        clientRef: maybe(line(0, 96)),
        /** Where it is ordered, as the console shows and filters it. */
        client: z.optional(z.enum(['web', 'h5', 'wechat', 'android', 'ios', 'desktop'], 'option')),
        /** The user’s address; that of the payer when it is left out. Kept where the settings say that addresses are. */
        ip: maybe(line(0, 64)),
      },
      'type',
    ),
  }),
  orderGet: defineServiceCall<ServiceOrder>()({
    path: '/order/get',
    writes: false,
    input: z.strictObject({ orderNo }, 'type'),
  }),
  /** An order that is not paid for, by its user. */
  orderCancel: defineServiceCall<ServiceOrder>()({
    path: '/order/cancel',
    writes: true,
    input: z.strictObject({ orderNo, reason: maybe(line(0, 200)) }, 'type'),
  }),
  /**
   * A gateway's notification, passed on unchanged: the bytes of its body, or of its query when it came by GET, and its headers. The
   * answer comes after it is stored, so that the gateway is not sent a confirmation before.
   */
  payNotify: defineServiceCall<PayNotifyAnswer>()({
    path: '/pay/notify',
    writes: true,
    input: z.strictObject(
      {
        channel,
        raw: block(1, 20_000),
        headers: z.record(z.string().check(z.maxLength(128, 'tooLong')), line(0, 4096), 'type'),
      },
      'type',
    ),
  }),
};
