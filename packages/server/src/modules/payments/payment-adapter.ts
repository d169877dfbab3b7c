import type { LocalizedText, PayMethod, TryProblem } from '@gantry/core';

/** An order as a gateway needs to know it. Amounts are integer fen. */
export interface PayableOrder {
  readonly no: string;
  readonly amount: number;
  readonly currency: string;
  readonly title: string;
  /** UTC ms; after it the payer should not be let in any more. */
  readonly expiresAt: number;
  /** Of a channel with several ways; null where there is one. */
  readonly method: PayMethod | null;
}

/** What some payment methods need to know of the payer; null where not given. */
export interface Payer {
  /** Of the gateway's own app. */
  readonly openid: string | null;
  readonly ip: string | null;
}

export type PayerLack = readonly [field: 'payerIp' | 'payerOpenid', why: LocalizedText];

/** What the payer's client needs to pay: an address, a QR code's text, the fields of a form. Shown to whoever placed the order. */
export type PayParams = Readonly<Record<string, string | number>>;

/** A notice as it came over the wire, untouched: signatures are over these bytes and no others. */
export interface RawNotice {
  /** The body, or the query of a notice that came by GET. */
  readonly raw: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A payment that a gateway vouches for. */
export interface Payment {
  /** Names the gateway's word: the same one sent again has the same id. */
  readonly eventId: string;
  readonly orderNo: string;
  /** The gateway's number of the payment; no two payments share it. */
  readonly tradeNo: string;
  /** What was paid, in integer fen. */
  readonly amount: number;
  readonly currency: string;
  /** UTC ms. */
  readonly paidAt: number;
}

/** What a gateway says of a refund without being asked. */
export interface RefundReport {
  /** Names the gateway's word. */
  readonly eventId: string;
  /** Ours, unless the refund was made in the gateway's own back office: then the gateway's, or null where it gives none. */
  readonly refundNo: string | null;
  /** Of the payment. */
  readonly tradeNo: string;
  /** Integer fen; null where the gateway does not say it. */
  readonly amount: number | null;
  /** Fen that went back of the payment so far, by all refunds together, where the gateway says that instead. */
  readonly total?: number | null;
  readonly currency: string;
  /** It will never reach the payer, or has not after all; with the gateway's words. Null: it went well, or goes on. */
  readonly failure: string | null;
  /** It reached the payer by another way than the one that they paid by; in the gateway's words. Nothing is to be done. */
  readonly detour?: string;
}

/** What a gateway reports of a payment that its payer disputes at the bank. */
export interface DisputeReport {
  /** Names the dispute and its state: reported again, however often and by whatever notice, it is the same. */
  readonly eventId: string;
  /** The gateway's number of the dispute. */
  readonly disputeNo: string;
  /** Of the payment. */
  readonly tradeNo: string;
  /** Disputed, in integer minor units. */
  readonly amount: number;
  readonly currency: string;
  /** `inquiry`: the bank asks, and no money has moved. */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  /** In the gateway's words. */
  readonly why: string | null;
}

/** A payment that was booked, as its gateway is asked what it has refunded of it. Amounts are integer minor units. */
export interface BookedPayment extends Pick<RefundRequest, 'orderNo' | 'tradeNo' | 'paid' | 'currency'> {
  /** By refunds that are known here: those of ours, under way or done, and those that the gateway reported before. */
  readonly refundedBefore: number;
}

/** A refund that a gateway said it has made. */
export type MadeRefund = Pick<RefundRequest, 'refundNo' | 'orderNo' | 'tradeNo' | 'amount' | 'currency'>;

/** Why a notice is not believed. */
export type NotificationRejection = 'badSignature' | 'stale' | 'malformed' | 'channelOff' | 'otherMerchant';

export type NoticeAnswer =
  | { readonly payment: Payment }
  /** It is genuine and tells of no payment: an order that was closed, a refund, a matter of no interest here. */
  | {
      readonly payment: null;
      readonly orderNo: string | null;
      readonly refund?: RefundReport;
      /** Its indications contradict one another, some of them saying that the order is paid: the values, for an admin. */
      readonly conflict?: string;
      readonly dispute?: DisputeReport;
    }
  /** `orderNo` is the unverified claim of the notification. */
  | { readonly rejection: NotificationRejection; readonly orderNo: string | null };

/** What a gateway is told of its notice, in words of its own: whether it may stop sending it. */
export interface NoticeReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export type QueryAnswer =
  | { readonly payment: Payment; readonly raw: string }
  /**
   * The gateway knows of no payment, as of now. `conflict`: parts of its answer say that there is one and others that there is
   * none; the order stays pending, and the answer is stored as an event.
   */
  | { readonly payment: null; readonly raw: string; readonly conflict?: string };

export interface RefundRequest {
  /** Ours, the same on every try: a gateway refunds a number once, however often it is asked. */
  readonly refundNo: string;
  readonly orderNo: string;
  readonly tradeNo: string;
  /** Integer fen, of a payment of `paid`. */
  readonly amount: number;
  readonly paid: number;
  readonly currency: string;
  /** Of the payment, by other refunds. */
  readonly refundedBefore: number;
  /** It was requested before, and its answer may have been lost, so that it may have succeeded. */
  readonly isRepeat: boolean;
  /** The number of a transfer made by hand; null when none was given. */
  readonly externalNo: string | null;
}

export type RefundAnswer =
  | { readonly outcome: 'succeeded'; readonly channelRefundNo: string }
  /** Final: this refund will never be made. What was taken back is returned. */
  | { readonly outcome: 'rejected'; readonly why: string }
  /** The gateway has taken it on and is not done; banks may need days. Asked again until it says how it ended. */
  | { readonly outcome: 'pending'; readonly why: string };

/** What a gateway said about an order that is not there: its own code, and its words. Neither holds a key. */
export interface ProbeAnswer {
  /** What is wrong by its own words; left out when it is as it should be. */
  readonly problem?: TryProblem;
  readonly code: string | null;
  readonly said: string;
}

/**
 * One way in which money comes in. An adapter speaks to its gateway and judges what that says; it never touches an order, a
 * balance or an event row. It is called outside transactions, by any server process, and may be called twice for the same
 * thing. To throw means not to know (a time-out, a broken line): the caller asks again later with the same numbers. An answer
 * is final. See packages/server/docs/writing-a-payment-adapter.md.
 */
export interface PaymentAdapter {
  readonly channel: string;
  /** Does the gateway know payments that it can be asked about? */
  readonly canQuery: boolean;
  /** Null when it can be used now, else why not. */
  status(): Promise<LocalizedText | null>;
  /** What the channel, as it is set up, needs to know of a payer and was not told: a field of the call, and words. */
  lacks?(payer: Payer): Promise<PayerLack | null>;
  create(order: PayableOrder, payer: Payer): Promise<PayParams>;
  verifyNotice(notice: RawNotice): Promise<NoticeAnswer>;
  /** Without it, no notifications are sent to the URL of the channel; they only come through the service API. */
  readonly acknowledge?: (isTaken: boolean) => NoticeReply;
  query(order: PayableOrder): Promise<QueryAnswer>;
  refund(request: RefundRequest): Promise<RefundAnswer>;
  /**
   * Asks how a refund that was made stands some days later, in case the notification of its end was lost. Null when there is nothing to
   * say. Left out where a gateway cannot tell.
   */
  reconcileRefund?(refund: MadeRefund): Promise<RefundReport | null>;
  /**
   * Asks what the gateway has refunded of a payment in all, in its own back office as well. Null when nothing is known to be. For
   * gateways that report no such refund by a notice.
   */
  findRefunded?(payment: BookedPayment): Promise<RefundReport | null>;
  /**
   * Tries the keys out: signs a query for an order that is not there, and verifies the answer. Throws TrialFailed or
   * OutboundError to say how it failed.
   */
  probe?(): Promise<ProbeAnswer>;
}

export type PaymentAdapters = ReadonlyMap<string, PaymentAdapter>;

/** An amount in yuan, as gateways write it: two decimals, always. No floating point ever touches it. */
export function formatYuan(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new Error('an amount is a whole number of fen');
  const digits = String(fen).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Integer fen of an amount in yuan; null for what is none, or has more than two decimals. */
export function parseYuan(yuan: string): number | null {
  const [, full, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  return full === undefined ? null : Number(`${full}${part.padEnd(2, '0')}`);
}

/** `success` stops a gateway from sending its notice again; it sends it again after anything else. */
export function createPlainReply(isTaken: boolean): NoticeReply {
  return { status: 200, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'fail' };
}
