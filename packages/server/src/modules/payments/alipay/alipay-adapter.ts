import { formatTime, parseMoment } from '@gantry/core';
import { ConnectionTestError, getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { AdapterDeps } from '../create-adapters.ts';
import { noSuchOrder, type PayAddresses, payAddresses } from '../pay-addresses.ts';
import {
  createPlainReply,
  formatYuan,
  type MadeRefund,
  type NoticeAnswer,
  type PayableOrder,
  type PaymentAdapter,
  type PayParams,
  type ProbeAnswer,
  parseYuan,
  type QueryAnswer,
  type RefundAnswer,
  type RefundReport,
  type RefundRequest,
} from '../payment-adapter.ts';
import { createSignedText, parseFormFields } from '../rsa-keys.ts';
import {
  type AlipayAccount,
  type AlipayAnswer,
  type AlipayClient,
  AlipayUnsigned,
  alipayZone,
  callAlipay,
  createAlipayCall,
  getAlipayAvailability,
  getAlipayText,
  isRsa2Signed,
  readAlipay,
} from './alipay-api.ts';

/** API method and product code of each product that opens a page. */
const pages = {
  page: { method: 'alipay.trade.page.pay', code: 'FAST_INSTANT_TRADE_PAY' },
  wap: { method: 'alipay.trade.wap.pay', code: 'QUICK_WAP_WAY' },
} as const;

/** Returns a title without the characters that Alipay rejects. */
const toSubject = (title: string) => title.replace(/[/=&]/g, ' ').trim() || '-';

/** Formats how long the QR code can be paid, in full minutes as Alipay requires. */
const formatMinutesLeft = (until: number, now: number) => `${Math.max(1, Math.floor((until - now) / 60_000))}m`;

/** Returns a URL that opens Alipay's page, or the text of a QR code that Alipay creates. */
async function openAlipay(
  deps: AlipayClient,
  account: AlipayAccount,
  { notify, back }: PayAddresses,
  { no, amount, currency, title, expiresAt }: PayableOrder,
): Promise<PayParams> {
  const now = deps.clock();
  const order = { out_trade_no: no, total_amount: formatYuan(amount), subject: toSubject(title) };
  if (account.product === 'qr') {
    const content = { ...order, timeout_express: formatMinutesLeft(expiresAt, now) };
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
const isAlipayPaid = (status: string): boolean => paidStates.includes(status);

const isUnknown = ({ code, subCode }: AlipayAnswer) => code === '40004' && subCode === 'ACQ.TRADE_NOT_EXIST';

async function queryAlipay(deps: AlipayClient, account: AlipayAccount, no: string): Promise<QueryAnswer> {
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

/** Queries an order that does not exist. The answer "unknown" proves our key, and its signature proves Alipay's key. */
async function probeAlipay(deps: AlipayClient, account: AlipayAccount | null): Promise<ProbeAnswer> {
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

type Fields = Readonly<Record<string, string>>;

/**
 * Verifies a notification, which is a form. Alipay repeats it for a day and signs no timestamp that could be checked. The trade
 * number ensures that a repeated notification is booked once.
 */
function judgeAlipayNotice(raw: string, account: AlipayAccount | null, now: number): NoticeAnswer {
  const fields = parseFormFields(raw);
  const orderNo = fields?.out_trade_no?.slice(0, 64) || null;
  if (!account) return { rejection: 'channelOff', orderNo };
  if (!fields) return { rejection: 'malformed', orderNo };
  // Trade notifications exclude `sign_type` from the signed text; messages include it.
  const isAuthentic = [['sign', 'sign_type'], ['sign']].some((without) =>
    isRsa2Signed(createSignedText(fields, without), fields.sign ?? '', account.alipayKey),
  );
  if (!isAuthentic) return { rejection: 'badSignature', orderNo };
  if (fields.app_id !== account.appId) return { rejection: 'otherMerchant', orderNo };
  if (fields.msg_method !== undefined) return parseMessage(fields);
  if (fields.seller_id !== account.sellerId) return { rejection: 'otherMerchant', orderNo };
  // A partial refund is reported with the state of the trade, which is still paid, and with the refunded total.
  const isRefund = fields.refund_fee !== undefined || fields.gmt_refund !== undefined;
  if (isRefund) {
    // A full refund may have the order number here, which is not a refund number.
    const no = fields.out_biz_no === fields.out_trade_no ? '' : fields.out_biz_no;
    const reported = { ...fields, out_request_no: no ?? '' };
    return createRefundReport(reported, fields.notify_id, orderNo, { total: parseYuan(fields.refund_fee ?? '') });
  }
  if (!isAlipayPaid(fields.trade_status ?? '')) return { payment: null, orderNo };
  const { trade_no: tradeNo = '', total_amount: total = '', gmt_payment: paid = '' } = fields;
  const amount = parseYuan(total);
  if (!orderNo || !/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) return { rejection: 'malformed', orderNo };
  const paidAt = parseMoment(paid, alipayZone) ?? now;
  return { payment: { eventId: tradeNo, orderNo, tradeNo, amount, currency: 'CNY', paidAt } };
}

/** The message in which Alipay reports whether a bank accepted its part of a refund. */
const depositBack = 'alipay.trade.refund.depositback.completed';

function parseMessage({ msg_method: method, biz_content: content = '', notify_id: id }: Fields): NoticeAnswer {
  const message = parseJson(content);
  if (method !== depositBack) return { payment: null, orderNo: null };
  const getText = (name: string) => {
    const value = getPath(message, name);
    return typeof value === 'string' ? value : '';
  };
  const fields = { out_request_no: getText('out_request_no'), trade_no: getText('trade_no') };
  const detour = getText('dback_status') === 'F' ? { detour: alipayDetour } : {};
  return createRefundReport(fields, id, getText('out_trade_no') || null, detour);
}

/** Creates the report about a refund. Alipay does not report its amount, and one from Alipay's dashboard may have no number. */
function createRefundReport(
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

/** Creates the adapter of Alipay's open platform: a page on a desktop or a phone, or a QR code. */
export function createAlipayAdapter(deps: Pick<AdapterDeps, 'settings' | 'outbound' | 'clock'>): PaymentAdapter {
  const { settings, clock } = deps;
  /**
   * Returns the account even when the channel is disabled for new orders, because payments must still be queried and refunded.
   */
  const account = async () => {
    const found = await readAlipay(settings);
    if (!found) throw new Error('alipay: the account is not filled in');
    return found;
  };
  return {
    channel: 'alipay',
    canQuery: true,
    status: () => getAlipayAvailability(settings),
    async create(order) {
      const addresses = await payAddresses(settings, 'alipay');
      if (!addresses || order.currency !== 'CNY') throw new Error('alipay: it cannot be used now');
      return openAlipay(deps, await account(), addresses, order);
    },
    verifyNotice: async ({ raw }) => judgeAlipayNotice(raw, await readAlipay(settings), clock()),
    acknowledge: createPlainReply,
    query: async ({ no }) => queryAlipay(deps, await account(), no),
    refund: async (request) => refundByAlipay(deps, await account(), request),
    reconcileRefund: async (made) => reconcileAlipayRefund(deps, await account(), made),
    probe: async () => probeAlipay(deps, await readAlipay(settings)),
  };
}

/** Codes with which Alipay rejects a refund for good. Other errors may be temporary: a low account balance, a busy system. */
const finalCodes = [
  'ACQ.TRADE_NOT_EXIST',
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.DISCORDANT_REPEAT_REQUEST',
  'ACQ.REFUND_FEE_ERROR',
  'ACQ.BUYER_NOT_EXIST',
  'ACQ.INVALID_PARAMETER',
];

const failed = 'REFUND_FAIL';
/** The query option and field for the part of a refund that goes to a bank. */
const depositBackInfo = 'deposit_back_info';

/** Requests a refund. Alipay makes it once per refund number, which it calls `out_request_no`. */
async function refundByAlipay(
  deps: AlipayClient,
  account: AlipayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { refundNo, orderNo, tradeNo, amount } = request;
  const done: RefundAnswer = { outcome: 'succeeded', channelRefundNo: refundNo };
  const answer = await callAlipay(deps, account, 'alipay.trade.refund', {
    out_trade_no: orderNo,
    trade_no: tradeNo,
    refund_amount: formatYuan(amount),
    out_request_no: refundNo,
    // Without this option Alipay does not report a bank that rejects the money.
    query_options: [depositBackInfo],
  });
  const { code, subCode } = answer;
  if (code === '10000' && getAlipayText(answer, 'fund_change') === 'Y') return done;
  // An earlier request with the same number may have succeeded, with its answer lost.
  if (await isRefundMade(deps, account, request)) return done;
  if (code === '40004' && finalCodes.includes(subCode)) return { outcome: 'rejected', why: `alipay: ${subCode}` };
  throw new Error(`alipay: ${subCode || code}`);
}

function queryRefund(deps: AlipayClient, account: AlipayAccount, { refundNo, orderNo, tradeNo }: MadeRefund) {
  const requested = {
    out_trade_no: orderNo,
    trade_no: tradeNo,
    out_request_no: refundNo,
    query_options: [depositBackInfo],
  };
  return callAlipay(deps, account, 'alipay.trade.fastpay.refund.query', requested);
}

/** The reason that is stored when a bank rejects a refund and Alipay credits the payer's balance instead. */
const alipayDetour = 'the bank did not take it, so Alipay put it into the balance of the payer';

/**
 * Queries a completed refund. Alipay never returns the money to the merchant: what a bank rejects goes to the payer's balance at
 * Alipay. A refund has therefore failed only when Alipay itself reports the failure.
 */
async function reconcileAlipayRefund(
  deps: AlipayClient,
  account: AlipayAccount,
  made: MadeRefund,
): Promise<RefundReport | null> {
  const answer = await queryRefund(deps, account, made);
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  const { refundNo, tradeNo, amount, currency } = made;
  if (![refundNo, ''].includes(getAlipayText(answer, 'out_request_no')))
    throw new Error('alipay: the answer is about another refund');
  const reported = { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency };
  const status = getAlipayText(answer, 'refund_status');
  // A refund in progress has not failed. Paying it in another way would pay it twice.
  if (status === failed) return { ...reported, failure: status };
  const isDetour = getPath(answer.payload, depositBackInfo, 'dback_status') === 'F';
  return isDetour ? { ...reported, failure: null, detour: alipayDetour } : null;
}

/** Whether Alipay has made the refund with this number. Throws when the answer is inconclusive. */
async function isRefundMade(deps: AlipayClient, account: AlipayAccount, request: RefundRequest): Promise<boolean> {
  const { refundNo, orderNo, amount } = request;
  const answer = await queryRefund(deps, account, request);
  if (answer.code === '40004' && /NOT_EXIST$/.test(answer.subCode)) return false;
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  if (getAlipayText(answer, 'refund_status') !== 'REFUND_SUCCESS') return false;
  const isThis =
    getAlipayText(answer, 'out_request_no') === refundNo && getAlipayText(answer, 'out_trade_no') === orderNo;
  if (!isThis || parseYuan(getAlipayText(answer, 'refund_amount')) !== amount)
    throw new Error('alipay: the answer is about another refund');
  return true;
}
