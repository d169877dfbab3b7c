import { createHmac } from 'node:crypto';
import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';
import { isSameText } from '../../../platform/secrets/keyring.ts';
import type { StripeAccount } from './stripe-account.ts';

/** Maximum difference between the time of a notification and the server's time, in ms. */
const maxClockDifferenceMs = 5 * 60_000;

/** Computes Stripe's HMAC of a notification with the endpoint's secret: over the time in seconds, a dot and the body. */
export function computeStripeHmac(secret: string, seconds: string, raw: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
}

/** Verifies the header `Stripe-Signature`: `t=<seconds>,v1=<hex>,…`. While a secret is rolled, it has a `v1` for each secret. */
export function judgeStripeSignature(
  header: string,
  raw: string,
  secret: string,
  now: number,
): 'right' | 'badSignature' | 'stale' {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const getValues = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [seconds = ''] = getValues('t');
  const expected = computeStripeHmac(secret, seconds, raw);
  if (!getValues('v1').some((given) => isSameText(given, expected))) return 'badSignature';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * 1000) > maxClockDifferenceMs) return 'stale';
  return 'right';
}

/** The API version of all requests, independent of the account's default version. */
const version = '2024-06-20';

export interface StripeCall {
  readonly method: 'GET' | 'POST';
  /** Path on the gateway, such as `/v1/refunds`. */
  readonly path: string;
  /** Sent in the query string of a GET request, and in the body of a POST request. */
  readonly form: Readonly<Record<string, string>>;
  /** The same for every attempt, so that Stripe returns the first result instead of repeating the operation. */
  readonly idempotencyKey?: string;
}

export interface StripeAnswer {
  readonly status: number;
  readonly payload: unknown;
}

type Reachable = Pick<StripeAccount, 'gatewayUrl' | 'secretKey'>;

/** Sends a request to Stripe and returns any answer. Throws OutboundError when there is none. */
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
  return { status, payload: parseJson(body) };
}

/** Creates the error for an answer with an unknown outcome or a failed authentication. It contains nothing of the request. */
export const createStripeUnsureError = ({ status, payload }: StripeAnswer) =>
  new Error(`Stripe: HTTP ${status}${getErrorCode(payload) === null ? '' : ` ${getErrorCode(payload)}`}`);

/** Sends a request to Stripe and returns the body of a successful answer. Throws for any other answer. */
export async function readStripe(outbound: OutboundClient, account: Reachable, call: StripeCall): Promise<unknown> {
  const answer = await callStripe(outbound, account, call);
  if (answer.status !== 200 || answer.payload === null) throw createStripeUnsureError(answer);
  return answer.payload;
}

/** Returns the code of an error, or else its type; null when it has neither. */
function getErrorCode(payload: unknown): string | null {
  const found = [getPath(payload, 'error', 'code'), getPath(payload, 'error', 'type')].find(
    (one) => typeof one === 'string',
  );
  return found === undefined ? null : found.replace(/[^a-z0-9_]/gi, '').slice(0, 60);
}

/**
 * Returns why Stripe rejected a request for good: the request was invalid, or the payment does not allow it. Returns null when
 * the outcome is open: a rejected key, a conflict with another request, a rate limit or an error at Stripe.
 */
export function getStripeRejection({ status, payload }: StripeAnswer): string | null {
  const type = getPath(payload, 'error', 'type');
  if ((status !== 400 && status !== 402) || (type !== 'invalid_request_error' && type !== 'card_error')) return null;
  const message = getPath(payload, 'error', 'message');
  const words = typeof message === 'string' ? message.replace(/\b(?:sk|rk|pk|whsec)_\w+/g, '***') : '';
  return `${getErrorCode(payload)}: ${words}`.slice(0, 160);
}
