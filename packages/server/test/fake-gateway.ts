import type { JsonHost } from './json-host.ts';

/** A notice on the wire. */
export interface WireNotice {
  readonly raw: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a notice may say otherwise than what is true. */
export interface Bent {
  readonly amount?: number;
  readonly currency?: string;
  /** The gateway's number of the payment, where it need not be a certain one. */
  readonly tradeNo?: string;
  /** Another merchant's money. */
  readonly isOthers?: boolean;
  /** A word that tells of no payment. */
  readonly isUnpaid?: boolean;
  /** UTC ms of the signature. */
  readonly at?: number;
  /** Signed with another key. */
  readonly isForged?: boolean;
}

/** A gateway on the loopback that checks what it is asked as the real one's documents say. */
export interface FakeGateway {
  readonly channel: string;
  /** Of the system settings. */
  readonly group: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Settings with which the gateway does not know us. */
  readonly wrongKey: Readonly<Record<string, unknown>>;
  /** What makes the settings incomplete. */
  readonly unfilled: Readonly<Record<string, unknown>>;
  /** Where a notice has its signature: next to the bytes, with a time; or within a form, or a query of a GET, without one. */
  readonly signsBy: 'headers' | 'form' | 'query';
  /** States of a refund that was on its way, with what becomes of the order; none when it cannot be on its way. */
  readonly laterStates?: readonly (readonly [state: string, status: string])[];
  /** The state of a refund whose money came back after all, and how the gateway says why; none where that cannot be. */
  readonly lostState?: readonly [state: string, why: string];
  /** What must be found nowhere. */
  readonly keys: readonly string[];
  readonly host: JsonHost;
  /** `later`: on its way when asked for; `lost`: made, and the answer gets lost; `down`: nothing is made. */
  refunding: 'works' | 'later' | 'lost' | 'down' | 'refuses';
  /** Of each refund that was made: its number, its amount, its state. */
  readonly refunds: readonly { readonly no: string; readonly amount: number; state: string }[];
  /** The payer pays what the page asks. */
  pay(orderNo: string): void;
  notice(orderNo: string, tampered?: Bent): WireNotice;
  /** What it says by itself of a refund that it made, in the state that this has now; a notice of its own each time. */
  refundNotice?(refundNo: string): WireNotice;
  /** What it says of a refund that was made in its back office; `total` is all that went back so far, in fen as is `amount`. */
  outsideNotice?(
    orderNo: string,
    reported: { readonly no: string | null; readonly amount: number; readonly total: number },
  ): WireNotice;
  /** What it says of money of an order that goes back without being asked for by us. */
  takenBackNotice?(
    orderNo: string,
    reported: { readonly type: string } & Readonly<Record<string, unknown>>,
  ): WireNotice;
}

/** Fields as such gateways sign them: by name, without what is empty and what is named. */
export function signedText(fields: ReadonlyMap<string, string>, without: readonly string[]): string {
  return [...fields.keys()]
    .filter((name) => !without.includes(name) && fields.get(name) !== '')
    .sort()
    .map((name) => `${name}=${fields.get(name)}`)
    .join('&');
}

/** Fen as such gateways write them; not by the product's own hand, which is what they check. */
export const inYuan = (fen: number) => (fen / 100).toFixed(2);
