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

/** Maximum length of an order description, in UTF-8 bytes. */
const maxTitleBytes = 127;

/** Formats a time for WeChat Pay, with seconds and in China's time zone. */
export function formatWechatPayTime(ms: number): string {
  return `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** Truncates a title to the maximum length without splitting a character. */
export function formatWechatPayTitle(title: string): string {
  let [cut, left] = ['', maxTitleBytes];
  for (const char of title) {
    left -= Buffer.byteLength(char);
    if (left < 0) break;
    cut += char;
  }
  return cut;
}

/** What the payer's client needs to pay an order, or why WeChat Pay rejects it. */
type Opened = { readonly params: PayParams } | { readonly rejection: string };

type ReadPayParams = (payload: unknown, account: WechatPayAccount, clock: () => number) => PayParams | null;

const readText = (payload: unknown, name: string): string | null => {
  const value = getPath(payload, name);
  return typeof value === 'string' ? value : null;
};

/** Readers of the answer for each payment method. They return null when the expected field is missing. */
const readers: Readonly<Record<PayMethod, ReadPayParams>> = {
  native: (payload) => {
    const qrCode = readText(payload, 'code_url');
    return qrCode === null ? null : { qrCode };
  },
  // In the format of `wx.requestPayment` and `WeixinJSBridge`.
  jsapi: (payload, { appId, signer }, clock) => {
    const prepayId = readText(payload, 'prepay_id');
    return prepayId === null ? null : createWechatPayParams(appId, signer, prepayId, clock());
  },
  h5: (payload) => {
    const payUrl = readText(payload, 'h5_url');
    return payUrl === null ? null : { payUrl };
  },
};

/** Returns the fields about the payer that a payment method requires. */
function createPayerFields(method: PayMethod, { openid, ip }: Payer): Readonly<Record<string, unknown>> {
  if (method === 'jsapi') return { payer: { openid } };
  return method === 'h5' ? { scene_info: { payer_client_ip: ip, h5_info: { type: 'Wap' } } } : {};
}

/** Opens an order for payment. Safe to repeat with the same payment method and payer. */
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
    ...createPayerFields(method, payer),
  });
  const code = getWechatPayCode(answer.payload);
  if (answer.isSigned && answer.status === 400 && code !== null) return { rejection: `WeChat Pay: ${code}` };
  const params = readers[method](readWechatPay(answer), account, deps.clock);
  if (params === null) throw createWechatPayUnsureError(answer);
  return { params };
}

/** Returns the path that queries an order by our order number. */
export const getWechatPayOrderPath = (orderNo: string, { signer }: Pick<WechatPayAccount, 'signer'>) =>
  `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}?mchid=${signer.mchId}`;

/** Error codes of WeChat Pay for an unknown order. */
const unknownOrderCodes = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'];

/** Queries an order. Returns null when a signed answer says that it is unknown. */
async function findTransaction(deps: WechatPayCallDeps, account: WechatPayAccount, orderNo: string): Promise<unknown> {
  const answer = await callWechatPay(deps, account, 'GET', getWechatPayOrderPath(orderNo, account));
  const isUnknown = answer.status === 404 && unknownOrderCodes.includes(getWechatPayCode(answer.payload) ?? '');
  return isUnknown && answer.isSigned ? null : readWechatPay(answer);
}

export async function queryWechatPay(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  orderNo: string,
): Promise<QueryAnswer> {
  const payload = await findTransaction(deps, account, orderNo);
  const state = getPath(payload, 'trade_state');
  const stateOnly = JSON.stringify({ trade_state: state ?? null });
  // The payment was made and has since been refunded, partially or in full. WeChat Pay does not report how much.
  if (state === 'REFUND') return { payment: null, raw: stateOnly, conflict: 'trade_state=REFUND' };
  if (state !== 'SUCCESS') return { payment: null, raw: stateOnly };
  const found = readTransaction(payload, account, `query:${String(getPath(payload, 'transaction_id'))}`);
  if ('rejection' in found || found.payment.orderNo !== orderNo)
    throw new Error('WeChat Pay: the answer is about another order or account');
  const stored = ['appid', 'mchid', 'out_trade_no', 'transaction_id', 'trade_state', 'success_time', 'amount'];
  return { ...found, raw: JSON.stringify(Object.fromEntries(stored.map((name) => [name, getPath(payload, name)]))) };
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

/** Reads a payment and verifies that it was made to this account. */
export function readTransaction(payload: unknown, { appId, signer }: WechatPayAccount, eventId: string): Transaction {
  const read = shape.safeParse(payload);
  const paidAt = read.success ? Date.parse(read.data.success_time) : Number.NaN;
  if (!read.success || Number.isNaN(paidAt)) return { rejection: 'malformed' };
  const { appid, mchid, out_trade_no: orderNo, transaction_id: tradeNo, amount } = read.data;
  if (appid !== appId || mchid !== signer.mchId) return { rejection: 'otherMerchant' };
  const currency = amount.currency ?? 'CNY';
  return { payment: { eventId, orderNo, tradeNo, amount: amount.total, currency, paidAt } };
}
