import { formatTime, parseMoment } from '@gantry/core';
import { ConnectionTestError, getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { AdapterDeps } from '../create-adapters.ts';
import { noSuchOrder, type PayAddresses, payAddresses } from '../pay-addresses.ts';
import {
  createPlainReply,
  formatYuan,
  type NoticeAnswer,
  type PayableOrder,
  type PaymentAdapter,
  type PayParams,
  type ProbeAnswer,
  parseYuan,
  type QueryAnswer,
  type RefundReport,
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
import { alipayDetour, reconcileAlipayRefund, refundByAlipay } from './alipay-refund.ts';

/** By what each product is asked for. */
const pages = {
  page: { method: 'alipay.trade.page.pay', code: 'FAST_INSTANT_TRADE_PAY' },
  wap: { method: 'alipay.trade.wap.pay', code: 'QUICK_WAP_WAY' },
} as const;

/** A title without the marks that Alipay rejects. */
const subjectOf = (title: string) => title.replace(/[/=&]/g, ' ').trim() || '-';

/** How long the code may be paid, in whole minutes as Alipay counts them. */
const minutesLeft = (until: number, now: number) => `${Math.max(1, Math.floor((until - now) / 60_000))}m`;

/** An address that opens Alipay's page; or the text of a QR code, which Alipay is asked for. */
async function openAlipay(
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

/** Asks about an order that is not there: our key is right when it is unknown, and theirs when the answer's signature is. */
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
 * Judges a notice, a form. Alipay sends one again for a day and signs no time that must be near; its trade number is booked once
 * however often it comes.
 */
function judgeAlipayNotice(raw: string, account: AlipayAccount | null, now: number): NoticeAnswer {
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

/** Alipay's open platform: its page on a desktop or a phone, or a QR code. */
export function createAlipayAdapter(deps: Pick<AdapterDeps, 'settings' | 'outbound' | 'clock'>): PaymentAdapter {
  const { settings, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
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
