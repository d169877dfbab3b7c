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

/** Events that may report a payment. Some payment methods are confirmed days after the payer leaves the page. */
const paymentEvents = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** Events about a refund. A failed refund may be reported by each of them. */
const refundEvents = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

/** Events about a payment that the payer disputes at the bank. */
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
  /** Set for an event of a connected account, which is not ours. */
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

function getClaimedOrder(event: unknown): string | null {
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
  const orderNo = getClaimedOrder(read);
  if (!secretKey || !webhookSecret) return { rejection: 'channelOff', orderNo };
  const verdict = judgeStripeSignature(headers['stripe-signature'] ?? '', raw, webhookSecret, now);
  if (verdict !== 'right') return { rejection: verdict, orderNo };
  const event = eventShape.safeParse(read);
  if (!event.success) return { rejection: 'malformed', orderNo };
  const isOurs = event.data.livemode === isLiveKey(secretKey) && event.data.account === undefined;
  if (!isOurs) return { rejection: 'otherMerchant', orderNo };
  if (refundEvents.includes(event.data.type)) return readRefund(event.data, getPath(read, 'data', 'object'));
  if (disputeEvents.includes(event.data.type)) return readDispute(getPath(read, 'data', 'object'));
  if (!paymentEvents.includes(event.data.type)) return { payment: null, orderNo };
  const session = getPath(read, 'data', 'object');
  const conflict = findConflict(event.data.type, session);
  if (conflict !== null) return { payment: null, orderNo, conflict };
  if (getPath(session, 'payment_status') !== 'paid') return { payment: null, orderNo };
  return readPayment(event.data, session);
}

/** Returns the fields of an event and its session that contradict each other on the payment; null when they agree. */
function findConflict(type: string, session: unknown): string | null {
  const [payment, status] = [getPath(session, 'payment_status'), getPath(session, 'status')];
  const isEnded = status === undefined || status === 'complete';
  const agrees = payment === 'paid' ? isEnded : type !== 'checkout.session.async_payment_succeeded';
  return agrees ? null : `${type}, payment_status=${String(payment)}, status=${String(status)}`.slice(0, 160);
}

function readPayment({ id, created }: z.infer<typeof eventShape>, session: unknown): NoticeAnswer {
  const paid = sessionShape.safeParse(session);
  if (!paid.success) return { rejection: 'malformed', orderNo: null };
  const { client_reference_id: orderNo, payment_intent: tradeNo, amount_total: amount, currency } = paid.data;
  return {
    payment: { eventId: id, orderNo, tradeNo, amount, currency: currency.toUpperCase(), paidAt: created * 1000 },
  };
}

function readRefund({ id }: z.infer<typeof eventShape>, object: unknown): NoticeAnswer {
  // A refund made in Stripe's dashboard or by another system of the account does not have our refund number.
  if (typeof getPath(object, 'metadata', 'refund_no') !== 'string') return readOutsideRefund(id, object);
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
    failure: readFailure(reported.data),
  };
  return { payment: null, orderNo: null, refund };
}

function readFailure({ status, failure_reason: why }: Pick<z.infer<typeof refundShape>, 'status' | 'failure_reason'>) {
  const failed = status === 'failed' || status === 'canceled';
  return failed ? `${status}${why ? `: ${why}` : ''}`.slice(0, 160) : null;
}

/** Reads a refund that we did not request, with Stripe's number. There is nothing to report until it succeeds or fails. */
function readOutsideRefund(eventId: string, object: unknown): NoticeAnswer {
  const reported = outsideShape.safeParse(object);
  if (!reported.success) return { payment: null, orderNo: null };
  const { id: refundNo, payment_intent: tradeNo, amount, currency, status } = reported.data;
  const failure = readFailure(reported.data);
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

function readDispute(object: unknown): NoticeAnswer {
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

/** Creates the adapter for cards and all other methods of Stripe, on Stripe's own page (Checkout). */
export function createStripeAdapter(deps: StripeDeps): PaymentAdapter {
  const { settings, outbound, clock } = deps;
  /**
   * Returns the account even when the channel is disabled for new orders, because payments must still be queried and refunded.
   */
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

/** Tests the key by searching an order that does not exist, with the usual search. */
async function probeStripe({ settings, outbound }: Pick<StripeDeps, 'settings' | 'outbound'>): Promise<ProbeAnswer> {
  const account = await readStripeAccount(settings);
  if (!account.secretKey || !account.webhookSecret) throw new ConnectionTestError('off');
  const { status, payload } = await callStripe(outbound, account, createPaymentSearch(noSuchOrder));
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const found = getPath(payload, 'data');
  if (!Array.isArray(found)) throw new ConnectionTestError('answer');
  return { code: String(status), said: `${found.length} payments` };
}

/** Metadata key of our refund number at Stripe. */
const refundKey = 'refund_no';

/**
 * Refunds a payment. Stripe deletes idempotency keys after a day, and until then repeats its first answer, even when that was
 * that the refund is pending. So this searches the refunds of the payment for ours before it requests one.
 */
async function refundByStripe(
  outbound: OutboundClient,
  account: StripeAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const known = await findRefund(outbound, account, request);
  if (known !== null) return toRefundAnswer(known, request);
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
  if (answer.status !== 200 || answer.payload === null) throw createStripeUnsureError(answer);
  return toRefundAnswer(answer.payload, request);
}

/**
 * Finds the refund with our number among those of the payment. One page of results is enough, because a payment has few refunds.
 */
async function findRefund(outbound: OutboundClient, account: StripeAccount, { tradeNo, refundNo }: MadeRefund) {
  const form = { payment_intent: tradeNo, limit: '100' };
  const data = getPath(await readStripe(outbound, account, { method: 'GET', path: '/v1/refunds', form }), 'data');
  if (!Array.isArray(data)) throw new Error('Stripe: the answer makes no sense');
  return (data as unknown[]).find((one) => getPath(one, 'metadata', refundKey) === refundNo) ?? null;
}

/** Queries a completed refund. For thirty days Stripe may report that it failed later. */
async function reconcileStripeRefund(
  outbound: OutboundClient,
  account: StripeAccount,
  made: MadeRefund,
): Promise<RefundReport | null> {
  const refund = await findRefund(outbound, account, made);
  const failure = refund === null ? null : getFailure(refund);
  if (failure === null) return null;
  const { refundNo, tradeNo, amount, currency } = made;
  return { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency, failure };
}

/** Returns why a refund did not or will not reach the payer; null when it did or may still do so. */
function getFailure(refund: unknown): string | null {
  const [status, why] = [getPath(refund, 'status'), getPath(refund, 'failure_reason')];
  if (status !== 'failed' && status !== 'canceled') return null;
  return `${status}${typeof why === 'string' ? `: ${why}` : ''}`.slice(0, 160);
}

function toRefundAnswer(refund: unknown, { amount, currency }: RefundRequest): RefundAnswer {
  const [id, status, failure] = [getPath(refund, 'id'), getPath(refund, 'status'), getFailure(refund)];
  const isOurs = getPath(refund, 'amount') === amount && getPath(refund, 'currency') === currency.toLowerCase();
  if (typeof id !== 'string' || !isOurs) throw new Error('Stripe: the refund is of another amount or currency');
  if (status === 'succeeded') return { outcome: 'succeeded', channelRefundNo: id };
  if (failure !== null) return { outcome: 'rejected', why: failure };
  return { outcome: 'pending', why: `Stripe: the refund is ${String(status)}` };
}
