import { getPath, type OutboundClient } from '../../../platform/outbound/index.ts';
import type { MadeRefund, RefundAnswer, RefundReport, RefundRequest } from '../payment-adapter.ts';
import type { StripeAccount } from './stripe-account.ts';
import { callStripe, createStripeUnsureError, getStripeRejection, readStripe } from './stripe-api.ts';

/** Our number of a refund, in its metadata at Stripe. */
const refundKey = 'refund_no';

/**
 * Refunds a payment. Stripe forgets idempotency keys after a day and repeats what it answered first, also that a refund is
 * still on its way: so the payment's refunds are looked through for ours before one is asked for.
 */
export async function refundByStripe(
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
export async function reconcileStripeRefund(
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
