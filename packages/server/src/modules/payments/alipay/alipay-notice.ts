import { parseMoment } from '@gantry/core';
import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { NoticeAnswer, RefundReport } from '../payment-adapter.ts';
import { createSignedText, parseFormFields } from '../signed-form.ts';
import { parseYuan } from '../yuan.ts';
import type { AlipayAccount } from './alipay-account.ts';
import { alipayZone } from './alipay-api.ts';
import { isAlipayPaid } from './alipay-orders.ts';
import { alipayDetour } from './alipay-refund.ts';
import { isRsa2Signed } from './alipay-signature.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * Judges a notice, a form. Alipay sends one again for a day and signs no time that must be near; its trade number is booked once
 * however often it comes.
 */
export function judgeAlipayNotice(raw: string, account: AlipayAccount | null, now: number): NoticeAnswer {
  const fields = parseFormFields(raw);
  const orderNo = fields?.out_trade_no?.slice(0, 64) || null;
  if (!account) return { rejection: 'channelOff', orderNo };
  if (!fields) return { rejection: 'malformed', orderNo };
  // Notices of trades leave `sign_type` out of what they sign, messages have it in.
  const isRight = [['sign', 'sign_type'], ['sign']].some((without) =>
    isRsa2Signed(createSignedText(fields, without), fields.sign ?? '', account.alipayKey),
  );
  if (!isRight) return { rejection: 'badSignature', orderNo };
  if (fields.app_id !== account.appId) return { rejection: 'otherMerchant', orderNo };
  if (fields.msg_method !== undefined) return parseMessage(fields);
  if (fields.seller_id !== account.sellerId) return { rejection: 'otherMerchant', orderNo };
  // A refund of a part is told with the state of the trade, which is still paid, and with the sum of all of them.
  const isRefund = fields.refund_fee !== undefined || fields.gmt_refund !== undefined;
  if (isRefund) {
    // A whole refund may go by the number of the order, which is none of a refund.
    const no = fields.out_biz_no === fields.out_trade_no ? '' : fields.out_biz_no;
    const reported = { ...fields, out_request_no: no ?? '' };
    return refundIn(reported, fields.notify_id, orderNo, { total: parseYuan(fields.refund_fee ?? '') });
  }
  if (!isAlipayPaid(fields.trade_status ?? '')) return { payment: null, orderNo };
  const { trade_no: tradeNo = '', total_amount: total = '', gmt_payment: paid = '' } = fields;
  const amount = parseYuan(total);
  if (!orderNo || !/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) return { rejection: 'malformed', orderNo };
  const paidAt = parseMoment(paid, alipayZone) ?? now;
  return { payment: { eventId: tradeNo, orderNo, tradeNo, amount, currency: 'CNY', paidAt } };
}

/** By which Alipay says what a bank made of the part of a refund that went to it. */
const depositBack = 'alipay.trade.refund.depositback.completed';

function parseMessage({ msg_method: method, biz_content: content = '', notify_id: id }: Fields): NoticeAnswer {
  const said = parseJson(content);
  if (method !== depositBack) return { payment: null, orderNo: null };
  const text = (name: string) => {
    const value = getPath(said, name);
    return typeof value === 'string' ? value : '';
  };
  const fields = { out_request_no: text('out_request_no'), trade_no: text('trade_no') };
  const detour = text('dback_status') === 'F' ? { detour: alipayDetour } : {};
  return refundIn(fields, id, text('out_trade_no') || null, detour);
}

/** A word about a refund, whose own amount Alipay does not say; one from its back office may have no number. */
function refundIn(
  { out_request_no: refundNo = '', trade_no: tradeNo = '' }: Fields,
  eventId: string | undefined,
  orderNo: string | null,
  more: Pick<RefundReport, 'detour' | 'total'> = {},
): NoticeAnswer {
  const isReported = refundNo !== '' || typeof more.total === 'number';
  if (!isReported || !eventId) return { payment: null, orderNo };
  const reported = {
    eventId: eventId.slice(0, 96),
    refundNo: refundNo || null,
    tradeNo,
    amount: null,
    currency: 'CNY',
  };
  return { payment: null, orderNo, refund: { ...reported, failure: null, ...more } };
}
