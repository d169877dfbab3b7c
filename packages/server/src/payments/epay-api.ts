import { momentOf } from '@gantry/core';
import { at, jsonIn, type OutboundGate, refusalOf, TrialFailed } from '../outbound/index.ts';
import { type EpayAccount, epaySign } from './epay-account.ts';
import { noSuchOrder } from './pay-addresses.ts';
import type { PayParams, ProbeAnswer, QueryAnswer, RefundAnswer, RefundRequest } from './payment-adapter.ts';
import { fenOf, yuanOf } from './yuan.ts';

/** An answer of `api.php`. */
interface Told {
  readonly status: number;
  /** Null for what is no JSON. */
  readonly said: unknown;
  /** `1` when it went well. */
  readonly code: string;
  readonly words: string;
}

const textAt = (said: unknown, name: string): string => {
  const value = at(said, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function told(status: number, body: Buffer): Told {
  const said = jsonIn(body);
  return { status, said, code: textAt(said, 'code'), words: textAt(said, 'msg').slice(0, 120) };
}

/** Throws when there is no answer in the protocol: then nothing is known. */
function heard(answer: Told): Told {
  if (answer.status !== 200 || answer.code === '') throw new Error(`epay: answered ${answer.status}`);
  return answer;
}

/** The protocol has the key itself in the query; nothing of it is in an error. */
async function askOrder(gate: OutboundGate, { gatewayUrl, pid, key }: EpayAccount, no: string): Promise<Told> {
  const query = new URLSearchParams({ act: 'order', pid, key, out_trade_no: no });
  const { status, body } = await gate.send({ target: 'payment', url: `${gatewayUrl}/api.php?${query}` });
  return told(status, body);
}

/** How `mapi.php` names what the payer's client needs, and how we do; the first that is there is taken. */
const openings = [
  ['payurl', 'payUrl'],
  ['qrcode', 'qrCode'],
  ['urlscheme', 'payUrl'],
] as const;

/** Asks for a page, a QR code's text or the address of an app. Throws when there is none. */
export async function askEpayToPay(
  gate: OutboundGate,
  { gatewayUrl, key }: EpayAccount,
  fields: Readonly<Record<string, string>>,
): Promise<PayParams> {
  const { status, body } = await gate.send({
    target: 'payment',
    url: `${gatewayUrl}/mapi.php`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, sign: epaySign(fields, key), sign_type: 'MD5' }).toString(),
  });
  const answer = heard(told(status, body));
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  for (const [theirs, ours] of openings) {
    const opening = textAt(contentOf(answer.said), theirs);
    if (opening !== '') return { [ours]: opening };
  }
  throw new Error('epay: the answer says nothing to pay by');
}

/** Is it the answer about an order that the gateway does not have? Clones write their codes differently. */
const isUnknown = ({ code, words }: Told) =>
  code !== '1' && /不存在|没有|未找到|未查询到|not (?:found|exist)|no such/i.test(words) && !isAboutUs(words);
const isAboutUs = (words: string) => /商户|密钥|签名|\bkey\b|\bpid\b|sign/i.test(words);

/** What an answer carries: the answer itself, or its `data` as clones nest it. */
function contentOf(said: unknown): unknown {
  const data = at(said, 'data');
  const nested: unknown = Array.isArray(data) && data.length === 1 ? data[0] : data;
  return typeof nested === 'object' && nested !== null && !Array.isArray(nested) ? nested : said;
}

/** What a gateway knows of an order, as requested by our number. Throws when it is about another order or merchant. */
function orderIn({ said }: Told, no: string, { pid }: EpayAccount): unknown {
  const order = contentOf(said);
  if (textAt(order, 'out_trade_no') !== no) throw new Error('epay: the answer is about another order');
  if (textAt(order, 'pid') !== '' && textAt(order, 'pid') !== pid)
    throw new Error('epay: the answer is another merchant’s');
  return order;
}

/** The values by which `status` and `trade_status` say that an order is paid. */
const paidValues: Readonly<Record<string, readonly string[]>> = {
  status: ['1', 'TRADE_SUCCESS'],
  trade_status: ['TRADE_SUCCESS', 'TRADE_FINISHED'],
};

/**
 * Whether everything that an order, a notice or the answer around it says of its state agrees that it is paid. `conflict` names
 * the values when some say so and others do not.
 */
export function readEpayState(...parts: readonly unknown[]): {
  readonly isPaid: boolean;
  readonly conflict: string | null;
} {
  const indications = Object.entries(paidValues).flatMap(([name, paid]) =>
    parts
      .map((part) => textAt(part, name).trim())
      .filter((value) => value !== '')
      .map((value) => ({ told: `${name}=${value}`, isPaid: paid.includes(value.toUpperCase()) })),
  );
  const said = indications.filter(({ isPaid }) => isPaid);
  const isPaid = said.length > 0 && said.length === indications.length;
  const told = [...new Set(indications.map((one) => one.told))].join(', ').slice(0, 160);
  return { isPaid, conflict: said.length > 0 && !isPaid ? told : null };
}

/** The state that the wrapper of a nested answer gives; its `status` may be of the call alone, such as `success`. */
const statusAround = (said: unknown) => ({
  trade_status: at(said, 'trade_status'),
  ...(/^[012]$/.test(textAt(said, 'status')) ? { status: at(said, 'status') } : {}),
});

export async function queryEpay(
  gate: OutboundGate,
  account: EpayAccount,
  no: string,
  now: number,
): Promise<QueryAnswer> {
  const answer = heard(await askOrder(gate, account, no));
  if (isUnknown(answer)) return { payment: null, raw: JSON.stringify({ code: answer.code, msg: answer.words }) };
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = orderIn(answer, no, account);
  const raw = JSON.stringify(order).slice(0, 4000);
  // What was paid and has been refunded already (status 2) buys nothing.
  const { isPaid, conflict } = readEpayState(order, ...(order === answer.said ? [] : [statusAround(answer.said)]));
  if (conflict !== null) return { payment: null, raw, conflict };
  if (!isPaid) return { payment: null, raw };
  const [tradeNo, amount] = [textAt(order, 'trade_no'), fenOf(textAt(order, 'money'))];
  if (!/^[\w.-]{1,64}$/.test(tradeNo) || amount === null) throw new Error('epay: the answer makes no sense');
  const refunded = fenOf(textAt(order, 'refundmoney')) ?? 0;
  if (amount > 0 && refunded >= amount) return { payment: null, raw, conflict: `status=1, refundmoney=${refunded}` };
  const paidAt = momentOf(textAt(order, 'endtime'), 'Asia/Shanghai') ?? now;
  return { payment: { eventId: tradeNo, orderNo: no, tradeNo, amount, currency: 'CNY', paidAt }, raw };
}

/**
 * The protocol has no number for a refund: the same one asked for twice would be paid twice. So it is asked for once, and
 * after that only what the gateway says of the order counts, or the number that an admin read in its back office.
 */
export async function refundByEpay(
  gate: OutboundGate,
  account: EpayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { orderNo, tradeNo, amount, externalNo, isRepeat } = request;
  if (isRepeat) {
    if (externalNo !== null) return { outcome: 'succeeded', channelRefundNo: externalNo };
    const known = await refundedAlready(gate, account, request);
    if (known === 'done') return { outcome: 'succeeded', channelRefundNo: `${tradeNo}-refund` };
    if (known === 'untold') throw new Error('epay does not tell whether it refunded: look in its back office');
  }
  const form = { pid: account.pid, key: account.key, trade_no: tradeNo, out_trade_no: orderNo, money: yuanOf(amount) };
  const { status, body } = await gate.send({
    target: 'payment',
    url: `${account.gatewayUrl}/api.php?act=refund`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const answer = heard(told(status, body));
  if (answer.code !== '1') return { outcome: 'refused', why: `epay: ${answer.code} ${answer.words}`.trim() };
  return { outcome: 'succeeded', channelRefundNo: textAt(contentOf(answer.said), 'refund_no') || `${tradeNo}-refund` };
}

/** Whether the gateway has paid it back, by the sum that some of them tell. */
async function refundedAlready(
  gate: OutboundGate,
  account: EpayAccount,
  { orderNo, amount, paid, refundedBefore }: RefundRequest,
): Promise<'done' | 'not' | 'untold'> {
  const answer = heard(await askOrder(gate, account, orderNo));
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = orderIn(answer, orderNo, account);
  const back = fenOf(textAt(order, 'refundmoney'));
  if (back !== null && back >= refundedBefore + amount) return 'done';
  if (back !== null && back === refundedBefore) return 'not';
  return back === null && textAt(order, 'status') === '2' && amount === paid ? 'done' : 'untold';
}

/** Asks about an order that is not there. */
export async function probeEpay(gate: OutboundGate, account: EpayAccount | null): Promise<ProbeAnswer> {
  if (!account) throw new TrialFailed('off');
  const { status, body } = await gate.send({
    target: 'payment',
    url: `${account.gatewayUrl}/api.php?${new URLSearchParams({ act: 'order', pid: account.pid, key: account.key, out_trade_no: noSuchOrder })}`,
  });
  const refusal = refusalOf(status);
  if (refusal) throw refusal;
  const answer = told(status, body);
  if (answer.code === '') throw new TrialFailed('answer');
  const { code, words: said } = answer;
  return isUnknown(answer) ? { code, said } : { problem: isAboutUs(said) ? 'auth' : 'refused', code, said };
}
