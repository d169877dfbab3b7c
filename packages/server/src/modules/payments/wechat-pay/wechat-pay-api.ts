import { randomBytes } from 'node:crypto';
import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { WechatPayAccount, WechatPayDeps } from './wechat-pay-account.ts';
import { createWechatPayAuthorization, judgeWechatPaySignature } from './wechat-pay-signature.ts';

type WechatPayCallDeps = Pick<WechatPayDeps, 'outbound' | 'clock'>;

/** An answer that WeChat Pay signed, or one that it did not. */
export interface WechatPayAnswer {
  readonly status: number;
  /** Whether the platform's key vouches for it; only then it settles anything. */
  readonly isSigned: boolean;
  /** JSON; null when there is none. */
  readonly said: unknown;
}

/** Asks WeChat Pay with a signed call. Throws OutboundError. */
export async function callWechatPay(
  { outbound, clock }: WechatPayCallDeps,
  { gatewayUrl, signer, platform }: WechatPayAccount,
  method: 'GET' | 'POST',
  path: string,
  given?: Readonly<Record<string, unknown>>,
): Promise<WechatPayAnswer> {
  const body = given === undefined ? '' : JSON.stringify(given);
  const seconds = String(Math.floor(clock() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const answer = await outbound.send({
    target: 'payment',
    url: `${gatewayUrl}${path}`,
    method,
    headers: {
      authorization: createWechatPayAuthorization(signer, { method, path, body }, seconds, nonce),
      accept: 'application/json',
      'user-agent': 'gantry',
      // Answers are then signed with the key that we hold, also while a merchant moves from certificates to it.
      'wechatpay-serial': platform.keyId,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  });
  const received = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const headers = Object.fromEntries(received) as Record<string, string>;
  const verdict = judgeWechatPaySignature(headers, answer.body.toString('utf8'), platform, clock());
  return { status: answer.status, isSigned: verdict === 'right', said: parseJson(answer.body) };
}

/** The code of an error: `ORDER_NOT_EXIST`; null when there is none. */
export function getWechatPayCode(said: unknown): string | null {
  const code = getPath(said, 'code');
  return typeof code === 'string' ? code.replace(/[^A-Z0-9_]/gi, '').slice(0, 60) : null;
}

/** Thrown when an answer leaves open what happened; holds nothing of what was sent. */
export function createWechatPayUnsureError({ status, isSigned, said }: WechatPayAnswer): Error {
  const parts = [`WeChat Pay: HTTP ${status}`, getWechatPayCode(said), isSigned ? null : 'without a right signature'];
  return new Error(parts.filter((part) => part !== null).join(' '));
}

/** What WeChat Pay answered, when it did what it was asked and signed it. */
export function readWechatPay(answer: WechatPayAnswer): unknown {
  if (answer.status !== 200 || !answer.isSigned || answer.said === null) throw createWechatPayUnsureError(answer);
  return answer.said;
}
