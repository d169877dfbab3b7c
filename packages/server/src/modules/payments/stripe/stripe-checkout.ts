import { createHash } from 'node:crypto';
import { getPath, type OutboundClient } from '../../../platform/outbound/index.ts';
import type { PayableOrder, Payment, QueryAnswer } from '../payment-adapter.ts';
import type { StripeAccount } from './stripe-account.ts';
import {
  callStripe,
  createStripeUnsureError,
  getStripeRejection,
  readStripe,
  type StripeAnswer,
  type StripeCall,
} from './stripe-api.ts';

/** After an order's end, in s: a page may not be made for less than half an hour, and clocks differ. */
const clockSlack = 120;

/** What tells our payments apart at Stripe: in the metadata of the page and of the payment. */
const orderKey = 'order_no';

/** A Checkout page of an order. The same order gives the same words each time, so that Stripe gives the same page. */
export function createCheckoutForm(order: PayableOrder, returnUrl: string): Readonly<Record<string, string>> {
  return {
    mode: 'payment',
    client_reference_id: order.no,
    [`metadata[${orderKey}]`]: order.no,
    [`payment_intent_data[metadata][${orderKey}]`]: order.no,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': order.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(order.amount),
    'line_items[0][price_data][product_data][name]': order.title || order.no,
    expires_at: String(Math.floor(order.expiresAt / 1000) + clockSlack),
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

/** The page on which an order is paid, or why Stripe makes none. */
export type Page = { readonly url: string; readonly sessionId: string } | { readonly rejection: string };

export async function openCheckout(
  outbound: OutboundClient,
  account: StripeAccount,
  order: PayableOrder,
  returnUrl: string,
): Promise<Page> {
  const form = createCheckoutForm(order, returnUrl);
  const answer = await callStripe(outbound, account, {
    method: 'POST',
    path: '/v1/checkout/sessions',
    form,
    // Stripe rejects a key with other parameters, so that a URL that was changed since gets a page of its own.
    idempotencyKey: `order-${order.no}-${hashOf(form)}`,
  });
  const rejection = getStripeRejection(answer);
  return rejection === null ? pageIn(answer) : { rejection };
}

const hashOf = (form: Readonly<Record<string, string>>) =>
  createHash('sha256').update(JSON.stringify(form)).digest('hex').slice(0, 16);

function pageIn(answer: StripeAnswer): Page {
  const [url, sessionId] = [getPath(answer.said, 'url'), getPath(answer.said, 'id')];
  if (answer.status !== 200 || typeof url !== 'string' || typeof sessionId !== 'string')
    throw createStripeUnsureError(answer);
  return { url, sessionId };
}

/** Asks for payments that carry an order's number; Stripe finds them some seconds after they were made. */
export const createPaymentSearch = (orderNo: string): StripeCall => ({
  method: 'GET',
  path: '/v1/payment_intents/search',
  form: { query: `metadata['${orderKey}']:'${orderNo.replace(/[^\w-]/g, '')}'`, limit: '20' },
});

/** The payment that Stripe knows of for an order: the first one that succeeded. */
export async function queryStripe(
  outbound: OutboundClient,
  account: StripeAccount,
  orderNo: string,
): Promise<QueryAnswer> {
  const found = getPath(await readStripe(outbound, account, createPaymentSearch(orderNo)), 'data');
  if (!Array.isArray(found)) throw new Error('Stripe: the answer makes no sense');
  const payments = found.filter((one) => getPath(one, 'metadata', orderKey) === orderNo).map(paymentIn);
  const canceled = found.find(
    (one) => getPath(one, 'status') === 'succeeded' && typeof getPath(one, 'canceled_at') === 'number',
  );
  const raw = JSON.stringify(found.map(stored));
  if (canceled !== undefined) return { payment: null, raw, conflict: 'status=succeeded, canceled_at is set' };
  const [payment = null] = payments.filter((one) => one !== null).sort((one, other) => one.paidAt - other.paidAt);
  return { payment, raw };
}

function paymentIn(intent: unknown): Payment | null {
  if (getPath(intent, 'status') !== 'succeeded') return null;
  const [tradeNo, amount, currency] = [
    getPath(intent, 'id'),
    getPath(intent, 'amount_received'),
    getPath(intent, 'currency'),
  ];
  const created = getPath(intent, 'created');
  if (typeof tradeNo !== 'string' || typeof amount !== 'number' || typeof currency !== 'string')
    throw new Error('Stripe: the answer makes no sense');
  return {
    eventId: `query:${tradeNo}`,
    orderNo: String(getPath(intent, 'metadata', orderKey)),
    tradeNo,
    amount,
    currency: currency.toUpperCase(),
    paidAt: Number(created) * 1000,
  };
}

/** What is kept of a payment: none of the payer's own data, and no secret of the page. */
function stored(intent: unknown): unknown {
  const names = ['id', 'status', 'amount_received', 'currency', 'created'];
  return Object.fromEntries(names.map((name) => [name, getPath(intent, name)]));
}
