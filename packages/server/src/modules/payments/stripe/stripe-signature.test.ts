import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeStripeHmac, judgeStripeSignature } from './stripe-api.ts';

const secret = 'whsec_test_secret';
const now = Date.UTC(2026, 0, 1);
const seconds = String(now / 1000);
const raw = '{"id":"evt_1"}';
const v1 = computeStripeHmac(secret, seconds, raw);
const judge = (header: string, body = raw) => judgeStripeSignature(header, body, secret, now);

describe('Stripe notification signature', () => {
  it('is an HMAC over the time, a dot and the body', () => {
    expect(computeStripeHmac('whsec_x', '1700000000', '{}')).toBe(
      'be8cb8325f2202445260a855532f967e30ad2a9394ce28da66ee02880ddcb661',
    );
  });

  it.each<[string, string]>([
    ['right', `t=${seconds},v1=${v1}`],
    ['right', `t=${seconds}, v1=${'0'.repeat(64)}, v1=${v1}, v0=old`],
    ['badSignature', ''],
    ['badSignature', `t=${seconds}`],
    ['badSignature', `t=${seconds},v1=`],
    ['badSignature', `t=${seconds},v0=${v1}`],
    ['badSignature', `t=${seconds},v1=${v1.slice(1)}`],
    ['badSignature', `t=${Number(seconds) + 1},v1=${v1}`],
    ['badSignature', `v1=${v1}`],
    ['stale', `t=${Number(seconds) - 301},v1=${computeStripeHmac(secret, String(Number(seconds) - 301), raw)}`],
    ['stale', `t=${Number(seconds) + 301},v1=${computeStripeHmac(secret, String(Number(seconds) + 301), raw)}`],
    ['right', `t=${Number(seconds) - 300},v1=${computeStripeHmac(secret, String(Number(seconds) - 300), raw)}`],
    ['stale', `t=soon,v1=${computeStripeHmac(secret, 'soon', raw)}`],
  ])('is %s: %s', (verdict, header) => {
    expect(judge(header)).toBe(verdict);
  });

  it('is valid only for the signed body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (body) => {
        const header = `t=${seconds},v1=${computeStripeHmac(secret, seconds, body)}`;
        expect(judge(header, body)).toBe('right');
        expect(judge(header, `${body} `)).toBe('badSignature');
      }),
    );
  });
});
