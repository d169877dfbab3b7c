import * as z from 'zod/mini';
import type { Payment } from '../payment-adapter.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';

/** A payment as WeChat Pay tells of it, in a notice or when it is asked. */
const shape = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string().check(z.minLength(1), z.maxLength(32)),
  transaction_id: z.string().check(z.minLength(1), z.maxLength(64)),
  success_time: z.string(),
  amount: z.object({ total: z.int().check(z.gte(0)), currency: z.optional(z.string()) }),
});

export type Transaction = { readonly payment: Payment } | { readonly rejection: 'malformed' | 'otherMerchant' };

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
