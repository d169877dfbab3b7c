import { Fault, type Locale, type PaymentResult, say } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import type { NoticeAnswer, RawNotice } from '../payments/payment-adapter.ts';
import { applyPayment } from './apply-payment.ts';
import { handleDispute } from './handle-dispute.ts';
import { hearOfRefund } from './hear-of-refund.ts';
import { type OrderNeeds, type OrderRules, orderRules } from './order-needs.ts';
import { lockOrder } from './order-rows.ts';
import { recordConflict } from './record-conflict.ts';
import { type GatewayWord, recordEvent } from './record-event.ts';
import { settleOrder } from './settle-order.ts';

/** A notice that was kept, believed or not. */
export interface KeptNotice {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  /** There is something left to do: a refund is under way, or one is to be booked. */
  readonly isOpen?: boolean;
}

const refusals = {
  badSignature: ['signature', { zh: '签名不符', en: 'The signature is wrong' }],
  stale: ['timestamp', { zh: '时间戳超出五分钟', en: 'The timestamp is more than five minutes off' }],
  malformed: ['raw', { zh: '通知内容无法识别', en: 'The notice cannot be read' }],
  channelOff: ['channel', { zh: '该渠道未启用', en: 'This channel is off' }],
  otherMerchant: ['raw', { zh: '通知属于其他商户或应用', en: 'The notice is another merchant’s or app’s' }],
  channelMismatch: ['channel', { zh: '与订单的支付渠道不符', en: 'This is not the channel of the order' }],
  amountMismatch: ['amount', { zh: '与订单金额不符', en: 'This is not the amount of the order' }],
  currencyMismatch: ['currency', { zh: '与订单币种不符', en: 'This is not the currency of the order' }],
  tradeNoReused: ['tradeNo', { zh: '交易号已用于另一个订单', en: 'This trade number is another order’s' }],
  approvalRequired: [
    'orderNo',
    {
      zh: '超过双人审批的限额，请在后台人工确认支付，由另一位管理员批准',
      en: 'This order exceeds a two-person approval limit. Mark it as paid in the console to request approval.',
    },
  ],
  unknownOrder: ['orderNo', { zh: '没有这个订单', en: 'There is no such order' }],
} as const satisfies Partial<Record<PaymentResult, readonly [field: string, { zh: string; en: string }]>>;

const isRefusal = (result: PaymentResult): result is keyof typeof refusals => result in refusals;

/** The refusal of a kept notice in the caller's language; null when it is to be acknowledged. */
export function noticeFault(result: PaymentResult, locale: Locale): Fault | null {
  if (!isRefusal(result)) return null;
  const [field, words] = refusals[result];
  return new Fault('invalid', { errors: { [field]: [say(words, locale)] }, data: { reason: result } });
}

/** May the gateway stop sending it? */
export const isAcknowledged = (result: PaymentResult): boolean => !isRefusal(result);

/** Of what anybody may say who knows an order, so many words are kept: each that is proven, and all that are not. */
const mostKept = 20;
/** Characters of a notice that are kept. */
const keptRaw = 20_000;

type Write = <T>(work: (scope: MoneyScope) => Promise<T>) => Promise<T>;

/**
 * Takes a gateway's notice: judged by its adapter, kept as a row whatever it is worth, booked when it is right. Once it is
 * kept the order is delivered.
 * @param door `open` to everybody: what nobody vouches for is then kept only of an order that is there, and only so often
 */
export async function takeNotice(
  needs: OrderNeeds,
  channel: string,
  { raw, headers }: RawNotice,
  write: Write,
  door: 'open' | 'guarded' = 'guarded',
): Promise<KeptNotice> {
  const adapter = needs.adapters.get(channel);
  if (!adapter) throw new Error(`no adapter takes notices of ${channel}`);
  // What a notice says is kept, and looked for: no database keeps this character.
  const text = raw.replaceAll('\0', '\uFFFD');
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const rules = await orderRules(needs);
  const answer = await adapter.verifyNotice({ raw, headers: Object.fromEntries(lower) });
  const kept = await write((scope) => keep(scope, { needs, rules, channel, raw: text, answer, door }));
  if (kept.orderId !== null && (kept.result === 'applied' || kept.isOpen)) await settleOrder(needs, kept.orderId);
  return kept;
}

interface Heard {
  readonly needs: OrderNeeds;
  readonly rules: OrderRules;
  readonly channel: string;
  readonly raw: string;
  readonly answer: NoticeAnswer;
  readonly door: 'open' | 'guarded';
}

async function keep(scope: MoneyScope, heard: Heard): Promise<KeptNotice> {
  const { needs, rules, channel, raw, answer } = heard;
  if ('refund' in answer && answer.refund)
    return hearOfRefund(scope, needs, channel, answer.refund, raw.slice(0, keptRaw));
  if ('dispute' in answer && answer.dispute)
    return handleDispute(scope, needs, rules, channel, answer.dispute, raw.slice(0, keptRaw));
  const payment = 'payment' in answer ? answer.payment : null;
  const claimed = payment ? payment.orderNo : 'orderNo' in answer ? answer.orderNo : null;
  const orderNo = claimed?.includes('\0') ? null : claimed;
  const order = orderNo === null ? null : await lockOrder(scope, { no: orderNo });
  const orderId = order?.id ?? null;
  const word: GatewayWord = {
    channel,
    kind: 'notify',
    verified: 'payment' in answer,
    eventId: payment?.eventId ?? null,
    tradeNo: payment?.tradeNo ?? null,
    amount: payment?.amount ?? null,
    currency: payment?.currency ?? null,
    raw: raw.slice(0, keptRaw),
    note: order ? null : (orderNo?.slice(0, 200) ?? null),
    actorId: null,
  };
  if (payment === null || !order) {
    const conflict = 'conflict' in answer ? answer.conflict : undefined;
    if (order && conflict !== undefined) {
      const result = await recordConflict(scope, needs, order, { ...word, note: conflict });
      return { result, orderId, orderNo };
    }
    const result = 'refusal' in answer ? answer.refusal : payment ? 'unknownOrder' : 'notPaid';
    if (await isKept(scope, heard, orderId)) await recordEvent(scope, orderId, word, result);
    return { result, orderId, orderNo };
  }
  const known = await saidOften(scope, heard, order.id, payment.eventId);
  if (known) return { result: known, orderId, orderNo };
  const { result } = await applyPayment(scope, needs, rules, order, { ...word, ...payment });
  return { result, orderId, orderNo };
}

/** Is a word kept that books nothing? One of no payment only if it is about an order of ours. */
async function isKept(scope: MoneyScope, { answer, door }: Heard, orderId: number | null): Promise<boolean> {
  if ('payment' in answer) return answer.payment !== null || orderId !== null;
  return door === 'guarded' || isHeardOut(scope, orderId);
}

/** Is there room for another word about an order that nobody vouches for? */
async function isHeardOut({ tx }: MoneyScope, orderId: number | null): Promise<boolean> {
  if (orderId === null) return false;
  const before = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('verified', '=', 0)
    .limit(mostKept)
    .execute();
  return before.length < mostKept;
}

/** What became of a word that came through the open door again and again; null when it is still to be heard. */
async function saidOften(
  { tx }: MoneyScope,
  { channel, door }: Heard,
  orderId: number,
  eventId: string,
): Promise<PaymentResult | null> {
  if (door === 'guarded') return null;
  const before = await tx
    .selectFrom('payment_events')
    .select('result')
    .where('order_id', '=', orderId)
    .where('event_id', '=', eventId)
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .limit(mostKept)
    .execute();
  return before.length < mostKept ? null : (String(before[0]?.result) as PaymentResult);
}
