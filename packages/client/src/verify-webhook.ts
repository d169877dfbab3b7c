import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceEvent, ServiceEventKind } from './service-types.ts';

/** What a webhook delivers. */
export interface WebhookEvent {
  /** The same in every delivery of the event; handle each ID once. */
  readonly id: string;
  readonly type: ServiceEventKind | 'webhook.test';
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
  /** What changed; empty in a test. */
  readonly data: Partial<Omit<ServiceEvent, 'id' | 'event' | 'at'>>;
}

/** Headers of a request: those of `fetch`, or those of Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** How old a request may be, and how far its time may be ahead, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The current time, in UTC ms. */
  readonly now?: number;
}

/** A request that is not an authentic, recent webhook. Answer it with status 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a webhook and returns its event. Throws WebhookVerificationError unless the signature and the time are valid.
 * @param body The request body as it was received, before it is parsed.
 * @param secret The signing secret of the endpoint, which starts with `whsec_`.
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): WebhookEvent {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => read(headers, `webhook-${name}`));
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing.');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The webhook is too old, or the clocks differ.');
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest();
  const isAuthentic = signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isAuthentic) throw new WebhookVerificationError('The webhook signature is invalid.');
  return JSON.parse(text) as WebhookEvent;
}

function read(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? null);
}
