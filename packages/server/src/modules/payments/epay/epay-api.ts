import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';

/** The Epay account from the settings. */
export interface EpayAccount {
  readonly gatewayUrl: string;
  readonly pid: string;
  readonly key: string;
  /** Payment type; null when the payer chooses on the payment page. */
  readonly payType: string | null;
  /** Whether payments are created by an API request (`mapi.php`) instead of redirecting the payer to the payment page. */
  readonly confirmsFirst: boolean;
}

/** An answer of `api.php`. */
export interface EpayAnswer {
  readonly status: number;
  /** The parsed JSON; null when the body is not JSON. */
  readonly payload: unknown;
  /** `1` for success. */
  readonly code: string;
  readonly words: string;
}

export const getEpayText = (payload: unknown, name: string): string => {
  const value = getPath(payload, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export function parseEpayAnswer(status: number, body: Buffer): EpayAnswer {
  const payload = parseJson(body);
  return { status, payload, code: getEpayText(payload, 'code'), words: getEpayText(payload, 'msg').slice(0, 120) };
}

/** Throws when the answer does not follow the protocol; the outcome is then unknown. */
export function requireEpayAnswer(answer: EpayAnswer): EpayAnswer {
  if (answer.status !== 200 || answer.code === '') throw new Error(`epay: answered ${answer.status}`);
  return answer;
}

/** Queries an order. The protocol sends the key in the query string, so errors must not include the URL. */
export async function queryEpayOrder(
  outbound: OutboundClient,
  { gatewayUrl, pid, key }: EpayAccount,
  no: string,
): Promise<EpayAnswer> {
  const query = new URLSearchParams({ act: 'order', pid, key, out_trade_no: no });
  const { status, body } = await outbound.send({ target: 'payment', url: `${gatewayUrl}/api.php?${query}` });
  return parseEpayAnswer(status, body);
}

/** Whether the answer reports an unknown order. It matches the message, because codes differ between implementations. */
export const isUnknownToEpay = ({ code, words }: EpayAnswer) =>
  code !== '1' && /不存在|没有|未找到|未查询到|not (?:found|exist)|no such/i.test(words) && !isAboutAccount(words);
export const isAboutAccount = (words: string) => /商户|密钥|签名|\bkey\b|\bpid\b|sign/i.test(words);

/** Returns the content of an answer: the answer itself, or its `data`, in which some implementations nest it. */
export function getEpayContent(payload: unknown): unknown {
  const data = getPath(payload, 'data');
  const nested: unknown = Array.isArray(data) && data.length === 1 ? data[0] : data;
  return typeof nested === 'object' && nested !== null && !Array.isArray(nested) ? nested : payload;
}

/** Returns the order in an answer. Throws when the answer is about another order or merchant. */
export function getEpayOrder({ payload }: EpayAnswer, no: string, { pid }: EpayAccount): unknown {
  const order = getEpayContent(payload);
  if (getEpayText(order, 'out_trade_no') !== no) throw new Error('epay: the answer is about another order');
  if (getEpayText(order, 'pid') !== '' && getEpayText(order, 'pid') !== pid)
    throw new Error('epay: the answer is another merchant’s');
  return order;
}
