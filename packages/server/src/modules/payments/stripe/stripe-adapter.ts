import { ApiError } from '@gantry/core';
import * as z from 'zod/mini';
import {
  ConnectionTestError,
  getPath,
  type OutboundClient,
  parseJson,
  toRejection,
} from '../../../platform/outbound/index.ts';
import { noSuchOrder, payAddresses } from '../pay-addresses.ts';
import type {
  DisputeReport,
  MadeRefund,
  NoticeAnswer,
  PaymentAdapter,
  ProbeAnswer,
  RawNotice,
  RefundAnswer,
  RefundReport,
  RefundRequest,
} from '../payment-adapter.ts';
import {
  getStripeAvailability,
  isLiveKey,
  readStripeAccount,
  type StripeAccount,
  type StripeDeps,
} from './stripe-account.ts';
import {
  callStripe,
  createStripeUnsureError,
  getStripeRejection,
  judgeStripeSignature,
  readStripe,
} from './stripe-api.ts';
import { createPaymentSearch, openCheckout, queryStripe } from './stripe-checkout.ts';

/** Notices that may say that an order is paid; some means are only sure some days after the page was left. */
const announced = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** Notices about a refund; one that fails may be told of by each of them. */
const refundEvents = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

/** Notices about a payment that its payer disputes at the bank. */
const disputeEvents = [
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
  const claimed = getPath(event, 'data', 'object', 'client_reference_id');
  return typeof claimed === 'string' ? claimed : null;
}

/** Verifies a notification. An authentic one that reports no payment is neither a payment nor a rejection. */
export function judgeStripeNotice(
  { raw, headers }: RawNotice,
  { secretKey, webhookSecret }: StripeAccount,
  now: number,
): NoticeAnswer {
  const read = parseJson(raw);
  const orderNo = claimedOrder(read);
  if (!secretKey || !webhookSecret) return { rejection: 'channelOff', orderNo };
  const verdict = judgeStripeSignature(headers['stripe-signature'] ?? '', raw, webhookSecret, now);
  if (verdict !== 'right') return { rejection: verdict, orderNo };
  const event = eventShape.safeParse(read);
  if (!event.success) return { rejection: 'malformed', orderNo };
  const isOurs = event.data.livemode === isLiveKey(secretKey) && event.data.account === undefined;
  if (!isOurs) return { rejection: 'otherMerchant', orderNo };
  if (refundEvents.includes(event.data.type)) return refundOf(event.data, getPath(read, 'data', 'object'));
  if (disputeEvents.includes(event.data.type)) return disputeOf(getPath(read, 'data', 'object'));
  if (!announced.includes(event.data.type)) return { payment: null, orderNo };
  const session = getPath(read, 'data', 'object');
  const conflict = conflictOf(event.data.type, session);
  if (conflict !== null) return { payment: null, orderNo, conflict };
  if (getPath(session, 'payment_status') !== 'paid') return { payment: null, orderNo };
  return paymentOf(event.data, session);
}

/** What of an event and its session contradict one another, some of them saying that it is paid; null when they agree. */
function conflictOf(type: string, session: unknown): string | null {
  const [payment, status] = [getPath(session, 'payment_status'), getPath(session, 'status')];
  const isEnded = status === undefined || status === 'complete';
  const agrees = payment === 'paid' ? isEnded : type !== 'checkout.session.async_payment_succeeded';
  return agrees ? null : `${type}, payment_status=${String(payment)}, status=${String(status)}`.slice(0, 160);
}

function paymentOf({ id, created }: z.infer<typeof eventShape>, session: unknown): NoticeAnswer {
  const paid = sessionShape.safeParse(session);
  if (!paid.success) return { rejection: 'malformed', orderNo: null };
  const { client_reference_id: orderNo, payment_intent: tradeNo, amount_total: amount, currency } = paid.data;
  return {
    payment: { eventId: id, orderNo, tradeNo, amount, currency: currency.toUpperCase(), paidAt: created * 1000 },
  };
}

function refundOf({ id }: z.infer<typeof eventShape>, object: unknown): NoticeAnswer {
  // One that was made in Stripe's dashboard, or by another system of the account, has no number of ours.
  if (typeof getPath(object, 'metadata', 'refund_no') !== 'string') return outsideRefundOf(id, object);
  const reported = refundShape.safeParse(object);
  if (!reported.success) return { rejection: 'malformed', orderNo: null };
  const { payment_intent: tradeNo, amount, currency, metadata } = reported.data;
  const { refund_no: refundNo } = metadata;
  const refund = {
    eventId: id,
    refundNo,
    tradeNo,
    amount,
    currency: currency.toUpperCase(),
    failure: failureIn(reported.data),
  };
  return { payment: null, orderNo: null, refund };
}

function failureIn({ status, failure_reason: why }: Pick<z.infer<typeof refundShape>, 'status' | 'failure_reason'>) {
  const failed = status === 'failed' || status === 'canceled';
  return failed ? `${status}${why ? `: ${why}` : ''}`.slice(0, 160) : null;
}

/** A refund that we did not request, by Stripe's number; until it succeeds or fails there is nothing to report. */
function outsideRefundOf(eventId: string, object: unknown): NoticeAnswer {
  const reported = outsideShape.safeParse(object);
  if (!reported.success) return { payment: null, orderNo: null };
  const { id: refundNo, payment_intent: tradeNo, amount, currency, status } = reported.data;
  const failure = failureIn(reported.data);
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
  const reported = disputeShape.safeParse(object);
  if (!reported.success) return { payment: null, orderNo: null };
  const { id: disputeNo, payment_intent: tradeNo, amount, currency, status, reason } = reported.data;
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

/** Cards and what else Stripe takes, on a page of Stripe's own (Checkout). */
export function createStripeAdapter(deps: StripeDeps): PaymentAdapter {
  const { settings, outbound, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async (): Promise<StripeAccount> => {
    const found = await readStripeAccount(settings);
    if (!found.secretKey) throw new Error('Stripe: there is no key');
    return found;
  };
  return {
    channel: 'stripe',
    canQuery: true,
    status: () => getStripeAvailability(settings),
    async create(order) {
      const addresses = await payAddresses(settings, 'stripe');
      if (!addresses) throw new Error('Stripe: the site has no address');
      const page = await openCheckout(outbound, await account(), order, addresses.back);
      if ('rejection' in page) throw new ApiError('invalid', { errors: { channel: [page.rejection] } });
      return { orderNo: order.no, amount: order.amount, currency: order.currency, payUrl: page.url };
    },
    verifyNotice: async (notice) => judgeStripeNotice(notice, await readStripeAccount(settings), clock()),
    acknowledge: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain; charset=utf-8', body: '' }),
    probe: () => probeStripe(deps),
    query: async ({ no }) => queryStripe(outbound, await account(), no),
    refund: async (request) => refundByStripe(outbound, await account(), request),
    reconcileRefund: async (made) => reconcileStripeRefund(outbound, await account(), made),
  };
}

/** Asks about an order that is not there, as orders are asked about: with a right key there is nothing to find. */
async function probeStripe({ settings, outbound }: Pick<StripeDeps, 'settings' | 'outbound'>): Promise<ProbeAnswer> {
  const account = await readStripeAccount(settings);
  if (!account.secretKey || !account.webhookSecret) throw new ConnectionTestError('off');
  const { status, said } = await callStripe(outbound, account, createPaymentSearch(noSuchOrder));
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const found = getPath(said, 'data');
  if (!Array.isArray(found)) throw new ConnectionTestError('answer');
  return { code: String(status), said: `${found.length} payments` };
}

/** Our number of a refund, in its metadata at Stripe. */
const refundKey = 'refund_no';

/**
 * Refunds a payment. Stripe forgets idempotency keys after a day and repeats what it answered first, also that a refund is
 * still on its way: so the payment's refunds are looked through for ours before one is asked for.
 */
async function refundByStripe(
  outbound: OutboundClient,
  account: StripeAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const known = await knownRefund(outbound, account, request);
  if (known !== null) return outcomeOf(known, request);
  const answer = await callStripe(outbound, account, {
    method: 'POST',
    path: '/v1/refunds',
    form: {
      payment_intent: request.tradeNo,
      amount: String(request.amount),
      [`metadata[${refundKey}]`]: request.refundNo,
      'metadata[order_no]': request.orderNo,
    },
    idempotencyKey: `refund-${request.refundNo}`,
  });
  const why = getStripeRejection(answer);
  if (why !== null) return { outcome: 'rejected', why };
  if (answer.status !== 200 || answer.said === null) throw createStripeUnsureError(answer);
  return outcomeOf(answer.said, request);
}

/** The refund of our number among those of the payment; a payment has few. */
async function knownRefund(outbound: OutboundClient, account: StripeAccount, { tradeNo, refundNo }: MadeRefund) {
  const form = { payment_intent: tradeNo, limit: '100' };
  const data = getPath(await readStripe(outbound, account, { method: 'GET', path: '/v1/refunds', form }), 'data');
  if (!Array.isArray(data)) throw new Error('Stripe: the answer makes no sense');
  return (data as unknown[]).find((one) => getPath(one, 'metadata', refundKey) === refundNo) ?? null;
}

/** Stripe may say for thirty days that a refund failed after all. */
async function reconcileStripeRefund(
  outbound: OutboundClient,
  account: StripeAccount,
  made: MadeRefund,
): Promise<RefundReport | null> {
  const refund = await knownRefund(outbound, account, made);
  const failure = refund === null ? null : failureOf(refund);
  if (failure === null) return null;
  const { refundNo, tradeNo, amount, currency } = made;
  return { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency, failure };
}

/** Why it will never reach the payer, or has not after all; null when neither is so. */
function failureOf(refund: unknown): string | null {
  const [status, why] = [getPath(refund, 'status'), getPath(refund, 'failure_reason')];
  if (status !== 'failed' && status !== 'canceled') return null;
  return `${status}${typeof why === 'string' ? `: ${why}` : ''}`.slice(0, 160);
}

function outcomeOf(refund: unknown, { amount, currency }: RefundRequest): RefundAnswer {
  const [id, status, failure] = [getPath(refund, 'id'), getPath(refund, 'status'), failureOf(refund)];
  const isOurs = getPath(refund, 'amount') === amount && getPath(refund, 'currency') === currency.toLowerCase();
  if (typeof id !== 'string' || !isOurs) throw new Error('Stripe: the refund is of another amount or currency');
  if (status === 'succeeded') return { outcome: 'succeeded', channelRefundNo: id };
  if (failure !== null) return { outcome: 'rejected', why: failure };
  return { outcome: 'pending', why: `Stripe: the refund is ${String(status)}` };
}
