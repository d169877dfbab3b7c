import type { LocalizedText, PayMethod, TestProblem } from '@gantry/core';

/** The data of an order that a gateway needs. Amounts are integer fen. */
export interface PayableOrder {
  readonly no: string;
  readonly amount: number;
  readonly currency: string;
  readonly title: string;
  /** UTC ms, after which the payer should no longer be able to pay. */
  readonly expiresAt: number;
  /** The payment method, for a channel with several; null for a channel with one. */
  readonly method: PayMethod | null;
}

/** Data of the payer that some payment methods need; null when not given. */
export interface Payer {
  /** The payer's ID in the gateway's own app. */
  readonly openid: string | null;
  readonly ip: string | null;
}

export type PayerLack = readonly [field: 'payerIp' | 'payerOpenid', why: LocalizedText];

/**
 * What the payer's client needs to pay: a URL, the text of a QR code, or form fields. Returned to the caller that places the
 * order.
 */
export type PayParams = Readonly<Record<string, string | number>>;

/** A notification exactly as it was received, because its signature covers these bytes. */
export interface RawNotice {
  /** The body, or the query string of a GET request. */
  readonly raw: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A payment that a gateway confirmed. */
export interface Payment {
  /** Identifies the gateway's report. A repeated report has the same ID. */
  readonly eventId: string;
  readonly orderNo: string;
  /** The gateway's unique number of the payment. */
  readonly tradeNo: string;
  /** What was paid, in integer fen. */
  readonly amount: number;
  readonly currency: string;
  /** UTC ms. */
  readonly paidAt: number;
}

/** What a gateway reports about a refund, in a notification or in the answer to a query. */
export interface RefundReport {
  /** Identifies the gateway's report. */
  readonly eventId: string;
  /** Our refund number. For a refund made in the gateway's dashboard, the gateway's number, or null when it reports none. */
  readonly refundNo: string | null;
  /** The gateway's number of the payment. */
  readonly tradeNo: string;
  /** Integer fen; null when the gateway does not report it. */
  readonly amount: number | null;
  /** Refunded total of the payment so far, in integer fen, for a gateway that reports this instead of the amount. */
  readonly total?: number | null;
  readonly currency: string;
  /** The gateway's reason why the refund did not or will not reach the payer; null when it succeeded or is in progress. */
  readonly failure: string | null;
  /** Set when the refund reached the payer by another route than the payment method, in the gateway's words. No action is needed. */
  readonly detour?: string;
}

/** What a gateway reports of a payment that its payer disputes at the bank. */
export interface DisputeReport {
  /** Identifies the dispute and its state. Repeated reports of a state have the same ID. */
  readonly eventId: string;
  /** The gateway's number of the dispute. */
  readonly disputeNo: string;
  /** The gateway's number of the payment. */
  readonly tradeNo: string;
  /** Disputed amount in integer minor units. */
  readonly amount: number;
  readonly currency: string;
  /** `inquiry`: the bank requests information, and no money has moved. */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  /** The reason as the gateway words it. */
  readonly why: string | null;
}

/** A booked payment for which the gateway is queried about refunds. Amounts are integer minor units. */
export interface BookedPayment extends Pick<RefundRequest, 'orderNo' | 'tradeNo' | 'paid' | 'currency'> {
  /** Total of the known refunds: our own, in progress or completed, and those that the gateway reported before. */
  readonly refundedBefore: number;
}

/** A refund that a gateway reported as completed. */
export type MadeRefund = Pick<RefundRequest, 'refundNo' | 'orderNo' | 'tradeNo' | 'amount' | 'currency'>;

/** Why a notification is rejected. */
export type NotificationRejection = 'badSignature' | 'stale' | 'malformed' | 'channelOff' | 'otherMerchant';

export type NoticeAnswer =
  | { readonly payment: Payment }
  /** An authentic notification without a payment, such as a closed order, a refund or an irrelevant event. */
  | {
      readonly payment: null;
      readonly orderNo: string | null;
      readonly refund?: RefundReport;
      /** Set when fields contradict each other on whether the order is paid: their values, for an admin. */
      readonly conflict?: string;
      readonly dispute?: DisputeReport;
    }
  /** `orderNo` is the unverified claim of the notification. */
  | { readonly rejection: NotificationRejection; readonly orderNo: string | null };

/** The reply to a notification in the gateway's format. It determines whether the gateway stops sending it. */
export interface NoticeReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export type QueryAnswer =
  | { readonly payment: Payment; readonly raw: string }
  /**
   * The gateway knows of no payment yet. `conflict` is set when fields of its answer contradict each other on whether there is
   * one; the order then remains pending, and the answer is stored as an event.
   */
  | { readonly payment: null; readonly raw: string; readonly conflict?: string };

export interface RefundRequest {
  /** Our refund number, the same for every attempt, so that the gateway refunds it only once. */
  readonly refundNo: string;
  readonly orderNo: string;
  readonly tradeNo: string;
  /** Amount of this refund in integer fen; `paid` is the amount of the payment. */
  readonly amount: number;
  readonly paid: number;
  readonly currency: string;
  /** Total of the other refunds of the payment, in integer fen. */
  readonly refundedBefore: number;
  /** Whether the refund was requested before. It may have succeeded, because the answer may have been lost. */
  readonly isRepeat: boolean;
  /** The number of a manual transfer; null when none was given. */
  readonly externalNo: string | null;
}

export type RefundAnswer =
  | { readonly outcome: 'succeeded'; readonly channelRefundNo: string }
  /** Final: the gateway will never make this refund. What was reclaimed is returned to the user. */
  | { readonly outcome: 'rejected'; readonly why: string }
  /**
   * The gateway accepted the refund and is processing it, which may take banks days. The request is repeated until there is an
   * outcome.
   */
  | { readonly outcome: 'pending'; readonly why: string };

/** A gateway's answer about an order that does not exist. Its code and message contain no key. */
export interface ProbeAnswer {
  /** The problem that the answer indicates; undefined when the answer is as expected. */
  readonly problem?: TestProblem;
  readonly code: string | null;
  readonly said: string;
}

/**
 * The adapter of one payment channel. It calls its gateway and verifies the answers; it never changes an order, a balance or an
 * event. Any server process may call it, outside transactions and more than once for the same operation. An error means that the
 * outcome is unknown (a timeout, a broken connection), and the caller repeats the request later with the same numbers. A returned
 * answer is final. See packages/server/docs/writing-a-payment-adapter.md.
 */
export interface PaymentAdapter {
  readonly channel: string;
  /** Whether the gateway can be queried about payments. */
  readonly canQuery: boolean;
  /** Returns null when the channel can be used now, otherwise why not. */
  status(): Promise<LocalizedText | null>;
  /** Returns the payer field that the configured channel requires and that is missing, with a message; null when none is. */
  lacks?(payer: Payer): Promise<PayerLack | null>;
  create(order: PayableOrder, payer: Payer): Promise<PayParams>;
  verifyNotice(notice: RawNotice): Promise<NoticeAnswer>;
  /** Creates the reply to a notification. Without it the channel has no notification URL, only the service API. */
  readonly acknowledge?: (isTaken: boolean) => NoticeReply;
  query(order: PayableOrder): Promise<QueryAnswer>;
  refund(request: RefundRequest): Promise<RefundAnswer>;
  /**
   * Queries a completed refund some days later, in case the notification of its failure was lost. Returns null when there is
   * nothing to report. Undefined for a gateway without such a query.
   */
  reconcileRefund?(refund: MadeRefund): Promise<RefundReport | null>;
  /**
   * Queries what the gateway has refunded of a payment, including refunds made in its dashboard. Returns null when it reports
   * none. Only for gateways that send no notification of such refunds.
   */
  findRefunded?(payment: BookedPayment): Promise<RefundReport | null>;
  /**
   * Tests the keys: signs a query for an order that does not exist, and verifies the answer. Throws ConnectionTestError or
   * OutboundError when the test fails.
   */
  probe?(): Promise<ProbeAnswer>;
}

export type PaymentAdapters = ReadonlyMap<string, PaymentAdapter>;

/** Formats an amount in yuan with two decimals, as gateways expect it, without floating-point arithmetic. */
export function formatYuan(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new Error('an amount is a whole number of fen');
  const digits = String(fen).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses an amount in yuan to integer fen. Returns null for an invalid amount or one with more than two decimals. */
export function parseYuan(yuan: string): number | null {
  const [, full, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  return full === undefined ? null : Number(`${full}${part.padEnd(2, '0')}`);
}

/** Creates a plain text reply. After `success` the gateway stops sending the notification; after anything else it repeats it. */
export function createPlainReply(isTaken: boolean): NoticeReply {
  return { status: 200, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'fail' };
}
