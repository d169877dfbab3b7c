import type { PayMethod } from '@gantry/core';
import * as z from 'zod/mini';
import { getPath } from '../../../platform/outbound/index.ts';
import type { PayableOrder, Payer, Payment, PayParams, QueryAnswer } from '../payment-adapter.ts';
import type { WechatPayAccount, WechatPayDeps } from './wechat-pay-account.ts';
import {
  callWechatPay,
  createWechatPayParams,
  createWechatPayUnsureError,
  getWechatPayCode,
  readWechatPay,
} from './wechat-pay-api.ts';

type WechatPayCallDeps = Pick<WechatPayDeps, 'outbound' | 'clock'>;

/** Longest description of an order, in bytes of UTF-8. */
const longestTitle = 127;

/** A time as WeChat Pay writes it, to the second in China's own zone. */
export function formatWechatPayTime(ms: number): string {
  return `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** The title cut to what fits, between characters. */
export function formatWechatPayTitle(title: string): string {
  let [cut, left] = ['', longestTitle];
  for (const char of title) {
    left -= Buffer.byteLength(char);
    if (left < 0) break;
    cut += char;
  }
  return cut;
}

/** What the payer's client needs to pay an order, or why there is nothing. */
type Opened = { readonly params: PayParams } | { readonly rejection: string };

type Way = (said: unknown, account: WechatPayAccount, clock: () => number) => PayParams | null;

const textAt = (said: unknown, name: string): string | null => {
  const value = getPath(said, name);
  return typeof value === 'string' ? value : null;
};

/** What each way to pay answers with; null where that is not what was asked for. */
const ways: Readonly<Record<PayMethod, Way>> = {
  native: (said) => {
    const qrCode = textAt(said, 'code_url');
    return qrCode === null ? null : { qrCode };
  },
  // As `wx.requestPayment` and `WeixinJSBridge` take them.
  jsapi: (said, { appId, signer }, clock) => {
    const prepayId = textAt(said, 'prepay_id');
    return prepayId === null ? null : createWechatPayParams(appId, signer, prepayId, clock());
  },
  h5: (said) => {
    const payUrl = textAt(said, 'h5_url');
    return payUrl === null ? null : { payUrl };
  },
};

/** What a way asks of the payer. */
function payerPart(method: PayMethod, { openid, ip }: Payer): Readonly<Record<string, unknown>> {
  if (method === 'jsapi') return { payer: { openid } };
  return method === 'h5' ? { scene_info: { payer_client_ip: ip, h5_info: { type: 'Wap' } } } : {};
}

/** The same order asked for again is opened again, in its own way and for the same payer. */
export async function openWechatPay(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  order: PayableOrder,
  payer: Payer,
  notifyUrl: string,
): Promise<Opened> {
  const method = order.method ?? 'native';
  const answer = await callWechatPay(deps, account, 'POST', `/v3/pay/transactions/${method}`, {
    appid: account.appId,
    mchid: account.signer.mchId,
    description: formatWechatPayTitle(order.title) || order.no,
    out_trade_no: order.no,
    time_expire: formatWechatPayTime(order.expiresAt),
    notify_url: notifyUrl,
    amount: { total: order.amount, currency: order.currency },
    ...payerPart(method, payer),
  });
  const code = getWechatPayCode(answer.said);
  if (answer.isSigned && answer.status === 400 && code !== null) return { rejection: `WeChat Pay: ${code}` };
  const params = ways[method](readWechatPay(answer), account, deps.clock);
  if (params === null) throw createWechatPayUnsureError(answer);
  return { params };
}

/** Where an order is asked about by our own number. */
export const getWechatPayOrderPath = (orderNo: string, { signer }: Pick<WechatPayAccount, 'signer'>) =>
  `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}?mchid=${signer.mchId}`;

/** WeChat Pay's own word for an order that it never heard of. */
const unknownOrder = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'];

/** Asks about an order; null when WeChat Pay signed that it knows of none. */
async function findTransaction(deps: WechatPayCallDeps, account: WechatPayAccount, orderNo: string): Promise<unknown> {
  const answer = await callWechatPay(deps, account, 'GET', getWechatPayOrderPath(orderNo, account));
  const isUnknown = answer.status === 404 && unknownOrder.includes(getWechatPayCode(answer.said) ?? '');
  return isUnknown && answer.isSigned ? null : readWechatPay(answer);
}

export async function queryWechatPay(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  orderNo: string,
): Promise<QueryAnswer> {
  const said = await findTransaction(deps, account, orderNo);
  const state = getPath(said, 'trade_state');
  const stateOnly = JSON.stringify({ trade_state: state ?? null });
  // The payment was made, and some or all of it was refunded since; WeChat Pay does not say how much.
  if (state === 'REFUND') return { payment: null, raw: stateOnly, conflict: 'trade_state=REFUND' };
  if (state !== 'SUCCESS') return { payment: null, raw: stateOnly };
  const found = readTransaction(said, account, `query:${String(getPath(said, 'transaction_id'))}`);
  if ('rejection' in found || found.payment.orderNo !== orderNo)
    throw new Error('WeChat Pay: the answer is about another order or account');
  const stored = ['appid', 'mchid', 'out_trade_no', 'transaction_id', 'trade_state', 'success_time', 'amount'];
  return { ...found, raw: JSON.stringify(Object.fromEntries(stored.map((name) => [name, getPath(said, name)]))) };
}

/** A payment as WeChat Pay reports it, in a notification or in the answer to a query. */
const shape = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string().check(z.minLength(1), z.maxLength(32)),
  transaction_id: z.string().check(z.minLength(1), z.maxLength(64)),
  success_time: z.string(),
  amount: z.object({ total: z.int().check(z.gte(0)), currency: z.optional(z.string()) }),
});

type Transaction = { readonly payment: Payment } | { readonly rejection: 'malformed' | 'otherMerchant' };

/** Reads a payment and makes sure that it was made to this account. */
export function readTransaction(said: unknown, { appId, signer }: WechatPayAccount, eventId: string): Transaction {
  const read = shape.safeParse(said);
  const paidAt = read.success ? Date.parse(read.data.success_time) : Number.NaN;
  if (!read.success || Number.isNaN(paidAt)) return { rejection: 'malformed' };
  const { appid, mchid, out_trade_no: orderNo, transaction_id: tradeNo, amount } = read.data;
  if (appid !== appId || mchid !== signer.mchId) return { rejection: 'otherMerchant' };
  const currency = amount.currency ?? 'CNY';
  return { payment: { eventId, orderNo, tradeNo, amount: amount.total, currency, paidAt } };
}
