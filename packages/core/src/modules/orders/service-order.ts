import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';

/** An order for its user. Amounts are in hundredths, times in UTC milliseconds. */
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
  /** Null when the channel has only one method. */
  readonly payMethod: 'native' | 'jsapi' | 'h5' | null;
  /** Payment deadline. */
  readonly expiresAt: number;
  readonly paidAt: number | null;
}

export interface OrderCreateAnswer extends ServiceOrder {
  /** Parameters that the payer's client needs, as the channel names them. */
  readonly payParams: Readonly<Record<string, string | number>>;
}

export interface PayNotifyAnswer {
  readonly orderNo: string;
  /**
   * `applied`: processed now; `duplicate`: received before; `notPaid`: not about a successful payment. In all cases, the gateway
   * may be sent a confirmation.
   */
  readonly result: 'applied' | 'duplicate' | 'alreadyPaid' | 'notPaid';
}

const orderNo = line(1, 32);
const channel = z.enum(['alipay', 'wechat', 'epay', 'stripe', 'sandbox', 'manual'], 'option');

export const serviceOrderCalls = {
  /** Creates an order. A repeated call with the same `clientRef` returns the first order, with its original channel. */
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
        /** For WeChat Pay: `native` (default) is a QR code, `jsapi` pays inside WeChat, `h5` in a phone browser. */
        payMethod: z.optional(z.enum(['native', 'jsapi', 'h5'], 'option')),
        /** The payer's OpenID for `jsapi`, in the app of the settings. */
        payerOpenid: z.optional(line(1, 128)),
        /** The payer's IP address for `h5`. */
        payerIp: z.optional(line(2, 45)),
        clientRef: maybe(line(0, 96)),
        /** The client that orders, for display and filters in the console. */
        client: z.optional(z.enum(['web', 'h5', 'wechat', 'android', 'ios', 'desktop'], 'option')),
        /** IP address of the user; default: that of the payer. It is stored if the settings allow it. */
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
  /** Cancels an unpaid order of the user. */
  orderCancel: defineServiceCall<ServiceOrder>()({
    path: '/order/cancel',
    writes: true,
    input: z.strictObject({ orderNo, reason: maybe(line(0, 200)) }, 'type'),
  }),
  /**
   * Processes a notification of a gateway, passed on unchanged: the raw body (or query, for GET) and the headers. The response
   * follows after it is stored, so that the gateway does not receive a confirmation too early.
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
