import * as z from 'zod/mini';
import { at } from '../outbound/index.ts';
import type { NoticeAnswer, RawNotice } from './payment-adapter.ts';
import { isLiveKey, type StripeAccount } from './stripe-account.ts';
import { judgeStripeSignature } from './stripe-signature.ts';

/** Notices that may say that an order is paid; some means are only sure some days after the page was left. */
const telling = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

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

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

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
  const read = parsed(raw);
  const orderNo = claimedOrder(read);
  if (!secretKey || !webhookSecret) return { refusal: 'channelOff', orderNo };
  const verdict = judgeStripeSignature(headers['stripe-signature'] ?? '', raw, webhookSecret, now);
  if (verdict !== 'right') return { refusal: verdict, orderNo };
  const event = eventShape.safeParse(read);
  if (!event.success) return { refusal: 'malformed', orderNo };
  const isOurs = event.data.livemode === isLiveKey(secretKey) && event.data.account === undefined;
  if (!isOurs) return { refusal: 'otherMerchant', orderNo };
  if (!telling.includes(event.data.type)) return { payment: null, orderNo };
  const session = at(read, 'data', 'object');
  if (at(session, 'payment_status') !== 'paid') return { payment: null, orderNo };
  return paymentOf(event.data, session);
}

function paymentOf({ id, created }: z.infer<typeof eventShape>, session: unknown): NoticeAnswer {
  const paid = sessionShape.safeParse(session);
  if (!paid.success) return { refusal: 'malformed', orderNo: null };
  const { client_reference_id: orderNo, payment_intent: tradeNo, amount_total: amount, currency } = paid.data;
  return {
    payment: { eventId: id, orderNo, tradeNo, amount, currency: currency.toUpperCase(), paidAt: created * 1000 },
  };
}
