import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';

/** Epay as the settings know it. */
export interface EpayAccount {
  readonly gatewayUrl: string;
  readonly pid: string;
  readonly key: string;
  /** Null: the payer chooses at the cashier. */
  readonly payType: string | null;
  /** Asked for a page or a code itself (`mapi.php`), instead of sending the payer to its cashier. */
  readonly confirmsFirst: boolean;
}

/** An answer of `api.php`. */
export interface EpayAnswer {
  readonly status: number;
  /** Null for what is no JSON. */
  readonly said: unknown;
  /** `1` when it went well. */
  readonly code: string;
  readonly words: string;
}

export const getEpayText = (said: unknown, name: string): string => {
  const value = getPath(said, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export function parseEpayAnswer(status: number, body: Buffer): EpayAnswer {
  const said = parseJson(body);
  return { status, said, code: getEpayText(said, 'code'), words: getEpayText(said, 'msg').slice(0, 120) };
}

/** Throws when there is no answer in the protocol: then nothing is known. */
export function requireEpayAnswer(answer: EpayAnswer): EpayAnswer {
  if (answer.status !== 200 || answer.code === '') throw new Error(`epay: answered ${answer.status}`);
  return answer;
}

/** The protocol has the key itself in the query; nothing of it is in an error. */
export async function queryEpayOrder(
  outbound: OutboundClient,
  { gatewayUrl, pid, key }: EpayAccount,
  no: string,
): Promise<EpayAnswer> {
  const query = new URLSearchParams({ act: 'order', pid, key, out_trade_no: no });
  const { status, body } = await outbound.send({ target: 'payment', url: `${gatewayUrl}/api.php?${query}` });
  return parseEpayAnswer(status, body);
}

/** Is it the answer about an order that the gateway does not have? Clones write their codes differently. */
export const isUnknownToEpay = ({ code, words }: EpayAnswer) =>
  code !== '1' && /不存在|没有|未找到|未查询到|not (?:found|exist)|no such/i.test(words) && !isAboutAccount(words);
export const isAboutAccount = (words: string) => /商户|密钥|签名|\bkey\b|\bpid\b|sign/i.test(words);

/** What an answer carries: the answer itself, or its `data` as clones nest it. */
export function getEpayContent(said: unknown): unknown {
  const data = getPath(said, 'data');
  const nested: unknown = Array.isArray(data) && data.length === 1 ? data[0] : data;
  return typeof nested === 'object' && nested !== null && !Array.isArray(nested) ? nested : said;
}

/** What a gateway knows of an order, as requested by our number. Throws when it is about another order or merchant. */
export function getEpayOrder({ said }: EpayAnswer, no: string, { pid }: EpayAccount): unknown {
  const order = getEpayContent(said);
  if (getEpayText(order, 'out_trade_no') !== no) throw new Error('epay: the answer is about another order');
  if (getEpayText(order, 'pid') !== '' && getEpayText(order, 'pid') !== pid)
    throw new Error('epay: the answer is another merchant’s');
  return order;
}
