import { describe, expect, it } from 'vitest';
import { judgeStripeNotice } from './stripe-adapter.ts';
import { computeStripeHmac, createStripeUnsureError, getStripeRejection } from './stripe-api.ts';
import { createCheckoutForm } from './stripe-checkout.ts';

const answer = (status: number, type: string, code = 'some_code', message = 'no') => ({
  status,
  payload: { error: { type, code, message } },
});

describe('getStripeRejection', () => {
  it.each<[number, string, boolean]>([
    [400, 'invalid_request_error', true],
    [402, 'card_error', true],
    [400, 'idempotency_error', false],
    [400, 'api_error', false],
    [401, 'invalid_request_error', false],
    [403, 'invalid_request_error', false],
    [404, 'invalid_request_error', false],
    [409, 'idempotency_error', false],
    [429, 'invalid_request_error', false],
    [500, 'api_error', false],
  ])('distinguishes final rejections from open outcomes: %i %s', (status, type, isFinal) => {
    expect(getStripeRejection(answer(status, type)) !== null).toBe(isFinal);
  });

  it('returns the code and the message with all keys masked', () => {
    const payload = answer(400, 'invalid_request_error', 'amount_too_small', 'sk_test_abc and rk_live_x1 in whsec_9');
    expect(getStripeRejection(payload)).toBe('amount_too_small: *** and *** in ***');
    expect(createStripeUnsureError(answer(401, 'x', 'api_key_invalid', 'sk_test_abc')).message).toBe(
      'Stripe: HTTP 401 api_key_invalid',
    );
    expect(createStripeUnsureError({ status: 502, payload: null }).message).toBe('Stripe: HTTP 502');
  });
});

it('createCheckoutForm creates the same form for the same order', () => {
  const order = { no: 'O1', amount: 1234, currency: 'CNY', title: '', expiresAt: 1_800_000_000_999, method: null };
  expect(createCheckoutForm(order, 'https://a.example/')).toMatchObject({
    client_reference_id: 'O1',
    'metadata[order_no]': 'O1',
    'payment_intent_data[metadata][order_no]': 'O1',
    'line_items[0][price_data][currency]': 'cny',
    'line_items[0][price_data][unit_amount]': '1234',
    'line_items[0][price_data][product_data][name]': 'O1',
    expires_at: '1800000120',
  });
});

describe('Stripe notifications about refunds', () => {
  const now = Date.UTC(2026, 0, 1);
  const account = { enabled: true, gatewayUrl: '', secretKey: 'sk_test_1', webhookSecret: 'whsec_test' };
  const judged = (object: object) => {
    const event = { id: 'evt_1', type: 'refund.failed', livemode: false, created: now / 1000, data: { object } };
    const raw = JSON.stringify(event);
    const time = String(now / 1000);
    const header = `t=${time},v1=${computeStripeHmac(account.webhookSecret, time, raw)}`;
    return judgeStripeNotice({ raw, headers: { 'stripe-signature': header } }, account, now);
  };
  const refund = { object: 'refund', payment_intent: 'pi_1', amount: 300, currency: 'cny', status: 'failed' };

  it('report our refund with the reason of its failure', () => {
    const reported = { ...refund, failure_reason: 'declined', metadata: { refund_no: 'R1' } };
    expect(judged(reported)).toMatchObject({ refund: { refundNo: 'R1', amount: 300, failure: 'failed: declined' } });
    expect(judged({ ...reported, status: 'succeeded' })).toMatchObject({ refund: { refundNo: 'R1', failure: null } });
    expect(judged({ ...reported, amount: '300' })).toMatchObject({ rejection: 'malformed' });
  });

  it('are acknowledged without a report when the refund has no payment', () => {
    for (const metadata of [{}, null, undefined])
      expect(judged({ ...refund, payment_intent: null, metadata })).toEqual({ payment: null, orderNo: null });
  });

  it('report a completed refund from the dashboard with the number of Stripe', () => {
    const outside = { ...refund, id: 're_1', status: 'succeeded', reason: 'fraudulent', metadata: {} };
    const reported = { refundNo: 're_1', tradeNo: 'pi_1', amount: 300, currency: 'CNY', failure: null };
    expect(judged(outside)).toMatchObject({ payment: null, refund: reported });
    expect(judged({ ...outside, status: 'failed' })).toMatchObject({ refund: { ...reported, failure: 'failed' } });
    expect(judged({ ...outside, status: 'pending' })).toEqual({ payment: null, orderNo: null });
  });
});
