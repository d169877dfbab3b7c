import { ApiError, type Locale, localize, type PaymentResult } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunningCalls } from '../../../platform/http/admission/running-calls.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { NoticeAnswer, RawNotice } from '../../payments/index.ts';
import { settleOrder } from '../fulfil-order.ts';
import { handleDispute } from '../handle-dispute.ts';
import { loadOrderRules, type OrderDeps, type OrderRules } from '../order-deps.ts';
import { lockOrder } from '../order-rows.ts';
import { handleRefundWebhook } from '../refunds/handle-refund-webhook.ts';
import { applyPayment } from './apply-payment.ts';
import { type GatewayWord, recordConflict, recordEvent } from './record-event.ts';

/** A notification that was stored, verified or not. */
export interface StoredNotification {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  /** Whether there is something left to do: a refund is in progress, or a reversal must be booked. */
  readonly isOpen?: boolean;
}

const rejections = {
  badSignature: ['signature', { zh: '签名不符', en: 'The signature is invalid.' }],
  stale: ['timestamp', { zh: '时间戳超出五分钟', en: 'The timestamp differs by more than five minutes.' }],
  malformed: ['raw', { zh: '通知内容无法识别', en: 'The notification cannot be read.' }],
  channelOff: ['channel', { zh: '该渠道未启用', en: 'This channel is disabled.' }],
  otherMerchant: ['raw', { zh: '通知属于其他商户或应用', en: 'The notification is for another merchant or app.' }],
  channelMismatch: ['channel', { zh: '与订单的支付渠道不符', en: 'The channel does not match the order.' }],
  amountMismatch: ['amount', { zh: '与订单金额不符', en: 'The amount does not match the order.' }],
  currencyMismatch: ['currency', { zh: '与订单币种不符', en: 'The currency does not match the order.' }],
  tradeNoReused: ['tradeNo', { zh: '交易号已用于另一个订单', en: 'This trade number belongs to another order.' }],
  approvalRequired: [
    'orderNo',
    {
      zh: '超过双人审批的限额，请在后台人工确认支付，由另一位管理员批准',
      en: 'This order exceeds a two-person approval limit. Mark it as paid in the console to request approval.',
    },
  ],
  unknownOrder: ['orderNo', { zh: '没有这个订单', en: 'Order not found.' }],
} as const satisfies Partial<Record<PaymentResult, readonly [field: string, { zh: string; en: string }]>>;

const isRejection = (result: PaymentResult): result is keyof typeof rejections => result in rejections;

/** The error of a stored notification in the caller's language; null when it is acknowledged. */
export function getNotificationError(result: PaymentResult, locale: Locale): ApiError | null {
  if (!isRejection(result)) return null;
  const [field, words] = rejections[result];
  return new ApiError('invalid', { errors: { [field]: [localize(words, locale)] }, data: { reason: result } });
}

/** Whether the gateway may stop sending the notification. */
const isAcknowledged = (result: PaymentResult): boolean => !isRejection(result);

/** Maximum number of stored notifications per order: for each verified event, and for all unverified ones together. */
const maxEntries = 20;
/** Maximum number of characters of a notification that are stored. */
const maxRawLength = 20_000;

type Write = <T>(work: (scope: TxContext) => Promise<T>) => Promise<T>;

/**
 * Handles a gateway notification: the adapter verifies it, it is stored as an event, and a valid payment is booked. The order is
 * delivered after the event is stored.
 * @param source `open` for the public endpoint, where unverified notifications are stored only for existing orders and up to a
 * limit
 */
export async function handleNotification(
  deps: OrderDeps,
  channel: string,
  { raw, headers }: RawNotice,
  write: Write,
  source: 'open' | 'guarded' = 'guarded',
): Promise<StoredNotification> {
  const adapter = deps.adapters.get(channel);
  if (!adapter) throw new Error(`no adapter takes notices of ${channel}`);
  // The content is stored and searched, and not every supported database can store a null character.
  const text = raw.replaceAll('\0', '\uFFFD');
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const rules = await loadOrderRules(deps);
  const answer = await adapter.verifyNotice({ raw, headers: Object.fromEntries(lower) });
  const stored = await write((scope) => storeNotification(scope, { deps, rules, channel, raw: text, answer, source }));
  if (stored.orderId !== null && (stored.result === 'applied' || stored.isOpen))
    await settleOrder(deps, stored.orderId);
  return stored;
}

interface ReceivedNotification {
  readonly deps: OrderDeps;
  readonly rules: OrderRules;
  readonly channel: string;
  readonly raw: string;
  readonly answer: NoticeAnswer;
  readonly source: 'open' | 'guarded';
}

async function storeNotification(scope: TxContext, received: ReceivedNotification): Promise<StoredNotification> {
  const { deps, rules, channel, raw, answer } = received;
  if ('refund' in answer && answer.refund)
    return handleRefundWebhook(scope, deps, channel, answer.refund, raw.slice(0, maxRawLength));
  if ('dispute' in answer && answer.dispute)
    return handleDispute(scope, deps, rules, channel, answer.dispute, raw.slice(0, maxRawLength));
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
    raw: raw.slice(0, maxRawLength),
    note: order ? null : (orderNo?.slice(0, 200) ?? null),
    actorId: null,
  };
  if (payment === null || !order) {
    const conflict = 'conflict' in answer ? answer.conflict : undefined;
    if (order && conflict !== undefined) {
      const result = await recordConflict(scope, deps, order, { ...word, note: conflict });
      return { result, orderId, orderNo };
    }
    const result = 'rejection' in answer ? answer.rejection : payment ? 'unknownOrder' : 'notPaid';
    if (await shouldStore(scope, received, orderId)) await recordEvent(scope, orderId, word, result);
    return { result, orderId, orderNo };
  }
  const known = await findRepeatedResult(scope, received, order.id, payment.eventId);
  if (known) return { result: known, orderId, orderNo };
  const { result } = await applyPayment(scope, deps, rules, order, { ...word, ...payment });
  return { result, orderId, orderNo };
}

/** Whether to store a notification that books nothing. One without a payment is stored only when it names an existing order. */
async function shouldStore(
  scope: TxContext,
  { answer, source }: ReceivedNotification,
  orderId: number | null,
): Promise<boolean> {
  if ('payment' in answer) return answer.payment !== null || orderId !== null;
  return source === 'guarded' || isBelowLimit(scope, orderId);
}

/** Whether another unverified notification of an order may be stored. */
async function isBelowLimit({ tx }: TxContext, orderId: number | null): Promise<boolean> {
  if (orderId === null) return false;
  const before = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('verified', '=', 0)
    .limit(maxEntries)
    .execute();
  return before.length < maxEntries;
}

/** Returns the last result of an event that the public endpoint received too often; null when it must still be handled. */
async function findRepeatedResult(
  { tx }: TxContext,
  { channel, source }: ReceivedNotification,
  orderId: number,
  eventId: string,
): Promise<PaymentResult | null> {
  if (source === 'guarded') return null;
  const before = await tx
    .selectFrom('payment_events')
    .select('result')
    .where('order_id', '=', orderId)
    .where('event_id', '=', eventId)
    .where('channel', '=', channel as Column<'payment_events', 'channel'>)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
  return before.length < maxEntries ? null : (String(before[0]?.result) as PaymentResult);
}

/** Maximum size of a notification, in bytes. */
const maxNoticeBytes = 64 * 1024;

/**
 * `/notify/<channel>`: where gateways report payments. It needs no sign-in; a notification is verified only by its signature, and
 * answered in the gateway's format once it is stored.
 */
export function addNoticeRoute(api: FastifyInstance, deps: OrderDeps, running: RunningCalls): void {
  const { database, clock } = deps;
  const write = <T>(work: (scope: TxContext) => Promise<T>): Promise<T> =>
    database.transaction((tx) => work({ tx, dialect: database.dialect, at: clock() }));
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => text);
  api.route<{ Params: { channel: string } }>({
    method: ['GET', 'POST'],
    url: '/notify/:channel',
    bodyLimit: maxNoticeBytes,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.raw.once('close', running.enter(0));
      const { channel } = request.params;
      const acknowledge = deps.adapters.get(channel)?.acknowledge;
      if (!acknowledge) throw new ApiError('notFound');
      const { result } = await handleNotification(deps, channel, toRawNotice(request), write, 'open');
      const { status, type, body } = acknowledge(isAcknowledged(result));
      return reply.code(status).header('cache-control', 'no-store').type(type).send(body);
    },
  });
}

/** Returns the signed text, which is the body or, for a GET request, the query string, together with the headers. */
function toRawNotice({ method, url, body, headers }: FastifyRequest): RawNotice {
  const reported = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const raw = method === 'GET' ? query : typeof body === 'string' ? body : '';
  return { raw, headers: Object.fromEntries(reported) as Record<string, string> };
}
