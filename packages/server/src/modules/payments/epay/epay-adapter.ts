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

/** Reads the account from the settings. Returns null while a setting is missing. */
async function readEpay(settings: SettingsReader): Promise<EpayAccount | null> {
  const { gatewayUrl, merchantId: pid, payType, opening } = await settings.read('system', 'epay');
  const key = await settings.secret('system', 'epay', 'merchantKey');
  if (!gatewayUrl || !pid || !key) return null;
  const confirmsFirst = opening === 'mapi';
  const fixedType = payType === 'any' ? null : payType;
  return { gatewayUrl: gatewayUrl.replace(/\/+$/, ''), pid, key, payType: fixedType, confirmsFirst };
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

/** Returns null when orders can be paid through Epay now, otherwise why not. */
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

/** Computes the MD5 signature over the fields and the key, in lower-case hex. It excludes `sign` and `sign_type`. */
export function signEpay(fields: Readonly<Record<string, string>>, key: string): string {
  return createHash('md5')
    .update(`${createSignedText(fields, unsigned)}${key}`)
    .digest('hex');
}

export function isEpaySigned(fields: Readonly<Record<string, string>>, key: string): boolean {
  return isSameText((fields.sign ?? '').toLowerCase(), signEpay(fields, key));
}

/** Fields in which `mapi.php` returns what the payer's client needs, and our names for them. The first one present is used. */
const openings = [
  ['payurl', 'payUrl'],
  ['qrcode', 'qrCode'],
  ['urlscheme', 'payUrl'],
] as const;

/** Requests a page URL, the text of a QR code or an app URL. Throws when the answer has none. */
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
    const opening = getEpayText(getEpayContent(answer.payload), theirs);
    if (opening !== '') return { [ours]: opening };
  }
  throw new Error('epay: the answer says nothing to pay by');
}

/** Values of `status` and `trade_status` that mean that an order is paid. */
const paidValues: Readonly<Record<string, readonly string[]>> = {
  status: ['1', 'TRUE', 'TRADE_SUCCESS'],
  trade_status: ['TRADE_SUCCESS', 'TRADE_FINISHED'],
};

/** Returns a state as text. Some implementations send a boolean instead of a number. */
function getState(payload: unknown, name: string): string {
  const value = getPath(payload, name);
  return typeof value === 'boolean' ? String(value) : getEpayText(payload, name).trim();
}

/**
 * Reads the state of an order from all given parts of a message. It is paid when all state fields agree on that. `conflict` lists
 * the values when only some do.
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
  const paidIndications = indications.filter(({ isPaid }) => isPaid);
  const isPaid = paidIndications.length > 0 && paidIndications.length === indications.length;
  const reported = [...new Set(indications.map((one) => one.reported))].join(', ').slice(0, 160);
  return { isPaid, conflict: paidIndications.length > 0 && !isPaid ? reported : null };
}

/** Returns the state fields of the wrapper of a nested answer. Its `status` may only describe the request, such as `success`. */
const getWrapperState = (payload: unknown) => ({
  trade_status: getPath(payload, 'trade_status'),
  ...(/^[012]$/.test(getEpayText(payload, 'status')) ? { status: getPath(payload, 'status') } : {}),
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
  // An order that was paid and already refunded (status 2) must not be delivered.
  const { isPaid, conflict } = readEpayState(
    order,
    ...(order === answer.payload ? [] : [getWrapperState(answer.payload)]),
  );
  if (conflict !== null) return { payment: null, raw, conflict };
  if (!isPaid) return { payment: null, raw };
  const [tradeNo, amount] = [getEpayText(order, 'trade_no'), parseYuan(getEpayText(order, 'money'))];
  if (!/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) throw new Error('epay: the answer makes no sense');
  const refunded = parseYuan(getEpayText(order, 'refundmoney')) ?? 0;
  if (amount > 0 && refunded >= amount) return { payment: null, raw, conflict: `status=1, refundmoney=${refunded}` };
  const paidAt = parseMoment(getEpayText(order, 'endtime'), 'Asia/Shanghai') ?? now;
  return { payment: { eventId: tradeNo, orderNo: no, tradeNo, amount, currency: 'CNY', paidAt }, raw };
}

/** Tests the account with a query for an order that does not exist. */
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

/** Creates the adapter for aggregators with the Epay protocol, through their payment page (`submit.php`) or API (`mapi.php`). */
export function createEpayAdapter(deps: Deps): PaymentAdapter {
  const { settings, outbound, clock } = deps;
  /**
   * Returns the account even when the channel is disabled for new orders, because payments must still be queried and refunded.
   */
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
      return found?.confirmsFirst && (ip === null || isIP(ip) === 0) ? ['payerIp', payerIpRequired] : null;
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

const payerIpRequired = {
  zh: '易支付用 mapi.php 下单须带付款人的 IP 地址',
  en: 'Epay through mapi.php requires the payer’s IP address.',
} as const;

/**
 * Returns a signed URL of the payment page, which needs no request to the gateway. With `mapi.php`, returns what the gateway
 * creates instead: a page URL, the text of a QR code or an app URL.
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
 * Verifies a notification: the query string of a GET request, or a form. The protocol signs no time, so an old notification
 * cannot be recognized. The trade number ensures that a repeated one is booked once.
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
 * Requests a refund. The protocol has no refund numbers, so a repeated request would be paid twice. It is therefore sent once;
 * after that, only the state of the order at the gateway counts, or the number that an admin found in its dashboard.
 */
async function refundByEpay(
  outbound: OutboundClient,
  account: EpayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { orderNo, tradeNo, amount, externalNo, isRepeat } = request;
  if (isRepeat) {
    if (externalNo !== null) return { outcome: 'succeeded', channelRefundNo: externalNo };
    const known = await findRefundState(outbound, account, request);
    if (known === 'done') return { outcome: 'succeeded', channelRefundNo: `${tradeNo}-refund` };
    if (known === 'unknown') throw new Error('epay does not report whether it refunded: check its back office');
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
    channelRefundNo: getEpayText(getEpayContent(answer.payload), 'refund_no') || `${tradeNo}-refund`,
  };
}

/** Whether the gateway has refunded the payment, by the refunded total that some gateways report. */
async function findRefundState(
  outbound: OutboundClient,
  account: EpayAccount,
  { orderNo, amount, paid, refundedBefore }: RefundRequest,
): Promise<'done' | 'notDone' | 'unknown'> {
  const answer = requireEpayAnswer(await queryEpayOrder(outbound, account, orderNo));
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = getEpayOrder(answer, orderNo, account);
  const total = parseYuan(getEpayText(order, 'refundmoney'));
  if (total !== null && total >= refundedBefore + amount) return 'done';
  if (total !== null && total === refundedBefore) return 'notDone';
  return total === null && getEpayText(order, 'status') === '2' && amount === paid ? 'done' : 'unknown';
}

/**
 * Finds what the gateway refunded of an order, including refunds made in its dashboard. Without a reported total, a refunded
 * state counts as a full refund, unless a known refund may be the reason for that state.
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
  const fullRefund = isRefunded(order) && refundedBefore === 0 ? paid : 0;
  const total = parseYuan(getEpayText(order, 'refundmoney')) || fullRefund;
  if (total <= refundedBefore) return null;
  const eventId = `${tradeNo}-${total}`;
  return { eventId, refundNo: null, tradeNo, amount: null, total, currency, failure: null };
}

/** Whether the state of an order means that it was refunded, partially or in full. */
const isRefunded = (order: unknown) =>
  getEpayText(order, 'status') === '2' || getEpayText(order, 'trade_status').toUpperCase() === 'TRADE_REFUND';
