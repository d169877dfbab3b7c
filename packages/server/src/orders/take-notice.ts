import { Fault, type Locale, type PaymentResult, say } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import type { NoticeAnswer, RawNotice } from '../payments/payment-adapter.ts';
import { applyPayment } from './apply-payment.ts';
import { type OrderNeeds, type OrderRules, orderRules } from './order-needs.ts';
import { lockOrder } from './order-rows.ts';
import { type GatewayWord, recordEvent } from './record-event.ts';
import { settleOrder } from './settle-order.ts';

/** A notice that was kept, believed or not. */
export interface KeptNotice {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
}

const refusals = {
  badSignature: ['signature', { zh: '签名不符', en: 'The signature is wrong' }],
  stale: ['timestamp', { zh: '时间戳超出五分钟', en: 'The timestamp is more than five minutes off' }],
  malformed: ['raw', { zh: '通知内容无法识别', en: 'The notice cannot be read' }],
  channelOff: ['channel', { zh: '该渠道未启用', en: 'This channel is off' }],
  channelMismatch: ['channel', { zh: '与订单的支付渠道不符', en: 'This is not the channel of the order' }],
  amountMismatch: ['amount', { zh: '与订单金额不符', en: 'This is not the amount of the order' }],
  currencyMismatch: ['currency', { zh: '与订单币种不符', en: 'This is not the currency of the order' }],
  tradeNoReused: ['tradeNo', { zh: '交易号已用于另一个订单', en: 'This trade number is another order’s' }],
  unknownOrder: ['orderNo', { zh: '没有这个订单', en: 'There is no such order' }],
} as const satisfies Partial<Record<PaymentResult, readonly [field: string, { zh: string; en: string }]>>;

const isRefusal = (result: PaymentResult): result is keyof typeof refusals => result in refusals;

/** The refusal of a kept notice in the caller's language; null when it is to be acknowledged. */
export function noticeFault(result: PaymentResult, locale: Locale): Fault | null {
  if (!isRefusal(result)) return null;
  const [field, words] = refusals[result];
  return new Fault('invalid', { errors: { [field]: [say(words, locale)] }, data: { reason: result } });
}

type Write = <T>(work: (scope: MoneyScope) => Promise<T>) => Promise<T>;

/**
 * Takes a gateway's notice: judged by its adapter, kept as a row whatever it is worth, booked when it is right. Once it is
 * kept the order is delivered.
 */
export async function takeNotice(
  needs: OrderNeeds,
  channel: string,
  { raw, headers }: RawNotice,
  write: Write,
): Promise<KeptNotice> {
  const adapter = needs.adapters.get(channel);
  if (!adapter) throw new Error(`no adapter takes notices of ${channel}`);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const rules = await orderRules(needs);
  const answer = await adapter.verifyNotice({ raw, headers: Object.fromEntries(lower) });
  const kept = await write((scope) => keep(scope, needs, rules, channel, raw, answer));
  if (kept.orderId !== null && kept.result === 'applied') await settleOrder(needs, kept.orderId);
  return kept;
}

async function keep(
  scope: MoneyScope,
  needs: OrderNeeds,
  rules: OrderRules,
  channel: string,
  raw: string,
  answer: NoticeAnswer,
): Promise<KeptNotice> {
  const payment = 'payment' in answer ? answer.payment : null;
  const orderNo = 'payment' in answer ? answer.payment.orderNo : answer.orderNo;
  const order = orderNo === null ? null : await lockOrder(scope, { no: orderNo });
  const orderId = order?.id ?? null;
  const word: GatewayWord = {
    channel,
    kind: 'notify',
    verified: payment !== null,
    eventId: payment?.eventId ?? null,
    tradeNo: payment?.tradeNo ?? null,
    amount: payment?.amount ?? null,
    currency: payment?.currency ?? null,
    raw,
    note: order ? null : (orderNo?.slice(0, 200) ?? null),
    actorId: null,
  };
  if ('refusal' in answer || payment === null || !order) {
    const result = 'refusal' in answer ? answer.refusal : 'unknownOrder';
    await recordEvent(scope, orderId, word, result);
    return { result, orderId, orderNo };
  }
  const { result } = await applyPayment(scope, needs, rules, order, { ...word, ...payment });
  return { result, orderId, orderNo };
}
