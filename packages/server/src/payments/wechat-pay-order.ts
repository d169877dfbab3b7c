import { at } from '../outbound/index.ts';
import type { PayableOrder, QueryAnswer } from './payment-adapter.ts';
import type { WechatPayAccount, WechatPayNeeds } from './wechat-pay-account.ts';
import { askWechatPay, wechatPayCode, wechatPaySays, wechatPayUnsure } from './wechat-pay-api.ts';
import { paidStates, readTransaction } from './wechat-pay-transaction.ts';

type Asking = Pick<WechatPayNeeds, 'gate' | 'clock'>;

/** Longest description of an order, in bytes of UTF-8. */
const longestTitle = 127;

/** A time as WeChat Pay writes it, to the second in China's own zone. */
export function wechatPayTime(ms: number): string {
  return `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** The title cut to what fits, between characters. */
export function wechatPayTitle(title: string): string {
  let [cut, left] = ['', longestTitle];
  for (const char of title) {
    left -= Buffer.byteLength(char);
    if (left < 0) break;
    cut += char;
  }
  return cut;
}

/** The text of the QR code by which an order is paid, or why there is none. */
export type Code = { readonly codeUrl: string } | { readonly refusal: string };

/** The same order asked for again gives a code again. */
export async function openWechatPay(
  needs: Asking,
  account: WechatPayAccount,
  order: PayableOrder,
  notifyUrl: string,
): Promise<Code> {
  const answer = await askWechatPay(needs, account, 'POST', '/v3/pay/transactions/native', {
    appid: account.appId,
    mchid: account.signer.mchId,
    description: wechatPayTitle(order.title) || order.no,
    out_trade_no: order.no,
    time_expire: wechatPayTime(order.expiresAt),
    notify_url: notifyUrl,
    amount: { total: order.amount, currency: order.currency },
  });
  const code = wechatPayCode(answer.said);
  if (answer.isSigned && answer.status === 400 && code !== null) return { refusal: `WeChat Pay: ${code}` };
  const codeUrl = at(wechatPaySays(answer), 'code_url');
  if (typeof codeUrl !== 'string') throw wechatPayUnsure(answer);
  return { codeUrl };
}

/** Where an order is asked about by our own number. */
export const wechatPayOrderPath = (orderNo: string, { signer }: Pick<WechatPayAccount, 'signer'>) =>
  `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}?mchid=${signer.mchId}`;

/** WeChat Pay's own word for an order that it never heard of. */
const unknownOrder = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'];

/** Asks about an order; null when WeChat Pay signed that it knows of none. */
async function findTransaction(needs: Asking, account: WechatPayAccount, orderNo: string): Promise<unknown> {
  const answer = await askWechatPay(needs, account, 'GET', wechatPayOrderPath(orderNo, account));
  const isUnknown = answer.status === 404 && unknownOrder.includes(wechatPayCode(answer.said) ?? '');
  return isUnknown && answer.isSigned ? null : wechatPaySays(answer);
}

export async function queryWechatPay(needs: Asking, account: WechatPayAccount, orderNo: string): Promise<QueryAnswer> {
  const said = await findTransaction(needs, account, orderNo);
  const state = at(said, 'trade_state');
  if (!paidStates.includes(state)) return { payment: null, raw: JSON.stringify({ trade_state: state ?? null }) };
  const found = readTransaction(said, account, `query:${String(at(said, 'transaction_id'))}`);
  if ('refusal' in found || found.payment.orderNo !== orderNo)
    throw new Error('WeChat Pay: the answer is about another order or account');
  const kept = ['appid', 'mchid', 'out_trade_no', 'transaction_id', 'trade_state', 'success_time', 'amount'];
  return { ...found, raw: JSON.stringify(Object.fromEntries(kept.map((name) => [name, at(said, name)]))) };
}
