import {
  ApiError,
  type Locale,
  localize,
  type PayMethod,
  type PaymentResult,
  type PayNotifyAnswer,
  type ServiceOrder,
} from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import {
  getPayMethod,
  getUnavailableReason,
  type Payer,
  type PaymentAdapter,
  type PayParams,
  validateMethods,
} from '../payments/index.ts';
import { describeError } from './backoff.ts';
import { closeOrder } from './expire-orders.ts';
import { loadOrderRules, type OrderDeps } from './order-deps.ts';
import { findOrder, lockOrder, type StoredOrder } from './order-rows.ts';
import { getNotificationError, handleNotification } from './payment/handle-notification.ts';
import { placeOrder } from './place-order.ts';

type Calls = 'orderCreate' | 'orderGet' | 'orderCancel' | 'payNotify';

/** The stored reason of an order that was canceled without one. */
const cancelled = { zh: '用户取消', en: 'Canceled by the user' } as const;
const absent = { zh: '该渠道不可用', en: 'This channel is not available.' } as const;
const silent = {
  zh: '支付渠道未响应，请稍后以同一单号重试',
  en: 'The gateway did not respond. Retry with the same reference.',
};

/** Service calls with which a platform places, reads and cancels orders, and forwards notifications of payment gateways. */
export function createOrderHandlers({
  database,
  orders,
  settings,
}: ServiceDeps & { readonly orders: OrderDeps }): ServiceHandlers<Calls> {
  return {
    async orderCreate(
      { channel, quantity = 1, clientRef, payerOpenid, payerIp, client = null, ip, ...requested },
      { caller, write },
    ) {
      const { locale } = caller;
      const { recordIp } = await settings.read('system', 'privacy');
      const adapter = await requireReadyAdapter(orders, channel, locale);
      const payMethod = getPayMethod(channel, requested.payMethod);
      const payer = { openid: payerOpenid ?? null, ip: payerIp ?? null };
      assertMethod(channel, payMethod, payer, locale);
      await assertPayer(adapter, payer, locale);
      const rules = await loadOrderRules(orders);
      const reference = clientRef === '' ? null : (clientRef ?? null);
      const from = { client, ip: recordIp ? ip || payerIp || null : null };
      const request = { ...requested, ...from, quantity, payMethod, clientRef: reference, locale };
      const order = await write(
        async (scope) => toServiceOrder(await placeOrder(scope, rules, adapter, request)),
        'part',
      );
      return { ...order, payParams: await payParams(orders, order, payer, locale) };
    },

    async orderGet({ orderNo }) {
      return toServiceOrder(await findOrder(database.read, { no: orderNo }));
    },

    async orderCancel({ orderNo, reason }, { write }) {
      const { locale } = await loadOrderRules(orders);
      return write(async (scope) => {
        const order = await lockOrder(scope, { no: orderNo });
        if (!order) throw new ApiError('notFound', { data: { orderNo } });
        return toServiceOrder(await closeOrder(scope, order, reason || localize(cancelled, locale)));
      });
    },

    async payNotify({ channel, raw, headers }, { caller, write }) {
      const { result, orderNo } = await handleNotification(orders, channel, { raw, headers }, (work) =>
        write(work, 'part'),
      );
      const rejection = getNotificationError(result, caller.locale);
      if (rejection) throw rejection;
      return {
        orderNo: orderNo ?? '',
        result: noticeResults[result] ?? 'duplicate',
      };
    },
  };
}

/** Results that a caller sees for a stored notification. All others are duplicates or concern a refund. */
const noticeResults: Partial<Record<PaymentResult, PayNotifyAnswer['result']>> = {
  applied: 'applied',
  alreadyPaid: 'alreadyPaid',
  notPaid: 'notPaid',
  conflicting: 'notPaid',
};

async function requireReadyAdapter({ adapters }: OrderDeps, channel: string, locale: Locale): Promise<PaymentAdapter> {
  const adapter = adapters.get(channel);
  if (!adapter) throw new ApiError('invalid', { errors: { channel: [localize(absent, locale)] } });
  const why = await getUnavailableReason(adapter);
  if (why) throw new ApiError('invalid', { errors: { channel: [localize(why, locale)] } });
  return adapter;
}

function assertMethod(channel: string, method: PayMethod | null, payer: Payer, locale: Locale): void {
  const rejection = validateMethods(channel, method, payer);
  if (rejection) throw new ApiError('invalid', { errors: { [rejection[0]]: [localize(rejection[1], locale)] } });
}

async function assertPayer(adapter: PaymentAdapter, payer: Payer, locale: Locale): Promise<void> {
  const lack = await adapter.lacks?.(payer);
  if (lack) throw new ApiError('invalid', { errors: { [lack[0]]: [localize(lack[1], locale)] } });
}

/**
 * Requests the payment parameters from the gateway after the order is stored, so that a caller can retry with the same reference
 * when the gateway does not answer. Returns an empty object for an order that is already paid or closed.
 */
async function payParams(
  { adapters, log }: OrderDeps,
  order: ServiceOrder,
  payer: Payer,
  locale: Locale,
): Promise<PayParams> {
  const adapter = adapters.get(order.channel);
  if (!adapter || order.status !== 'pending') return {};
  const { orderNo: no, payable: amount, currency, productName: title, expiresAt, payMethod: method } = order;
  assertMethod(order.channel, method, payer, locale);
  await assertPayer(adapter, payer, locale);
  try {
    return await adapter.create({ no, amount, currency, title, expiresAt, method }, payer);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    log.warn({ order: no, reason: describeError(error) }, 'a gateway did not take an order');
    throw new ApiError('busy', { message: localize(silent, locale), data: { orderNo: no } });
  }
}

function toServiceOrder(order: StoredOrder): ServiceOrder {
  const { no, userId, productType, productName, quantity, status, fulfilStatus } = order;
  const { payable, paid, refunded, currency, channel, payMethod, expiresAt, paidAt } = order;
  const what = { orderNo: no, userId, productType, productName, quantity, status, fulfilStatus };
  return { ...what, payable, paid, refunded, currency, channel, payMethod, expiresAt, paidAt };
}
