import { createHmac } from 'node:crypto';
import { isSameText } from '../../../platform/secrets/same-text.ts';

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
