import { formatTime, parseMoment } from '@gantry/core';
import { ConnectionTestError } from '../../../platform/outbound/index.ts';
import { noSuchOrder, type PayAddresses } from '../pay-addresses.ts';
import type { PayableOrder, PayParams, ProbeAnswer, QueryAnswer } from '../payment-adapter.ts';
import { formatYuan, parseYuan } from '../yuan.ts';
import type { AlipayAccount } from './alipay-account.ts';
import {
  type AlipayAnswer,
  type AlipayClient,
  AlipayUnsigned,
  alipayZone,
  callAlipay,
  createAlipayCall,
  getAlipayText,
} from './alipay-api.ts';

/** By what each product is asked for. */
const pages = {
  page: { method: 'alipay.trade.page.pay', code: 'FAST_INSTANT_TRADE_PAY' },
  wap: { method: 'alipay.trade.wap.pay', code: 'QUICK_WAP_WAY' },
} as const;

/** A title without the marks that Alipay refuses. */
const subjectOf = (title: string) => title.replace(/[/=&]/g, ' ').trim() || '-';

/** How long the code may be paid, in whole minutes as Alipay counts them. */
const minutesLeft = (until: number, now: number) => `${Math.max(1, Math.floor((until - now) / 60_000))}m`;

/** An address that opens Alipay's page; or the text of a QR code, which Alipay is asked for. */
export async function openAlipay(
  deps: AlipayClient,
  account: AlipayAccount,
  { notify, back }: PayAddresses,
  { no, amount, currency, title, expiresAt }: PayableOrder,
): Promise<PayParams> {
  const now = deps.clock();
  const order = { out_trade_no: no, total_amount: formatYuan(amount), subject: subjectOf(title) };
  if (account.product === 'qr') {
    const content = { ...order, timeout_express: minutesLeft(expiresAt, now) };
    const answer = await callAlipay(deps, account, 'alipay.trade.precreate', content, { notify_url: notify });
    const qrCode = getAlipayText(answer, 'qr_code');
    if (answer.code !== '10000' || qrCode === '' || getAlipayText(answer, 'out_trade_no') !== no)
      throw new Error(`alipay: ${answer.subCode || answer.code}`);
    return { orderNo: no, amount, currency, qrCode };
  }
  const { method, code } = pages[account.product];
  const content = { ...order, product_code: code, time_expire: formatTime(expiresAt, alipayZone) };
  const call = createAlipayCall(account, method, content, { notify_url: notify, return_url: back }, now);
  return { orderNo: no, amount, currency, payUrl: `${account.gatewayUrl}?${new URLSearchParams(call)}` };
}

const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED'];
export const isAlipayPaid = (status: string): boolean => paidStates.includes(status);

const isUnknown = ({ code, subCode }: AlipayAnswer) => code === '40004' && subCode === 'ACQ.TRADE_NOT_EXIST';

export async function queryAlipay(deps: AlipayClient, account: AlipayAccount, no: string): Promise<QueryAnswer> {
  const answer = await callAlipay(deps, account, 'alipay.trade.query', { out_trade_no: no });
  const { raw } = answer;
  if (isUnknown(answer)) return { payment: null, raw };
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  if (getAlipayText(answer, 'out_trade_no') !== no) throw new Error('alipay: the answer is about another order');
  if (!isAlipayPaid(getAlipayText(answer, 'trade_status'))) return { payment: null, raw };
  const [tradeNo, amount] = [getAlipayText(answer, 'trade_no'), parseYuan(getAlipayText(answer, 'total_amount'))];
  if (tradeNo === '' || amount === null) throw new Error('alipay: the answer makes no sense');
  const paidAt = parseMoment(getAlipayText(answer, 'send_pay_date'), alipayZone) ?? deps.clock();
  return { payment: { eventId: tradeNo, orderNo: no, tradeNo, amount, currency: 'CNY', paidAt }, raw };
}

/** Asks about an order that is not there: our key is right when it is unknown, and theirs when the answer's signature is. */
export async function probeAlipay(deps: AlipayClient, account: AlipayAccount | null): Promise<ProbeAnswer> {
  if (!account) throw new ConnectionTestError('off');
  const requested = callAlipay(deps, account, 'alipay.trade.query', { out_trade_no: noSuchOrder });
  const answer = await requested.catch((error: unknown) => {
    if (!(error instanceof AlipayUnsigned)) throw error;
    throw new ConnectionTestError(/^(?:isv|40|unreadable)/.test(error.code) ? 'auth' : 'answer', error.code);
  });
  const { code, subCode, words } = answer;
  const said = words.slice(0, 120);
  if (isUnknown(answer)) return { code: subCode, said };
  return { problem: /^isv\./.test(subCode) ? 'auth' : 'rejected', code: subCode || code, said };
}
