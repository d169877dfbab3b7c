import type { NoticeAnswer } from '../payment-adapter.ts';
import { parseFormFields } from '../signed-form.ts';
import { parseYuan } from '../yuan.ts';
import type { EpayAccount } from './epay-account.ts';
import { isEpaySigned } from './epay-account.ts';
import { readEpayState } from './epay-api.ts';

/**
 * Judges a notice: the query of a GET, or a form. The protocol signs no time, so that an old one cannot be told; its trade
 * number is booked once however often it comes.
 */
export function judgeEpayNotice(raw: string, account: EpayAccount | null, now: number): NoticeAnswer {
  const fields = parseFormFields(raw);
  const orderNo = fields?.out_trade_no?.slice(0, 64) || null;
  if (!account) return { rejection: 'channelOff', orderNo };
  if (!fields) return { rejection: 'malformed', orderNo };
  if (!isEpaySigned(fields, account.key)) return { rejection: 'badSignature', orderNo };
  if (fields.pid !== account.pid) return { rejection: 'otherMerchant', orderNo };
  const { isPaid, conflict } = readEpayState(fields);
  if (!isPaid) return { payment: null, orderNo, ...(conflict === null ? {} : { conflict }) };
  const { trade_no: tradeNo = '', money = '' } = fields;
  const amount = parseYuan(money);
  if (!orderNo || !/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) return { rejection: 'malformed', orderNo };
  return { payment: { eventId: tradeNo, orderNo, tradeNo, amount, currency: 'CNY', paidAt: now } };
}
