import { formatTime, momentOf } from '@gantry/core';
import { TrialFailed } from '../outbound/index.ts';
import type { AlipayAccount } from './alipay-account.ts';
import {
  type AlipayAnswer,
  type AlipayGate,
  AlipayUnsigned,
  alipayCall,
  alipayText,
  alipayZone,
  askAlipay,
} from './alipay-api.ts';
import { noSuchOrder, type PayAddresses } from './pay-addresses.ts';
import type { PayableOrder, PayParams, ProbeAnswer, QueryAnswer } from './payment-adapter.ts';
import { fenOf, yuanOf } from './yuan.ts';

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
  needs: AlipayGate,
  account: AlipayAccount,
  { notify, back }: PayAddresses,
  { no, amount, currency, title, expiresAt }: PayableOrder,
): Promise<PayParams> {
  const now = needs.clock();
  const order = { out_trade_no: no, total_amount: yuanOf(amount), subject: subjectOf(title) };
  if (account.product === 'qr') {
    const content = { ...order, timeout_express: minutesLeft(expiresAt, now) };
    const answer = await askAlipay(needs, account, 'alipay.trade.precreate', content, { notify_url: notify });
    const qrCode = alipayText(answer, 'qr_code');
    if (answer.code !== '10000' || qrCode === '' || alipayText(answer, 'out_trade_no') !== no)
      throw new Error(`alipay: ${answer.subCode || answer.code}`);
    return { orderNo: no, amount, currency, qrCode };
  }
  const { method, code } = pages[account.product];
  const content = { ...order, product_code: code, time_expire: formatTime(expiresAt, alipayZone) };
  const call = alipayCall(account, method, content, { notify_url: notify, return_url: back }, now);
  return { orderNo: no, amount, currency, payUrl: `${account.gatewayUrl}?${new URLSearchParams(call)}` };
}

const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED'];
export const isAlipayPaid = (status: string): boolean => paidStates.includes(status);

const isUnknown = ({ code, subCode }: AlipayAnswer) => code === '40004' && subCode === 'ACQ.TRADE_NOT_EXIST';

export async function queryAlipay(needs: AlipayGate, account: AlipayAccount, no: string): Promise<QueryAnswer> {
  const answer = await askAlipay(needs, account, 'alipay.trade.query', { out_trade_no: no });
  const { raw } = answer;
  if (isUnknown(answer)) return { payment: null, raw };
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  if (alipayText(answer, 'out_trade_no') !== no) throw new Error('alipay: the answer is about another order');
  if (!isAlipayPaid(alipayText(answer, 'trade_status'))) return { payment: null, raw };
  const [tradeNo, amount] = [alipayText(answer, 'trade_no'), fenOf(alipayText(answer, 'total_amount'))];
  if (tradeNo === '' || amount === null) throw new Error('alipay: the answer makes no sense');
  const paidAt = momentOf(alipayText(answer, 'send_pay_date'), alipayZone) ?? needs.clock();
  return { payment: { eventId: tradeNo, orderNo: no, tradeNo, amount, currency: 'CNY', paidAt }, raw };
}

/** Asks about an order that is not there: our key is right when it is unknown, and theirs when the answer's signature is. */
export async function probeAlipay(needs: AlipayGate, account: AlipayAccount | null): Promise<ProbeAnswer> {
  if (!account) throw new TrialFailed('off');
  const asked = askAlipay(needs, account, 'alipay.trade.query', { out_trade_no: noSuchOrder });
  const answer = await asked.catch((error: unknown) => {
    if (!(error instanceof AlipayUnsigned)) throw error;
    throw new TrialFailed(/^(?:isv|40|unreadable)/.test(error.code) ? 'auth' : 'answer', error.code);
  });
  const { code, subCode, words } = answer;
  const said = words.slice(0, 120);
  if (isUnknown(answer)) return { code: subCode, said };
  return { problem: /^isv\./.test(subCode) ? 'auth' : 'refused', code: subCode || code, said };
}
