import type { JsonHost } from './json-host.ts';

/** A payment notification as sent over HTTP. */
export interface WireNotice {
  readonly raw: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Changes that make a notification wrong. */
export interface Bent {
  readonly amount?: number;
  readonly currency?: string;
  /** The gateway's number of the payment, where any number will do. */
  readonly tradeNo?: string;
  /** A payment to another merchant. */
  readonly isOthers?: boolean;
  /** A status other than paid. */
  readonly isUnpaid?: boolean;
  /** UTC ms of the signature. */
  readonly at?: number;
  /** Signed with another key. */
  readonly isForged?: boolean;
}

/** A fake gateway on the loopback that validates requests as the real one's documentation says. */
export interface FakeGateway {
  readonly channel: string;
  /** Group of the system settings. */
  readonly group: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Settings with credentials that the gateway rejects. */
  readonly wrongKey: Readonly<Record<string, unknown>>;
  /** A change that makes the settings incomplete. */
  readonly unfilled: Readonly<Record<string, unknown>>;
  /**
   * Where a notification carries its signature: in the headers with a timestamp, or in the fields of a form or a GET query
   * without one.
   */
  readonly signsBy: 'headers' | 'form' | 'query';
  /** Statuses of a pending refund and the resulting order statuses; omitted when refunds are never pending. */
  readonly laterStates?: readonly (readonly [state: string, status: string])[];
  /** The status of a completed refund that was returned later, and the gateway's reason; omitted when that cannot happen. */
  readonly lostState?: readonly [state: string, why: string];
  /** Secrets that must not appear anywhere. */
  readonly keys: readonly string[];
  readonly host: JsonHost;
  /** `later`: refunds are pending at first; `lost`: the refund is made but the response is lost; `down`: nothing is made. */
  refunding: 'works' | 'later' | 'lost' | 'down' | 'refuses';
  /** The refunds made, with their numbers, amounts and statuses. */
  readonly refunds: readonly { readonly no: string; readonly amount: number; state: string }[];
  /** Pays the full amount as the payer. */
  pay(orderNo: string): void;
  notice(orderNo: string, tampered?: Bent): WireNotice;
  /** The notification about a refund in its present status, with a new notification ID each time. */
  refundNotice?(refundNo: string): WireNotice;
  /** The notification about a refund made in the back office; `total` is everything refunded so far. Both amounts in fen. */
  outsideNotice?(
    orderNo: string,
    reported: { readonly no: string | null; readonly amount: number; readonly total: number },
  ): WireNotice;
  /** The notification about money of an order that was returned without a refund request, such as a chargeback. */
  takenBackNotice?(
    orderNo: string,
    reported: { readonly type: string } & Readonly<Record<string, unknown>>,
  ): WireNotice;
}

/** Returns the text that such gateways sign: the fields by name, without empty ones and those in `without`. */
export function signedText(fields: ReadonlyMap<string, string>, without: readonly string[]): string {
  return [...fields.keys()]
    .filter((name) => !without.includes(name) && fields.get(name) !== '')
    .sort()
    .map((name) => `${name}=${fields.get(name)}`)
    .join('&');
}

/** Formats fen as yuan. Independent of the product's code, which the fakes check. */
export const inYuan = (fen: number) => (fen / 100).toFixed(2);
