import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeGateway } from '../../../test/fake-gateway.ts';
import { createGatewayHarness, type GatewayHarness } from '../../../test/gateway-harness.ts';
import { type OrderHarness, price } from '../../../test/order-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { bookDueReversals } from './book-reversals.ts';
import { sendDueRefunds } from './refunds/send-refund.ts';

const day = 86_400_000;

describe.each(databaseKinds)('Stripe reversals that were not requested here, on %s', (kind) => {
  let space: GatewayHarness;
  let harness: OrderHarness;
  let stripe: FakeGateway;
  beforeAll(async () => {
    space = await createGatewayHarness(kind);
    harness = space.harness;
    stripe = space.gateways.get('stripe') as FakeGateway;
  });
  afterAll(() => space.drop());

  const send = async ({ raw, headers }: { raw: string; headers: Readonly<Record<string, string>> }) => {
    const sent = { method: 'POST', body: raw, headers: { 'content-type': 'application/json', ...headers } };
    expect((await fetch(`${harness.space.url}/api/v1/pay/notify/stripe`, sent)).status).toBeLessThan(300);
  };
  const pay = async (productType: 'coin' | 'vip' = 'coin') => {
    const userId = await harness.newUser();
    const product = { productType, productId: harness.products[productType], channel: 'stripe' } as const;
    const { orderNo } = await harness.api.call('orderCreate', { userId, ...product });
    stripe.pay(orderNo);
    await send(stripe.notice(orderNo));
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    return { userId, orderNo };
  };
  const dispute = (orderNo: string, status: string, more: object = {}, event = 'closed') =>
    send(
      stripe.takenBackNotice?.(orderNo, {
        type: `charge.dispute.${event}`,
        id: `dp_${orderNo}`,
        reason: 'fraudulent',
        status,
        ...more,
      }) as never,
    );
  const refundAtStripe = (orderNo: string, id: string, amount: number, status = 'succeeded') =>
    send(
      stripe.takenBackNotice?.(orderNo, {
        type: status === 'failed' ? 'refund.failed' : 'refund.updated',
        object: 'refund',
        id: `re_${id}_${orderNo}`,
        amount,
        status,
        metadata: {},
      }) as never,
    );
  const getRefunds = async (orderNo: string) => {
    const { id } = await harness.row(orderNo);
    const rows = harness.space.foundation.database.read.selectFrom('refunds').selectAll();
    return rows.where('order_id', '=', Number(id)).orderBy('id').execute();
  };
  const spend = (userId: number, amount: number) =>
    harness.space.admin('/user/adjust-balance', {
      id: userId,
      asset: 'coin',
      amount: -amount,
      reason: 'spent in a test',
    });
  const later = async (ms: number) => {
    harness.space.now += ms;
    await harness.space.signIn();
    await harness.space.proveMyself();
  };

  it('books a partial and then a full refund made in the Stripe dashboard, with its refund number', async () => {
    const { userId, orderNo } = await pay();
    const requested = stripe.refunds.length;
    await Promise.all([1, 2, 3].map(() => refundAtStripe(orderNo, 'a', 400)));
    expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 400 });
    expect(await harness.coins(userId)).toBe(720);
    await refundAtStripe(orderNo, 'b', 600);
    await refundAtStripe(orderNo, 'a', 400);
    expect(await harness.row(orderNo)).toMatchObject({
      status: 'refunded',
      refunded: price,
      fulfil_status: 'reversed',
    });
    expect(await harness.coins(userId)).toBe(0);
    expect(await getRefunds(orderNo)).toMatchObject([
      { amount: 400, status: 'succeeded', requested_by: 'gateway', channel_refund_no: `re_a_${orderNo}` },
      { amount: 600, status: 'succeeded', requested_by: 'gateway', channel_refund_no: `re_b_${orderNo}` },
    ]);
    expect(stripe.refunds.length).toBe(requested);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('turns spent credits into debt up to the limit, and records the shortfall', async () => {
    const { userId, orderNo } = await pay();
    await spend(userId, 1100);
    await refundAtStripe(orderNo, 'spent', price);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded' });
    expect(await harness.coins(userId)).toBe(-1000);
    expect(await getRefunds(orderNo)).toMatchObject([{ shortfall: 1100, reclaimed_coin: 1100 }]);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('ignores a refund that failed before it succeeded, and marks one that fails afterwards', async () => {
    const { userId, orderNo } = await pay();
    await refundAtStripe(orderNo, 'x', 300, 'failed');
    await refundAtStripe(orderNo, 'x', 300);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', refunded: 0 });
    expect(await harness.coins(userId)).toBe(1200);
    await refundAtStripe(orderNo, 'y', 300);
    await refundAtStripe(orderNo, 'y', 300, 'failed');
    await refundAtStripe(orderNo, 'y', 300, 'failed');
    expect(await getRefunds(orderNo)).toMatchObject([{ amount: 300, status: 'returned', came_back: 'waiting' }]);
    expect((await harness.events(orderNo)).filter((event) => event === 'refund cameBack')).toHaveLength(1);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('waits for a refund in progress, and books no more than was paid', async () => {
    const { userId, orderNo } = await pay();
    stripe.refunding = 'later';
    expect((await harness.act(orderNo, 'refund', { amount: 700, reason: 'as asked for' })).data.status).toBe(
      'refunding',
    );
    stripe.refunding = 'works';
    await refundAtStripe(orderNo, 'meanwhile', 500);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunding', refunded: 0 });
    const made = stripe.refunds.at(-1);
    if (!made) throw new Error('no refund was made');
    made.state = 'succeeded';
    await later(3_600_000);
    await sendDueRefunds(harness.deps);
    await bookDueReversals(harness.deps);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
    expect((await getRefunds(orderNo)).map(({ amount }) => amount)).toEqual([700, 300]);
    expect(await harness.coins(userId)).toBe(0);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('freezes credits while a dispute is open, and unfreezes them when it is won', async () => {
    const { userId, orderNo } = await pay();
    const hold = (amount: number) => {
      const requested = {
        userId,
        requestId: `${orderNo}-${harness.space.now}-${amount}`,
        capability: 'chat',
        asset: 'coin',
        amount,
      };
      return harness.space.service('/billing/hold', requested, harness.token);
    };
    await dispute(orderNo, 'warning_needs_response', {}, 'created');
    expect((await hold(10)).code).toBe(20_000);
    await Promise.all([1, 2, 3].map(() => dispute(orderNo, 'needs_response', {}, 'created')));
    expect((await hold(11)).code).toBe(40_200);
    expect((await spend(userId, 10)).code).toBe(40_200);
    await dispute(orderNo, 'under_review', {}, 'updated');
    expect((await hold(12)).code).toBe(40_200);
    await dispute(orderNo, 'won');
    expect((await hold(13)).code).toBe(20_000);
    await dispute(orderNo, 'needs_response', { id: `dp_${orderNo}` }, 'updated');
    expect((await hold(14)).code).toBe(20_000);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', refunded: 0 });
    expect(await harness.events(orderNo)).toEqual([
      'notify applied',
      'refund disputed',
      'refund disputed',
      'refund disputed',
      'refund disputeWon',
    ]);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('books a lost dispute once, in whatever order its states arrive', async () => {
    const { userId, orderNo } = await pay();
    await dispute(orderNo, 'lost');
    await dispute(orderNo, 'needs_response', {}, 'created');
    await Promise.all([1, 2].map(() => dispute(orderNo, 'lost', {}, 'funds_withdrawn')));
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
    expect(await harness.coins(userId)).toBe(0);
    expect(await getRefunds(orderNo)).toMatchObject([
      { amount: price, requested_by: 'gateway', channel_refund_no: `dp_${orderNo}`, status: 'succeeded' },
    ]);
    await refundAtStripe(orderNo, 'after', price);
    expect(await getRefunds(orderNo)).toHaveLength(1);
    await dispute(orderNo, 'needs_response', { payment_intent: 'pi_of_somebody_else', id: 'dp_other' }, 'created');
    expect(await harness.space.broken()).toEqual([]);
  });

  it('suspends a membership while a dispute is open, and keeps all of its time when the dispute is won', async () => {
    const { userId, orderNo } = await pay('vip');
    await dispute(orderNo, 'needs_response', {}, 'created');
    expect((await harness.api.call('userGet', { userId })).vip.level).toBe(0);
    await later(10 * day);
    await dispute(orderNo, 'won');
    const { vip, wallets } = await harness.api.call('userGet', { userId });
    expect(vip.level).toBe(1);
    expect(Math.round(((vip.expiresAt ?? 0) - harness.space.now) / day)).toBe(30);
    expect(wallets.coin.balance).toBe(300);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('revokes a membership whose dispute is lost', async () => {
    const { userId, orderNo } = await pay('vip');
    await dispute(orderNo, 'needs_response', {}, 'created');
    await later(day);
    await dispute(orderNo, 'lost');
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded' });
    const { vip, wallets } = await harness.api.call('userGet', { userId });
    expect([vip.level, wallets.coin.balance]).toEqual([0, 0]);
    expect(await getRefunds(orderNo)).toMatchObject([{ reclaimed_days: 30, reclaimed_coin: 300 }]);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('closes the open request of a user once nothing is left to refund', async () => {
    const { userId, orderNo } = await pay();
    const requested = await harness.api.call('refundRequest', { userId, orderNo, reason: 'bought by mistake' });
    await refundAtStripe(orderNo, 'part', 400);
    expect((await getRefunds(orderNo))[0]).toMatchObject({ no: requested.refundNo, status: 'requested' });
    await refundAtStripe(orderNo, 'rest', 600);
    const [request] = await getRefunds(orderNo);
    expect(request).toMatchObject({ no: requested.refundNo, status: 'cancelled' });
    expect(String(request?.decision)).toMatch(/全额|in full/);
    expect(request?.finished_at).not.toBeNull();
  });
});
