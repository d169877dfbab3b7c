import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts';

// The example that the libraries of the Standard Webhooks specification test with.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const now = 1_614_265_330_000;
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const verify = (
  changes: Partial<Record<keyof typeof headers, string>> = {},
  given: string | Uint8Array = body,
  at = now,
) => verifyWebhook({ ...headers, ...changes }, given, secret, { now: at });

describe('verifyWebhook', () => {
  it('accepts the example of the specification, from any kind of headers and body', () => {
    expect(verify()).toEqual({ test: 2432232314 });
    expect(verifyWebhook(new Headers(headers), new TextEncoder().encode(body), secret, { now })).toEqual({
      test: 2432232314,
    });
    expect(verifyWebhook({ ...headers, 'webhook-id': [headers['webhook-id']] }, body, secret, { now })).toBeDefined();
  });

  it('accepts one valid signature among several, as during a rotation', () => {
    const signature = headers['webhook-signature'];
    expect(verify({ 'webhook-signature': `v1,AAAA v2,x ${signature}` })).toBeDefined();
  });

  it.each([
    ['another body', () => verify({}, '{"test": 1}')],
    ['another ID', () => verify({ 'webhook-id': 'msg_other' })],
    ['another time', () => verify({ 'webhook-timestamp': '1614265331' })],
    [
      'another version of the signature',
      () => verify({ 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }),
    ],
    ['an empty signature', () => verify({ 'webhook-signature': 'v1,' })],
    ['a missing header', () => verify({ 'webhook-id': '' })],
    ['a request that is too old', () => verify({}, body, now + 301_000)],
    ['a request of the future', () => verify({}, body, now - 301_000)],
    ['another secret', () => verifyWebhook(headers, body, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx', { now })],
  ])('rejects %s', (_name, run) => {
    expect(run).toThrow(WebhookVerificationError);
  });
});
