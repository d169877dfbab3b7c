import * as z from 'zod/mini';
import { at, jsonIn } from '../outbound/index.ts';
import type { DisputeReport, NoticeAnswer, RawNotice } from './payment-adapter.ts';
import { isLiveKey, type StripeAccount } from './stripe-account.ts';
import { judgeStripeSignature } from './stripe-signature.ts';

/** Notices that may say that an order is paid; some means are only sure some days after the page was left. */
const telling = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** Notices about a refund; one that fails may be told of by each of them. */
const tellingOfRefunds = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

/** Notices about a payment that its payer disputes at the bank. */
const tellingOfDisputes = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
];

const eventShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(96)),
  type: z.string(),
  livemode: z.boolean(),
  created: z.int().check(z.gte(0)),
  /** Of a connected account: not ours. */
  account: z.optional(z.string()),
});

const sessionShape = z.object({
  object: z.literal('checkout.session'),
  client_reference_id: z.string().check(z.minLength(1), z.maxLength(64)),
  payment_intent: z.string().check(z.minLength(1), z.maxLength(64)),
  amount_total: z.int().check(z.gte(0)),
  currency: z.string().check(z.minLength(3), z.maxLength(3)),
});

const refundShape = z.object({
  object: z.literal('refund'),
  payment_intent: z.string().check(z.minLength(1), z.maxLength(64)),
  amount: z.int().check(z.gte(0)),
  currency: z.string().check(z.minLength(3), z.maxLength(3)),
  status: z.string(),
  failure_reason: z.optional(z.nullable(z.string())),
  metadata: z.object({ refund_no: z.string().check(z.minLength(1), z.maxLength(64)) }),
});

const moneyShape = {
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  payment_intent: z.string().check(z.minLength(1), z.maxLength(64)),
  amount: z.int().check(z.gte(0)),
  currency: z.string().check(z.minLength(3), z.maxLength(3)),
  status: z.string(),
};
const outsideShape = z.object({ ...moneyShape, failure_reason: z.optional(z.nullable(z.string())) });
const disputeShape = z.object({ ...moneyShape, reason: z.optional(z.nullable(z.string())) });

function claimedOrder(event: unknown): string | null {
  const claimed = at(event, 'data', 'object', 'client_reference_id');
  return typeof claimed === 'string' ? claimed : null;
}

/** Judges a notice as it came. One that is genuine and tells of no payment is neither a payment nor a refusal. */
export function judgeStripeNotice(
  { raw, headers }: RawNotice,
  { secretKey, webhookSecret }: StripeAccount,
  now: number,
): NoticeAnswer {
  const read = jsonIn(raw);
  const orderNo = claimedOrder(read);
  if (!secretKey || !webhookSecret) return { refusal: 'channelOff', orderNo };
  const verdict = judgeStripeSignature(headers['stripe-signature'] ?? '', raw, webhookSecret, now);
  if (verdict !== 'right') return { refusal: verdict, orderNo };
  const event = eventShape.safeParse(read);
  if (!event.success) return { refusal: 'malformed', orderNo };
  const isOurs = event.data.livemode === isLiveKey(secretKey) && event.data.account === undefined;
  if (!isOurs) return { refusal: 'otherMerchant', orderNo };
  if (tellingOfRefunds.includes(event.data.type)) return refundOf(event.data, at(read, 'data', 'object'));
  if (tellingOfDisputes.includes(event.data.type)) return disputeOf(at(read, 'data', 'object'));
  if (!telling.includes(event.data.type)) return { payment: null, orderNo };
  const session = at(read, 'data', 'object');
  const conflict = conflictOf(event.data.type, session);
  if (conflict !== null) return { payment: null, orderNo, conflict };
  if (at(session, 'payment_status') !== 'paid') return { payment: null, orderNo };
  return paymentOf(event.data, session);
}

/** What of an event and its session contradict one another, some of them saying that it is paid; null when they agree. */
function conflictOf(type: string, session: unknown): string | null {
  const [payment, status] = [at(session, 'payment_status'), at(session, 'status')];
  const isEnded = status === undefined || status === 'complete';
  const agrees = payment === 'paid' ? isEnded : type !== 'checkout.session.async_payment_succeeded';
  return agrees ? null : `${type}, payment_status=${String(payment)}, status=${String(status)}`.slice(0, 160);
}

function paymentOf({ id, created }: z.infer<typeof eventShape>, session: unknown): NoticeAnswer {
  const paid = sessionShape.safeParse(session);
  if (!paid.success) return { refusal: 'malformed', orderNo: null };
  const { client_reference_id: orderNo, payment_intent: tradeNo, amount_total: amount, currency } = paid.data;
  return {
    payment: { eventId: id, orderNo, tradeNo, amount, currency: currency.toUpperCase(), paidAt: created * 1000 },
  };
}

function refundOf({ id }: z.infer<typeof eventShape>, object: unknown): NoticeAnswer {
  // One that was made in Stripe's dashboard, or by another system of the account, has no number of ours.
  if (typeof at(object, 'metadata', 'refund_no') !== 'string') return outsideRefundOf(id, object);
  const told = refundShape.safeParse(object);
  if (!told.success) return { refusal: 'malformed', orderNo: null };
  const { payment_intent: tradeNo, amount, currency, metadata } = told.data;
  const { refund_no: refundNo } = metadata;
  const refund = {
    eventId: id,
    refundNo,
    tradeNo,
    amount,
    currency: currency.toUpperCase(),
    failure: failureIn(told.data),
  };
  return { payment: null, orderNo: null, refund };
}

function failureIn({ status, failure_reason: why }: Pick<z.infer<typeof refundShape>, 'status' | 'failure_reason'>) {
  const failed = status === 'failed' || status === 'canceled';
  return failed ? `${status}${why ? `: ${why}` : ''}`.slice(0, 160) : null;
}

/** A refund that we did not request, by Stripe's number; until it succeeds or fails there is nothing to report. */
function outsideRefundOf(eventId: string, object: unknown): NoticeAnswer {
  const told = outsideShape.safeParse(object);
  if (!told.success) return { payment: null, orderNo: null };
  const { id: refundNo, payment_intent: tradeNo, amount, currency, status } = told.data;
  const failure = failureIn(told.data);
  if (failure === null && status !== 'succeeded') return { payment: null, orderNo: null };
  const refund = { eventId, refundNo, tradeNo, amount, currency: currency.toUpperCase(), failure };
  return { payment: null, orderNo: null, refund };
}

/** Stripe's states of a dispute; `warning_...` are inquiries, for which no money is withdrawn. */
const disputeStates: Readonly<Record<string, DisputeReport['state']>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  prevented: 'won',
  charge_refunded: 'won',
  lost: 'lost',
};

function disputeOf(object: unknown): NoticeAnswer {
  const told = disputeShape.safeParse(object);
  if (!told.success) return { payment: null, orderNo: null };
  const { id: disputeNo, payment_intent: tradeNo, amount, currency, status, reason } = told.data;
  return {
    payment: null,
    orderNo: null,
    dispute: {
      eventId: `${disputeNo}:${status.slice(0, 30)}`,
      disputeNo,
      tradeNo,
      amount,
      currency: currency.toUpperCase(),
      state: disputeStates[status] ?? 'inquiry',
      why: [status, reason].filter(Boolean).join(': ').slice(0, 160),
    },
  };
}
