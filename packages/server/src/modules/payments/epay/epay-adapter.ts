import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type LocalizedText, parseMoment } from '@gantry/core';
import { ConnectionTestError, getPath, type OutboundClient, toRejection } from '../../../platform/outbound/index.ts';
import { isSameText } from '../../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { AdapterDeps } from '../create-adapters.ts';
import { noSuchOrder, payAddresses } from '../pay-addresses.ts';
import {
  type BookedPayment,
  createPlainReply,
  formatYuan,
  type NoticeAnswer,
  type PayableOrder,
  type Payer,
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
  type EpayAccount,
  getEpayContent,
  getEpayOrder,
  getEpayText,
  isAboutAccount,
  isUnknownToEpay,
  parseEpayAnswer,
  queryEpayOrder,
  requireEpayAnswer,
} from './epay-api.ts';

/** Null while something is missing. */
async function readEpay(settings: SettingsReader): Promise<EpayAccount | null> {
  const { gatewayUrl, merchantId: pid, payType, opening } = await settings.read('system', 'epay');
  const key = await settings.secret('system', 'epay', 'merchantKey');
  if (!gatewayUrl || !pid || !key) return null;
  const confirmsFirst = opening === 'mapi';
  const means = payType === 'any' ? null : payType;
  return { gatewayUrl: gatewayUrl.replace(/\/+$/, ''), pid, key, payType: means, confirmsFirst };
}

const words = {
  off: { zh: '易支付未启用（系统设置 · 易支付）', en: 'Epay is disabled (System settings, Epay).' },
  keys: {
    zh: '易支付的接口地址、商户号或密钥未填写（系统设置 · 易支付）',
    en: 'The gateway, merchant ID, or key of Epay is missing (System settings, Epay).',
  },
  means: {
    zh: '易支付用 mapi.php 下单时须选定支付方式（系统设置 · 易支付）',
    en: 'Epay through mapi.php requires a payment method (System settings, Epay).',
  },
  currency: {
    zh: '易支付只收人民币（系统设置 · 支付 · 币种）',
    en: 'Epay accepts only CNY (System settings, Payment, Currency).',
  },
  site: { zh: '易支付需要站点网址（系统设置 · 站点）', en: 'Epay requires the site URL (System settings, Site).' },
} as const satisfies Record<string, LocalizedText>;

/** Null when orders can be paid by epay now, else why not. */
async function getEpayAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled } = await settings.read('system', 'epay');
  if (!enabled) return words.off;
  const account = await readEpay(settings);
  if (account === null) return words.keys;
  if (account.confirmsFirst && account.payType === null) return words.means;
  if ((await settings.read('system', 'pay')).currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'epay')) === null ? words.site : null;
}

const unsigned = ['sign', 'sign_type'];

/** MD5 over the fields and the key, in lower-case hex; the names `sign` and `sign_type` are not part of it. */
export function signEpay(fields: Readonly<Record<string, string>>, key: string): string {
  return createHash('md5')
    .update(`${createSignedText(fields, unsigned)}${key}`)
    .digest('hex');
}

export function isEpaySigned(fields: Readonly<Record<string, string>>, key: string): boolean {
  return isSameText((fields.sign ?? '').toLowerCase(), signEpay(fields, key));
}

/** How `mapi.php` names what the payer's client needs, and how we do; the first that is there is taken. */
const openings = [
  ['payurl', 'payUrl'],
  ['qrcode', 'qrCode'],
  ['urlscheme', 'payUrl'],
] as const;

/** Asks for a page, a QR code's text or the address of an app. Throws when there is none. */
async function createEpayPayment(
  outbound: OutboundClient,
  { gatewayUrl, key }: EpayAccount,
  fields: Readonly<Record<string, string>>,
): Promise<PayParams> {
  const { status, body } = await outbound.send({
    target: 'payment',
    url: `${gatewayUrl}/mapi.php`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, sign: signEpay(fields, key), sign_type: 'MD5' }).toString(),
  });
  const answer = requireEpayAnswer(parseEpayAnswer(status, body));
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  for (const [theirs, ours] of openings) {
    const opening = getEpayText(getEpayContent(answer.said), theirs);
    if (opening !== '') return { [ours]: opening };
  }
  throw new Error('epay: the answer says nothing to pay by');
}

/** The values by which `status` and `trade_status` say that an order is paid. */
const paidValues: Readonly<Record<string, readonly string[]>> = {
  status: ['1', 'TRUE', 'TRADE_SUCCESS'],
  trade_status: ['TRADE_SUCCESS', 'TRADE_FINISHED'],
};

/** A state as text. Some clones write a boolean, which says as much as a number. */
function getState(said: unknown, name: string): string {
  const value = getPath(said, name);
  return typeof value === 'boolean' ? String(value) : getEpayText(said, name).trim();
}

/**
 * Whether everything that an order, a notice or the answer around it says of its state agrees that it is paid. `conflict` names
 * the values when some say so and others do not.
 */
function readEpayState(...parts: readonly unknown[]): {
  readonly isPaid: boolean;
  readonly conflict: string | null;
} {
  const indications = Object.entries(paidValues).flatMap(([name, paid]) =>
    parts
      .map((part) => getState(part, name))
      .filter((value) => value !== '')
      .map((value) => ({ reported: `${name}=${value}`, isPaid: paid.includes(value.toUpperCase()) })),
  );
  const said = indications.filter(({ isPaid }) => isPaid);
  const isPaid = said.length > 0 && said.length === indications.length;
  const reported = [...new Set(indications.map((one) => one.reported))].join(', ').slice(0, 160);
  return { isPaid, conflict: said.length > 0 && !isPaid ? reported : null };
}

/** The state that the wrapper of a nested answer gives; its `status` may be of the call alone, such as `success`. */
const statusAround = (said: unknown) => ({
  trade_status: getPath(said, 'trade_status'),
  ...(/^[012]$/.test(getEpayText(said, 'status')) ? { status: getPath(said, 'status') } : {}),
});

async function queryEpay(
  outbound: OutboundClient,
  account: EpayAccount,
  no: string,
  now: number,
): Promise<QueryAnswer> {
  const answer = requireEpayAnswer(await queryEpayOrder(outbound, account, no));
  if (isUnknownToEpay(answer)) return { payment: null, raw: JSON.stringify({ code: answer.code, msg: answer.words }) };
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = getEpayOrder(answer, no, account);
  const raw = JSON.stringify(order).slice(0, 4000);
  // What was paid and has been refunded already (status 2) buys nothing.
  const { isPaid, conflict } = readEpayState(order, ...(order === answer.said ? [] : [statusAround(answer.said)]));
  if (conflict !== null) return { payment: null, raw, conflict };
  if (!isPaid) return { payment: null, raw };
  const [tradeNo, amount] = [getEpayText(order, 'trade_no'), parseYuan(getEpayText(order, 'money'))];
  if (!/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) throw new Error('epay: the answer makes no sense');
  const refunded = parseYuan(getEpayText(order, 'refundmoney')) ?? 0;
  if (amount > 0 && refunded >= amount) return { payment: null, raw, conflict: `status=1, refundmoney=${refunded}` };
  const paidAt = parseMoment(getEpayText(order, 'endtime'), 'Asia/Shanghai') ?? now;
  return { payment: { eventId: tradeNo, orderNo: no, tradeNo, amount, currency: 'CNY', paidAt }, raw };
}

/** Asks about an order that is not there. */
async function probeEpay(outbound: OutboundClient, account: EpayAccount | null): Promise<ProbeAnswer> {
  if (!account) throw new ConnectionTestError('off');
  const { status, body } = await outbound.send({
    target: 'payment',
    url: `${account.gatewayUrl}/api.php?${new URLSearchParams({ act: 'order', pid: account.pid, key: account.key, out_trade_no: noSuchOrder })}`,
  });
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const answer = parseEpayAnswer(status, body);
  if (answer.code === '') throw new ConnectionTestError('answer');
  const { code, words: said } = answer;
  return isUnknownToEpay(answer) ? { code, said } : { problem: isAboutAccount(said) ? 'auth' : 'rejected', code, said };
}

type Deps = Pick<AdapterDeps, 'settings' | 'outbound' | 'clock'>;

/** Aggregators of the common epay protocol, by their cashier (`submit.php`) or asked for a page (`mapi.php`). */
export function createEpayAdapter(deps: Deps): PaymentAdapter {
  const { settings, outbound, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async () => {
    const found = await readEpay(settings);
    if (!found) throw new Error('epay: the account is not filled in');
    return found;
  };
  return {
    channel: 'epay',
    canQuery: true,
    status: () => getEpayAvailability(settings),
    async lacks({ ip }) {
      const found = await readEpay(settings);
      return found?.confirmsFirst && (ip === null || isIP(ip) === 0) ? ['payerIp', noAddress] : null;
    },
    create: (order, payer) => openEpay(deps, order, payer),
    verifyNotice: async ({ raw }) => judgeEpayNotice(raw, await readEpay(settings), clock()),
    acknowledge: createPlainReply,
    query: async ({ no }) => queryEpay(outbound, await account(), no, clock()),
    refund: async (request) => refundByEpay(outbound, await account(), request),
    findRefunded: async (payment) => findRefundedByEpay(outbound, await account(), payment),
    probe: async () => probeEpay(outbound, await readEpay(settings)),
  };
}

const noAddress = {
  zh: '易支付用 mapi.php 下单须带付款人的 IP 地址',
  en: 'Epay through mapi.php requires the payer’s IP address.',
} as const;

/**
 * An address that opens the cashier with everything signed, of which nothing is asked before the payer goes there; or what the
 * gateway gives when it is asked: a page, a code or an app's address.
 */
async function openEpay(
  { settings, outbound }: Deps,
  { no, amount, currency, title }: PayableOrder,
  { ip }: Payer,
): Promise<PayParams> {
  const [account, addresses] = [await readEpay(settings), await payAddresses(settings, 'epay')];
  if (!account || !addresses || currency !== 'CNY') throw new Error('epay: it cannot be used now');
  const fields = {
    pid: account.pid,
    ...(account.payType === null ? {} : { type: account.payType }),
    out_trade_no: no,
    notify_url: addresses.notify,
    return_url: addresses.back,
    name: title.trim(),
    money: formatYuan(amount),
  };
  if (account.confirmsFirst) {
    const opened = await createEpayPayment(outbound, account, { ...fields, clientip: ip ?? '', device: 'pc' });
    return { orderNo: no, amount, currency, ...opened };
  }
  const query = new URLSearchParams({ ...fields, sign: signEpay(fields, account.key), sign_type: 'MD5' });
  return { orderNo: no, amount, currency, payUrl: `${account.gatewayUrl}/submit.php?${query}` };
}

/**
 * Judges a notice: the query of a GET, or a form. The protocol signs no time, so that an old one cannot be told; its trade
 * number is booked once however often it comes.
 */
function judgeEpayNotice(raw: string, account: EpayAccount | null, now: number): NoticeAnswer {
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

/**
 * The protocol has no number for a refund: the same one asked for twice would be paid twice. So it is asked for once, and
 * after that only what the gateway says of the order counts, or the number that an admin read in its back office.
 */
async function refundByEpay(
  outbound: OutboundClient,
  account: EpayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { orderNo, tradeNo, amount, externalNo, isRepeat } = request;
  if (isRepeat) {
    if (externalNo !== null) return { outcome: 'succeeded', channelRefundNo: externalNo };
    const known = await refundedAlready(outbound, account, request);
    if (known === 'done') return { outcome: 'succeeded', channelRefundNo: `${tradeNo}-refund` };
    if (known === 'untold') throw new Error('epay does not tell whether it refunded: look in its back office');
  }
  const form = {
    pid: account.pid,
    key: account.key,
    trade_no: tradeNo,
    out_trade_no: orderNo,
    money: formatYuan(amount),
  };
  const { status, body } = await outbound.send({
    target: 'payment',
    url: `${account.gatewayUrl}/api.php?act=refund`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const answer = requireEpayAnswer(parseEpayAnswer(status, body));
  if (answer.code !== '1') return { outcome: 'rejected', why: `epay: ${answer.code} ${answer.words}`.trim() };
  return {
    outcome: 'succeeded',
    channelRefundNo: getEpayText(getEpayContent(answer.said), 'refund_no') || `${tradeNo}-refund`,
  };
}

/** Whether the gateway has refunded the payment, by the refunded total that some gateways report. */
async function refundedAlready(
  outbound: OutboundClient,
  account: EpayAccount,
  { orderNo, amount, paid, refundedBefore }: RefundRequest,
): Promise<'done' | 'not' | 'untold'> {
  const answer = requireEpayAnswer(await queryEpayOrder(outbound, account, orderNo));
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = getEpayOrder(answer, orderNo, account);
  const back = parseYuan(getEpayText(order, 'refundmoney'));
  if (back !== null && back >= refundedBefore + amount) return 'done';
  if (back !== null && back === refundedBefore) return 'not';
  return back === null && getEpayText(order, 'status') === '2' && amount === paid ? 'done' : 'untold';
}

/**
 * What the gateway refunded of an order, in its back office as well: the sum where it gives one. Where it says no more than that the
 * order is refunded, that is the whole, unless a refund that is known here may be what it means.
 */
async function findRefundedByEpay(
  outbound: OutboundClient,
  account: EpayAccount,
  { orderNo, tradeNo, paid, currency, refundedBefore }: BookedPayment,
): Promise<RefundReport | null> {
  const answer = requireEpayAnswer(await queryEpayOrder(outbound, account, orderNo));
  if (isUnknownToEpay(answer)) return null;
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = getEpayOrder(answer, orderNo, account);
  if (getEpayText(order, 'trade_no') !== tradeNo) throw new Error('epay: the answer is about another payment');
  const whole = isRefunded(order) && refundedBefore === 0 ? paid : 0;
  const total = parseYuan(getEpayText(order, 'refundmoney')) || whole;
  if (total <= refundedBefore) return null;
  const eventId = `${tradeNo}-${total}`;
  return { eventId, refundNo: null, tradeNo, amount: null, total, currency, failure: null };
}

/** Whether the state of an order says that it was refunded, in part or in whole. */
const isRefunded = (order: unknown) =>
  getEpayText(order, 'status') === '2' || getEpayText(order, 'trade_status').toUpperCase() === 'TRADE_REFUND';
