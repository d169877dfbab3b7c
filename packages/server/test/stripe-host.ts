import { createHmac } from 'node:crypto';
import type { Bent, FakeGateway, WireNotice } from './fake-gateway.ts';
import { jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

const secretKey = 'sk_test_51FakeOfTheProtocolAlone';
const webhookSecret = 'whsec_fakeOfTheProtocolAlone01';

interface Session {
  readonly no: string;
  readonly amount: number;
  readonly currency: string;
  isPaid: boolean;
}

interface Refund {
  readonly no: string;
  readonly amount: number;
  state: string;
  readonly intent: string;
  readonly currency: string;
}

const reject = (status: number, type: string, code: string, message = 'no'): SentAnswer => ({
  status,
  body: { error: { type, code, message } },
});
const wrong = (code: string, message?: string) => reject(400, 'invalid_request_error', code, message);

/**
 * Fakes Stripe as documented in its API reference: Checkout Sessions, the search of PaymentIntents, refunds, idempotency keys.
 */
export async function stripeHost(clock: () => number): Promise<FakeGateway> {
  const sessions = new Map<string, Session>();
  const refunds: Refund[] = [];
  const received = new Map<string, { readonly body: string; readonly reported: SentAnswer }>();
  const seconds = () => Math.floor(clock() / 1000);
  const getIntent = (no: string) => `pi_${no}`;

  function openSession(form: URLSearchParams): SentAnswer {
    const no = form.get('client_reference_id') ?? '';
    const amount = form.get('line_items[0][price_data][unit_amount]') ?? '';
    const currency = form.get('line_items[0][price_data][currency]') ?? '';
    const left = Number(form.get('expires_at')) - seconds();
    const carried = [form.get('metadata[order_no]'), form.get('payment_intent_data[metadata][order_no]')];
    if (form.get('mode') !== 'payment' || carried.some((one) => one !== no)) return wrong('parameter_missing');
    if (!/^https?:/.test(form.get('success_url') ?? '')) return wrong('url_invalid');
    if (!/^[a-z]{3}$/.test(currency) || !/^\d+$/.test(amount)) return wrong('parameter_invalid_integer');
    if (left < 1800 || left > 86_400) return wrong('parameter_invalid', 'expires_at is out of bounds');
    if (Number(amount) < 50) return wrong('amount_too_small', `too small for ${secretKey}`);
    sessions.set(no, { no, amount: Number(amount), currency, isPaid: false });
    return { body: { id: `cs_test_${no}`, url: `https://checkout.stripe.com/c/pay/cs_test_${no}` } };
  }

  function search(query: string): SentAnswer {
    const no = /^metadata\['order_no'\]:'([\w-]+)'$/.exec(query)?.[1];
    if (no === undefined) return wrong('parameter_invalid');
    const session = sessions.get(no);
    const intent = session && {
      id: getIntent(no),
      status: session.isPaid ? 'succeeded' : 'requires_payment_method',
      amount_received: session.isPaid ? session.amount : 0,
      currency: session.currency,
      created: seconds(),
      client_secret: 'of-the-payer-alone',
      metadata: { order_no: no },
    };
    return { body: { object: 'search_result', data: intent ? [intent] : [] } };
  }

  const shown = ({ no, amount, state, intent, currency }: Refund) => ({
    id: `re_${no}`,
    amount,
    currency,
    status: state,
    payment_intent: intent,
    metadata: { refund_no: no },
    ...(state === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
  });

  function makeRefund(form: URLSearchParams): SentAnswer {
    const [intent, no] = [form.get('payment_intent') ?? '', form.get('metadata[refund_no]') ?? ''];
    const amount = Number(form.get('amount'));
    const session = sessions.get(intent.slice(3));
    if (!session?.isPaid) return reject(404, 'invalid_request_error', 'resource_missing');
    if (gateway.refunding === 'down') return reject(503, 'api_error', 'down');
    if (gateway.refunding === 'refuses') return wrong('charge_disputed', 'The charge is disputed');
    const back = refunds.filter((one) => one.intent === intent).reduce((sum, one) => sum + one.amount, 0);
    if (back + amount > session.amount) return wrong('charge_already_refunded');
    const state = gateway.refunding === 'later' ? 'pending' : 'succeeded';
    const refund = { no, amount, state, intent, currency: session.currency };
    refunds.push(refund);
    return gateway.refunding === 'lost' ? reject(502, 'api_error', 'lost') : { body: shown(refund) };
  }

  function post({ url, headers, body }: ReceivedRequest): SentAnswer {
    const [key, text] = [String(headers['idempotency-key'] ?? ''), body.toString()];
    const before = received.get(key);
    if (before)
      return before.body === text ? before.reported : reject(400, 'idempotency_error', 'idempotency_key_reused');
    if (key === '' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      return wrong('parameter_missing');
    const form = new URLSearchParams(text);
    const reported = url === '/v1/checkout/sessions' ? openSession(form) : makeRefund(form);
    // A call that was rejected before it started is not stored under its key.
    if (reported.status !== 400 && reported.status !== 503) received.set(key, { body: text, reported });
    return reported;
  }

  const host = await jsonHost((requested) => {
    if (requested.headers.authorization !== `Bearer ${secretKey}`)
      return reject(
        401,
        'invalid_request_error',
        'api_key_invalid',
        `Invalid API Key: ${requested.headers.authorization}`,
      );
    if (requested.method === 'POST') return post(requested);
    const { pathname, searchParams } = new URL(requested.url, 'http://stripe');
    if (pathname === '/v1/payment_intents/search') return search(searchParams.get('query') ?? '');
    const intent = searchParams.get('payment_intent');
    return { body: { data: refunds.filter((one) => one.intent === intent).map(shown) } };
  });

  let events = 0;
  function event(id: string, type: string, object: object, tampered: Bent = {}): WireNotice {
    const time = String(Math.floor((tampered.at ?? clock()) / 1000));
    const about = {
      id,
      object: 'event',
      type,
      livemode: tampered.isOthers ?? false,
      created: seconds(),
      data: { object },
    };
    const raw = JSON.stringify(about);
    const secret = tampered.isForged ? 'whsec_of_somebody_else' : webhookSecret;
    const v1 = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
    return { raw, headers: { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${v1}` } };
  }

  const gateway: FakeGateway = {
    channel: 'stripe',
    group: 'stripe',
    settings: { enabled: true, secretKey, webhookSecret, gatewayUrl: host.url },
    wrongKey: { secretKey: 'sk_test_of_somebody_else' },
    unfilled: { webhookSecret: null },
    signsBy: 'headers',
    laterStates: [
      ['succeeded', 'refunded'],
      ['failed', 'fulfilled'],
    ],
    lostState: ['failed', 'failed: lost_or_stolen_card'],
    keys: [secretKey, webhookSecret],
    host,
    refunding: 'works',
    refunds,
    pay(orderNo) {
      const session = sessions.get(orderNo);
      if (!session) throw new Error(`no page was opened for ${orderNo}`);
      session.isPaid = true;
    },
    notice(orderNo, tampered = {}) {
      const session = sessions.get(orderNo);
      const object = {
        object: 'checkout.session',
        id: `cs_test_${orderNo}`,
        client_reference_id: orderNo,
        payment_intent: getIntent(orderNo),
        payment_status: tampered.isUnpaid ? 'unpaid' : 'paid',
        amount_total: tampered.amount ?? session?.amount ?? 0,
        currency: (tampered.currency ?? session?.currency ?? 'cny').toLowerCase(),
      };
      return event(`evt_${orderNo}`, 'checkout.session.completed', object, tampered);
    },
    takenBackNotice(orderNo, { type, ...object }) {
      events += 1;
      const session = sessions.get(orderNo);
      const reported = { payment_intent: getIntent(orderNo), amount: session?.amount ?? 0, currency: 'cny', ...object };
      return event(`evt_${orderNo}_${events}`, type, reported, {});
    },
    refundNotice(refundNo) {
      const refund = refunds.find(({ no }) => no === refundNo);
      if (!refund) throw new Error(`there is no refund ${refundNo}`);
      events += 1;
      const type = ['refund.failed', 'charge.refund.updated', 'refund.updated'][events % 3] ?? '';
      return event(`evt_${refundNo}_${events}`, type, { object: 'refund', ...shown(refund) });
    },
  };
  return gateway;
}
