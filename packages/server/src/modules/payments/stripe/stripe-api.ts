import { createHmac } from 'node:crypto';
import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';
import { isSameText } from '../../../platform/secrets/keyring.ts';
import type { StripeAccount } from './stripe-account.ts';

/** How far the time of a notice may be from ours, in ms. */
const window = 5 * 60_000;

/** The HMAC of a notice as Stripe makes it: over the time in seconds, a dot and the body, with the endpoint's secret. */
export function computeStripeHmac(secret: string, seconds: string, raw: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
}

/** Judges the header `Stripe-Signature`: `t=<seconds>,v1=<hex>,…`. While a secret is rolled there is a `v1` for each. */
export function judgeStripeSignature(
  header: string,
  raw: string,
  secret: string,
  now: number,
): 'right' | 'badSignature' | 'stale' {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [seconds = ''] = valuesOf('t');
  const right = computeStripeHmac(secret, seconds, raw);
  if (!valuesOf('v1').some((given) => isSameText(given, right))) return 'badSignature';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * 1000) > window) return 'stale';
  return 'right';
}

/** The form of the API that is spoken here, whatever the account's own version is. */
const version = '2024-06-20';

export interface StripeCall {
  readonly method: 'GET' | 'POST';
  /** Below the gateway's address: `/v1/refunds`. */
  readonly path: string;
  /** In the query of a GET, in the body of a POST. */
  readonly form: Readonly<Record<string, string>>;
  /** The same on every try: what was done once is answered and not done again. */
  readonly idempotencyKey?: string;
}

export interface StripeAnswer {
  readonly status: number;
  readonly said: unknown;
}

type Reachable = Pick<StripeAccount, 'gatewayUrl' | 'secretKey'>;

/** Asks Stripe, whatever it answers. Throws OutboundError. */
export async function callStripe(
  outbound: OutboundClient,
  { gatewayUrl, secretKey }: Reachable,
  { method, path, form, idempotencyKey }: StripeCall,
): Promise<StripeAnswer> {
  const written = new URLSearchParams(form).toString();
  const isPost = method === 'POST';
  const { status, body } = await outbound.send({
    target: 'payment',
    url: `${gatewayUrl}${path}${isPost || written === '' ? '' : `?${written}`}`,
    method,
    headers: {
      authorization: `Bearer ${secretKey ?? ''}`,
      accept: 'application/json',
      'stripe-version': version,
      ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(isPost ? { body: written } : {}),
  });
  return { status, said: parseJson(body) };
}

/** Thrown when an answer leaves open what happened, or says that we may not ask; holds nothing of what was sent. */
export const createStripeUnsureError = ({ status, said }: StripeAnswer) =>
  new Error(`Stripe: HTTP ${status}${codeOf(said) === null ? '' : ` ${codeOf(said)}`}`);

/** What Stripe answered, when it did what it was asked. */
export async function readStripe(outbound: OutboundClient, account: Reachable, call: StripeCall): Promise<unknown> {
  const answer = await callStripe(outbound, account, call);
  if (answer.status !== 200 || answer.said === null) throw createStripeUnsureError(answer);
  return answer.said;
}

/** A rejection's code, else its type; null when it has neither. */
function codeOf(said: unknown): string | null {
  const found = [getPath(said, 'error', 'code'), getPath(said, 'error', 'type')].find((one) => typeof one === 'string');
  return found === undefined ? null : found.replace(/[^a-z0-9_]/gi, '').slice(0, 60);
}

/**
 * Why Stripe will not do it, when it said so for good: the request itself was wrong or the payment does not allow it. A key
 * that is rejected, a call that collides with another or comes too often, and an error of theirs leave it open: null.
 */
export function getStripeRejection({ status, said }: StripeAnswer): string | null {
  const type = getPath(said, 'error', 'type');
  if ((status !== 400 && status !== 402) || (type !== 'invalid_request_error' && type !== 'card_error')) return null;
  const message = getPath(said, 'error', 'message');
  const words = typeof message === 'string' ? message.replace(/\b(?:sk|rk|pk|whsec)_\w+/g, '***') : '';
  return `${codeOf(said)}: ${words}`.slice(0, 160);
}
