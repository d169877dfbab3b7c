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

/** Seconds that a page stays open after the order expires. Stripe requires at least half an hour, and clocks differ. */
const clockMarginS = 120;

/** Metadata key that identifies the order of a Checkout page and of its payment at Stripe. */
const orderKey = 'order_no';

/** Creates the form of a Checkout page. The same order produces the same form, so that Stripe returns the same page. */
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
    expires_at: String(Math.floor(order.expiresAt / 1000) + clockMarginS),
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

/** The page on which an order is paid, or why Stripe rejects it. */
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
    // Stripe rejects a known key with other parameters. The hash lets an order with a changed URL get a new page.
    idempotencyKey: `order-${order.no}-${hashOf(form)}`,
  });
  const rejection = getStripeRejection(answer);
  return rejection === null ? readPage(answer) : { rejection };
}

const hashOf = (form: Readonly<Record<string, string>>) =>
  createHash('sha256').update(JSON.stringify(form)).digest('hex').slice(0, 16);

function readPage(answer: StripeAnswer): Page {
  const [url, sessionId] = [getPath(answer.payload, 'url'), getPath(answer.payload, 'id')];
  if (answer.status !== 200 || typeof url !== 'string' || typeof sessionId !== 'string')
    throw createStripeUnsureError(answer);
  return { url, sessionId };
}

/** Creates a search for the payments of an order. Stripe finds a payment some seconds after it was made. */
export const createPaymentSearch = (orderNo: string): StripeCall => ({
  method: 'GET',
  path: '/v1/payment_intents/search',
  form: { query: `metadata['${orderKey}']:'${orderNo.replace(/[^\w-]/g, '')}'`, limit: '20' },
});

/** Queries the payment of an order, which is the first one that succeeded. */
export async function queryStripe(
  outbound: OutboundClient,
  account: StripeAccount,
  orderNo: string,
): Promise<QueryAnswer> {
  const found = getPath(await readStripe(outbound, account, createPaymentSearch(orderNo)), 'data');
  if (!Array.isArray(found)) throw new Error('Stripe: the answer makes no sense');
  const payments = found.filter((one) => getPath(one, 'metadata', orderKey) === orderNo).map(readPayment);
  const canceled = found.find(
    (one) => getPath(one, 'status') === 'succeeded' && typeof getPath(one, 'canceled_at') === 'number',
  );
  const raw = JSON.stringify(found.map(pickStoredFields));
  if (canceled !== undefined) return { payment: null, raw, conflict: 'status=succeeded, canceled_at is set' };
  const [payment = null] = payments.filter((one) => one !== null).sort((one, other) => one.paidAt - other.paidAt);
  return { payment, raw };
}

function readPayment(intent: unknown): Payment | null {
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

/** Returns the fields of a payment that are stored. They contain no data of the payer and no secret of the page. */
function pickStoredFields(intent: unknown): unknown {
  const names = ['id', 'status', 'amount_received', 'currency', 'created'];
  return Object.fromEntries(names.map((name) => [name, getPath(intent, name)]));
}
