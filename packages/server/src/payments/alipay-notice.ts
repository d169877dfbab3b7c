import { momentOf } from '@gantry/core';
import type { AlipayAccount } from './alipay-account.ts';
import { alipayZone } from './alipay-api.ts';
import { isAlipayPaid } from './alipay-orders.ts';
import { isRsa2Signed } from './alipay-signature.ts';
import type { NoticeAnswer } from './payment-adapter.ts';
import { formFields, signedText } from './signed-form.ts';
import { fenOf } from './yuan.ts';

/**
 * Judges a notice, a form. Alipay sends one again for a day and signs no time that must be near; its trade number is booked once
 * however often it comes.
 */
export function judgeAlipayNotice(raw: string, account: AlipayAccount | null, now: number): NoticeAnswer {
  const fields = formFields(raw);
  const orderNo = fields?.out_trade_no?.slice(0, 64) || null;
  if (!account) return { refusal: 'channelOff', orderNo };
  if (!fields) return { refusal: 'malformed', orderNo };
  const isRight = isRsa2Signed(signedText(fields, ['sign', 'sign_type']), fields.sign ?? '', account.alipayKey);
  if (!isRight) return { refusal: 'badSignature', orderNo };
  if (fields.app_id !== account.appId || fields.seller_id !== account.sellerId)
    return { refusal: 'otherMerchant', orderNo };
  // A refund of a part is told with the state of the trade, which is still paid.
  const isRefund = fields.refund_fee !== undefined || fields.gmt_refund !== undefined;
  if (!isAlipayPaid(fields.trade_status ?? '') || isRefund) return { payment: null, orderNo };
  const { trade_no: tradeNo = '', total_amount: total = '', gmt_payment: paid = '' } = fields;
  const amount = fenOf(total);
  if (!orderNo || !/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) return { refusal: 'malformed', orderNo };
  const paidAt = momentOf(paid, alipayZone) ?? now;
  return { payment: { eventId: tradeNo, orderNo, tradeNo, amount, currency: 'CNY', paidAt } };
}
