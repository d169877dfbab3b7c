import { formatTime } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';
import { createSignedText } from '../signed-form.ts';
import type { AlipayAccount } from './alipay-account.ts';
import { isRsa2Signed, signRsa2 } from './alipay-signature.ts';

export interface AlipayClient {
  readonly outbound: OutboundClient;
  readonly clock: Clock;
}

/** Alipay's clocks. */
export const alipayZone = 'Asia/Shanghai';

/** What a call is about. */
export type AlipayContent = Readonly<Record<string, string | readonly string[]>>;

/** The parameters of a call, signed: all of them, in whatever order they are then sent. */
export function createAlipayCall(
  { appId, privateKey, certificates }: AlipayAccount,
  method: string,
  content: AlipayContent,
  addresses: Readonly<Record<string, string>>,
  now: number,
): Record<string, string> {
  const call = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: formatTime(now, alipayZone),
    version: '1.0',
    ...(certificates && { app_cert_sn: certificates.appSn, alipay_root_cert_sn: certificates.rootSn }),
    ...addresses,
    biz_content: JSON.stringify(content),
  };
  return { ...call, sign: signRsa2(createSignedText(call, []), privateKey) };
}

/** What Alipay answered, once its signature was verified. */
export interface AlipayAnswer {
  /** `10000` when it went well. */
  readonly code: string;
  /** Such as `ACQ.TRADE_NOT_EXIST`. */
  readonly subCode: string;
  readonly words: string;
  readonly said: unknown;
  /** The bytes that were signed. */
  readonly raw: string;
}

/** An answer that says what is wrong with our call, and that nobody vouches for. */
export class AlipayUnsigned extends Error {
  override readonly name = 'AlipayUnsigned';
  readonly code: string;

  constructor(code: string) {
    super(`alipay: ${code}`);
    this.code = code;
  }
}

const text = (said: unknown, name: string): string => {
  const value = getPath(said, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Asks Alipay. Throws when there is no answer, or none that Alipay vouches for: then nothing is known. */
export async function callAlipay(
  { outbound, clock }: AlipayClient,
  account: AlipayAccount,
  method: string,
  content: AlipayContent,
  addresses: Readonly<Record<string, string>> = {},
): Promise<AlipayAnswer> {
  const call = createAlipayCall(account, method, content, addresses, clock());
  const { status, body } = await outbound.send({
    target: 'payment',
    // Its name of the alphabet is read from the address, before the body.
    url: `${account.gatewayUrl}?charset=utf-8`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(call).toString(),
  });
  if (status !== 200) throw new Error(`alipay: answered ${status}`);
  return verified(body, `${method.replaceAll('.', '_')}_response`, account);
}

function verified(body: Buffer, node: string, { alipayKey, certificates }: AlipayAccount): AlipayAnswer {
  const full = parseJson(body);
  const name = getPath(full, node) === undefined ? 'error_response' : node;
  const said = getPath(full, name);
  const [code, subCode] = [text(said, 'code'), text(said, 'sub_code')];
  const raw = extractSignedPart(body.toString('utf8'), name);
  const sign = text(full, 'sign');
  if (raw === null || code === '') throw new AlipayUnsigned('unreadable');
  // Alipay has changed its certificate, or never had this one: the new one is downloaded on the open platform.
  const certificate = text(full, 'alipay_cert_sn');
  if (certificates && certificate !== '' && certificate !== certificates.alipaySn)
    throw new AlipayUnsigned('another-alipay-certificate');
  if (sign === '' || !isRsa2Signed(raw, sign, alipayKey)) throw new AlipayUnsigned(subCode || code);
  return { code, subCode, words: text(said, 'sub_msg') || text(said, 'msg'), said, raw };
}

/** The object behind a name, as it was written: the signature is over these very bytes. Null when there is none. */
export function extractSignedPart(body: string, name: string): string | null {
  const begin = new RegExp(
    `^\\s*\\{(?:\\s*"(?:sign|alipay_cert_sn)"\\s*:\\s*"[^"]*"\\s*,)*\\s*"${name}"\\s*:\\s*(?=\\{)`,
  ).exec(body);
  if (!begin) return null;
  const from = begin[0].length;
  let [depth, inString] = [0, false];
  for (let place = from; place < body.length; place += 1) {
    const mark = body[place];
    if (inString && mark === '\\') place += 1;
    else if (mark === '"') inString = !inString;
    else if (!inString && mark === '{') depth += 1;
    else if (!inString && mark === '}') depth -= 1;
    if (depth === 0) return body.slice(from, place + 1);
  }
  return null;
}

/** What a value of an answer says; empty when it is not there. */
export const getAlipayText = ({ said }: Pick<AlipayAnswer, 'said'>, name: string): string => text(said, name);
