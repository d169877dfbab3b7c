import {
  Fault,
  type Locale,
  type PayMethod,
  type PaymentResult,
  type PayNotifyAnswer,
  type ServiceOrder,
  say,
} from '@gantry/core';
import { whyOf } from '../../orders/backing-off.ts';
import { closeOrder } from '../../orders/close-order.ts';
import { type OrderNeeds, orderRules } from '../../orders/order-needs.ts';
import { findOrder, lockOrder, type StoredOrder } from '../../orders/order-rows.ts';
import { placeOrder } from '../../orders/place-order.ts';
import { noticeFault, takeNotice } from '../../orders/take-notice.ts';
import { methodOf, methodRefusal } from '../../payments/pay-methods.ts';
import type { Payer, PaymentAdapter, PayParams } from '../../payments/payment-adapter.ts';
import { standingOf } from '../../payments/standing-of.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

type Calls = 'orderCreate' | 'orderGet' | 'orderCancel' | 'payNotify';

/** Why an order is closed that was cancelled without a word. */
const cancelled = { zh: '用户取消', en: 'Cancelled by the user' } as const;
const absent = { zh: '该渠道不可用', en: 'This channel cannot be used' } as const;
const silent = {
  zh: '支付渠道没有应答，请稍后以同一单号重试',
  en: 'The gateway did not answer; ask again with the same reference',
};

/** Orders are placed, shown and cancelled by the platform; gateways speak through it. */
export function orderHandlers({ database, orders, settings }: ServiceNeeds): ServiceHandlers<Calls> {
  return {
    async orderCreate(
      { channel, quantity = 1, clientRef, payerOpenid, payerIp, client = null, ip, ...asked },
      { caller, write },
    ) {
      const { locale } = caller;
      const { recordIp } = await settings.read('system', 'privacy');
      const adapter = await readyAdapter(orders, channel, locale);
      const payMethod = methodOf(channel, asked.payMethod);
      const payer = { openid: payerOpenid ?? null, ip: payerIp ?? null };
      assertMethod(channel, payMethod, payer, locale);
      await assertPayer(adapter, payer, locale);
      const rules = await orderRules(orders);
      const reference = clientRef === '' ? null : (clientRef ?? null);
      const from = { client, ip: recordIp ? ip || payerIp || null : null };
      const request = { ...asked, ...from, quantity, payMethod, clientRef: reference, locale };
      const order = await write(async (scope) => shown(await placeOrder(scope, rules, adapter, request)), 'part');
      return { ...order, payParams: await payParams(orders, order, payer, locale) };
    },

    async orderGet({ orderNo }) {
      return shown(await findOrder(database.read, { no: orderNo }));
    },

    async orderCancel({ orderNo, reason }, { write }) {
      const { locale } = await orderRules(orders);
      return write(async (scope) => {
        const order = await lockOrder(scope, { no: orderNo });
        if (!order) throw new Fault('notFound', { data: { orderNo } });
        return shown(await closeOrder(scope, order, reason || say(cancelled, locale)));
      });
    },

    async payNotify({ channel, raw, headers }, { caller, write }) {
      const { result, orderNo } = await takeNotice(orders, channel, { raw, headers }, (work) => write(work, 'part'));
      const refusal = noticeFault(result, caller.locale);
      if (refusal) throw refusal;
      return {
        orderNo: orderNo ?? '',
        result: noticeResults[result] ?? 'duplicate',
      };
    },
  };
}

/** What a caller hears of a notice that was stored; everything else was known before, or is about a refund. */
const noticeResults: Partial<Record<PaymentResult, PayNotifyAnswer['result']>> = {
  applied: 'applied',
  alreadyPaid: 'alreadyPaid',
  notPaid: 'notPaid',
  conflicting: 'notPaid',
};

async function readyAdapter({ adapters }: OrderNeeds, channel: string, locale: Locale): Promise<PaymentAdapter> {
  const adapter = adapters.get(channel);
  if (!adapter) throw new Fault('invalid', { errors: { channel: [say(absent, locale)] } });
  const why = await standingOf(adapter);
  if (why) throw new Fault('invalid', { errors: { channel: [say(why, locale)] } });
  return adapter;
}

function assertMethod(channel: string, method: PayMethod | null, payer: Payer, locale: Locale): void {
  const refusal = methodRefusal(channel, method, payer);
  if (refusal) throw new Fault('invalid', { errors: { [refusal[0]]: [say(refusal[1], locale)] } });
}

async function assertPayer(adapter: PaymentAdapter, payer: Payer, locale: Locale): Promise<void> {
  const lack = await adapter.lacks?.(payer);
  if (lack) throw new Fault('invalid', { errors: { [lack[0]]: [say(lack[1], locale)] } });
}

/**
 * Asked of the gateway of the order when it is kept: one that does not answer leaves an order that can be asked for again. What
 * is paid or closed has nothing to pay.
 */
async function payParams(
  { adapters, log }: OrderNeeds,
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
    if (error instanceof Fault) throw error;
    log.warn({ order: no, reason: whyOf(error) }, 'a gateway did not take an order');
    throw new Fault('busy', { message: say(silent, locale), data: { orderNo: no } });
  }
}

function shown(order: StoredOrder): ServiceOrder {
  const { no, userId, productType, productName, quantity, status, fulfilStatus } = order;
  const { payable, paid, refunded, currency, channel, payMethod, expiresAt, paidAt } = order;
  const what = { orderNo: no, userId, productType, productName, quantity, status, fulfilStatus };
  return { ...what, payable, paid, refunded, currency, channel, payMethod, expiresAt, paidAt };
}
