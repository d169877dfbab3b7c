import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../../test/order-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { fulfilDue, fulfilOrder } from '../fulfil-order.ts';
import { loadOrderRules } from '../order-deps.ts';
import { lockOrder } from '../order-rows.ts';
import { handleNotification } from '../payment/handle-notification.ts';
import { sendDueRefunds } from './send-refund.ts';
import { startRefund } from './start-refund.ts';

const day = 86_400_000;

describe.each(databaseKinds)('refunds and deliveries on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const paidOrder = async (rest: Parameters<OrderHarness['place']>[1] = {}) => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId, rest);
    expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    return { userId, orderNo };
  };
  const spend = async (userId: number, amount: number) => {
    const adjusted = { id: userId, asset: 'coin', amount: -amount, reason: 'spent in a test' };
    expect((await harness.space.admin('/user/adjust-balance', adjusted)).code).toBe(20_000);
  };
  const refund = (orderNo: string, amount: number, rest: Readonly<Record<string, unknown>> = {}) =>
    harness.act(orderNo, 'refund', { amount, reason: 'as asked for', ...rest });
  /** Handles a gateway notification with the harness's dependencies, in which deliveries can be made to fail. */
  const payThrough = async (orderNo: string) => {
    const { database, clock } = harness.deps;
    const { channel, ...received } = harness.notice(orderNo);
    return handleNotification(harness.deps, channel, received, (work) =>
      database.transaction((tx) => work({ tx, dialect: database.dialect, at: clock() })),
    );
  };

  test('makes partial refunds that add up to a full refund', async () => {
    const { userId, orderNo } = await paidOrder();
    for (const [amount, left, status] of [
      [333, 801, 'partiallyRefunded'],
      [333, 401, 'partiallyRefunded'],
      [334, 0, 'refunded'],
    ] as const) {
      expect((await refund(orderNo, amount)).data.status).toBe(status);
      expect(await harness.coins(userId)).toBe(left);
    }
    expect(await harness.row(orderNo)).toMatchObject({ refunded: price, fulfil_status: 'reversed' });
    expect((await refund(orderNo, 1)).code).toBe(40_902);
  });

  test('previews what can be reclaimed, and rejects a shortfall without a decision', async () => {
    const { userId, orderNo } = await paidOrder();
    await spend(userId, 900);
    const preview = await harness.act(orderNo, 'preview-refund', { amount: price });
    expect(preview.data).toMatchObject({
      refundable: price,
      hasShortfall: true,
      withoutShortfall: 250,
      parts: [{ asset: 'coin', granted: 1200, toReclaim: 1200, reclaimable: 300, shortfall: 900 }],
    });
    const rejected = await refund(orderNo, price);
    expect(rejected).toMatchObject({ code: 40_200, data: { asset: 'coin', shortfall: 900, withoutShortfall: 250 } });
    expect(await harness.coins(userId)).toBe(300);
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
  });

  test('lowers a pro rata refund until there is no shortfall', async () => {
    const { userId, orderNo } = await paidOrder();
    await spend(userId, 900);
    expect((await refund(orderNo, price, { shortfall: 'prorate' })).data).toMatchObject({
      status: 'partiallyRefunded',
      refunded: 250,
    });
    expect(await harness.coins(userId)).toBe(0);
    expect((await refund(orderNo, 750, { shortfall: 'prorate' })).code).toBe(40_200);
  });

  test('refunds in full with a debt, up to the debt limit', async () => {
    const { userId, orderNo } = await paidOrder();
    await spend(userId, 1200);
    expect((await refund(orderNo, price, { shortfall: 'negative' })).data.status).toBe('refunded');
    expect(await harness.coins(userId)).toBe(-1000);
    const { read } = harness.space.foundation.database;
    const row = await read.selectFrom('refunds').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ reclaimed_coin: 1000, shortfall: 1200, status: 'succeeded' });
  });

  test('reclaims the days of a membership and its gift credits', async () => {
    const { userId, orderNo } = await paidOrder({ productType: 'vip' });
    harness.space.now += 60_000;
    const preview = await harness.act(orderNo, 'preview-refund', { amount: price });
    const days = { asset: 'days', granted: 30, toReclaim: 30, reclaimable: 30, shortfall: 0, lots: [] };
    expect(preview.data).toMatchObject({ hasShortfall: false, parts: [{ asset: 'coin', granted: 300 }, days] });
    expect((await refund(orderNo, price / 2)).data.status).toBe('partiallyRefunded');
    const { vip, wallets } = await harness.api.call('userGet', { userId });
    expect(wallets.coin.balance).toBe(150);
    expect(Math.round(((vip.expiresAt ?? 0) - harness.space.now) / day)).toBe(15);
    expect((await refund(orderNo, price / 2)).data.status).toBe('refunded');
    expect((await harness.api.call('userGet', { userId })).vip.level).toBe(0);
  });

  test.each<[unknown, number, string]>([
    [price + 1, 42_200, 'amount'],
    [1e15, 42_200, 'amount'],
    [0, 42_200, 'amount'],
    [-5, 42_200, 'amount'],
    [1.5, 42_200, 'amount'],
    ['10', 42_200, 'amount'],
  ])('names the field of an invalid amount: %j', async (amount, code, field) => {
    const { userId, orderNo } = await paidOrder();
    const rejected = await harness.act(orderNo, 'refund', { amount, reason: 'as asked for' });
    expect(rejected.code).toBe(code);
    expect(Object.keys(rejected.errors)).toEqual([field]);
    expect(await harness.coins(userId)).toBe(1200);
  });

  test('never refunds more than was paid, even with concurrent requests', async () => {
    const { userId, orderNo } = await paidOrder();
    const requested = await Promise.all(Array.from({ length: 8 }, () => refund(orderNo, 300)));
    const done = requested.filter(({ code }) => code === 20_000).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(3);
    for (const { code } of requested) expect([20_000, 40_902, 42_200]).toContain(code);
    expect((await harness.row(orderNo)).refunded).toBe(done * 300);
    expect(await harness.coins(userId)).toBe(1200 - done * 360);
  });

  test('requires evidence and a unique transfer number on the manual channel', async () => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId, { channel: 'manual' });
    const evidence = { paid: price, externalNo: randomUUID().slice(0, 20), evidence: 'bank statement, page 3' };
    expect((await harness.act(orderNo, 'mark-paid', { ...evidence, paid: price - 1 })).errors).toHaveProperty('paid');
    expect((await harness.act(orderNo, 'mark-paid', evidence)).data).toMatchObject({
      status: 'fulfilled',
      paid: price,
    });
    const again = await harness.place(userId, { channel: 'manual' });
    const number = evidence.externalNo;
    const wide = number.replace(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0));
    for (const externalNo of [number, ` ${number} `, number.toUpperCase(), wide, number.replace('-', ' -'), '  '])
      expect((await harness.act(again, 'mark-paid', { ...evidence, externalNo })).errors).toHaveProperty('externalNo');
    expect((await refund(orderNo, price)).errors).toHaveProperty('externalNo');
    expect((await refund(orderNo, price, { externalNo: ' ' })).errors).toHaveProperty('externalNo');
    const half = { amount: price / 2, reason: 'as asked for' };
    const twice = ['BANK-7', ' bank - 7'].map((externalNo) => harness.act(orderNo, 'refund', { ...half, externalNo }));
    const noted = await Promise.all(twice);
    expect(noted.filter(({ code }) => code === 20_000)).toHaveLength(1);
    expect((await refund(orderNo, price / 2, { externalNo: 'Bank-7' })).errors).toHaveProperty('externalNo');
    expect((await refund(orderNo, price / 2, { externalNo: 'BANK-8' })).data.status).toBe('refunded');
    harness.space.now += 6 * 60_000;
    const { id } = await harness.row(again);
    const unproven = await harness.space.admin('/order/mark-paid', { id: Number(id), ...evidence });
    expect(unproven.code).toBe(40_301);
    expect(await harness.events(again)).toEqual([]);
  });

  test('repeats a request with the same refund number when the gateway does not answer', async () => {
    const { userId, orderNo } = await paidOrder();
    const { database, clock } = harness.deps;
    harness.refunding = 'silent';
    const started = await refundQuietly(orderNo);
    await sendDueRefunds(harness.deps);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunding', refunded: 0 });
    expect(await harness.coins(userId)).toBe(0);
    harness.refunding = 'works';
    harness.space.now += 60_000;
    await sendDueRefunds(harness.deps);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
    const sent = await database.read.selectFrom('sandbox_refunds').selectAll().execute();
    expect(sent.filter(({ refund_no: no }) => no === started)).toHaveLength(1);
    expect(clock()).toBe(harness.space.now);
  });

  test('restores what was reclaimed when the gateway rejects the refund', async () => {
    const { userId, orderNo } = await paidOrder();
    harness.refunding = 'refuses';
    await refundQuietly(orderNo);
    await sendDueRefunds(harness.deps);
    harness.refunding = 'works';
    expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', refunded: 0 });
    expect(await harness.coins(userId)).toBe(1200);
    expect(await harness.events(orderNo)).toEqual(['notify applied', 'refund failed']);
    expect((await refund(orderNo, price)).data.status).toBe('refunded');
    expect(await harness.coins(userId)).toBe(0);
  });

  test('continues a pending delivery when the gateway rejects the refund', async () => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId);
    Object.assign(harness, { failing: true, refunding: 'refuses' });
    await payThrough(orderNo);
    await refundQuietly(orderNo);
    await sendDueRefunds(harness.deps);
    Object.assign(harness, { failing: false, refunding: 'works' });
    expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilFailed', refunded: 0 });
    await fulfilDue(harness.deps);
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    expect(await harness.coins(userId)).toBe(1200);
  });

  test('sends other refunds when one fails repeatedly', async () => {
    const stuck = await paidOrder({ productType: 'vip', productId: harness.products.vip });
    const { orderNo } = await paidOrder();
    harness.refunding = 'refuses';
    for (const no of [stuck.orderNo, orderNo]) await refundQuietly(no);
    const products = await harness.deps.products();
    const giveTime = () => Promise.reject(new Error('the calendar is lost'));
    await sendDueRefunds({ ...harness.deps, products: async () => ({ ...products, giveTime }) });
    expect([(await harness.row(stuck.orderNo)).status, (await harness.row(orderNo)).status]).toEqual([
      'refunding',
      'fulfilled',
    ]);
    expect(await sendDueRefunds(harness.deps)).toBe(0);
    harness.space.now += 10_000;
    expect(await sendDueRefunds(harness.deps)).toBe(1);
    harness.refunding = 'works';
    expect((await harness.row(stuck.orderNo)).status).toBe('fulfilled');
  });

  const onSale = async (path: string, values: Readonly<Record<string, unknown>>) => {
    const { data } = await harness.space.admin(`/${path}/create`, { name: randomUUID(), price, ...values });
    await harness.space.admin(`/${path}/publish`, { id: data.id });
    return Number(data.id);
  };

  test('returns credits with their original capabilities when a refund fails, also for an anonymized user', async () => {
    const only = await onSale('power-pack', { compute: 50, capabilities: ['draw'] });
    const limited = await paidOrder({ productType: 'compute', productId: only });
    const gone = await paidOrder({ productType: 'vip', productId: harness.products.vip });
    harness.refunding = 'refuses';
    for (const { orderNo } of [gone, limited]) await refundQuietly(orderNo);
    expect((await harness.space.admin('/user/anonymize', { id: gone.userId })).code).toBe(20_000);
    await sendDueRefunds(harness.deps);
    harness.refunding = 'works';
    for (const { orderNo } of [gone, limited]) expect((await harness.row(orderNo)).status).toBe('fulfilled');
    const use = { userId: limited.userId, asset: 'compute', amount: 50 } as const;
    const drawn = harness.api.call('billingHold', { ...use, requestId: randomUUID(), capability: 'chat' });
    await expect(drawn).rejects.toMatchObject({ code: 40_200 });
    expect(await harness.api.call('billingHold', { ...use, requestId: 'draws', capability: 'draw' })).toMatchObject({
      amount: 50,
    });
  });

  test('revokes a lifetime membership with the last part of its price', async () => {
    const lifetime = { level: 3, durationUnit: 'forever', durationValue: 1, renewalPolicy: 'inherit' };
    const { userId, orderNo } = await paidOrder({ productType: 'vip', productId: await onSale('vip-plan', lifetime) });
    const level = async () => (await harness.api.call('userGet', { userId })).vip.level;
    expect((await refund(orderNo, 400)).data.status).toBe('partiallyRefunded');
    expect(await level()).toBe(3);
    expect((await refund(orderNo, price - 400)).data.status).toBe('refunded');
    expect(await level()).toBe(0);
  });

  test('reclaims the unused quota of a renewal in proportion to the refund', async () => {
    const quotas = [{ capability: 'chat', amount: 100, period: 'total' }];
    const plan = { level: 1, durationUnit: 'day', durationValue: 30, renewalPolicy: 'extend', quotas };
    const product = { productType: 'vip', productId: await onSale('vip-plan', plan) } as const;
    const { userId } = await paidOrder(product);
    const renewals = [await harness.place(userId, product), await harness.place(userId, product)] as const;
    for (const orderNo of renewals) expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    const granted = async () => (await harness.api.call('userGet', { userId })).membership?.quotas[0]?.granted;
    expect(await granted()).toBe(300);
    expect((await refund(renewals[1], 333)).data.status).toBe('partiallyRefunded');
    expect(await granted()).toBe(267);
    expect((await refund(renewals[1], 667)).data.status).toBe('refunded');
    expect(await granted()).toBe(200);
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 150 } as const;
    await harness.api.call('billingHold', use);
    // 150 of 200 credits are used, so 50 of the 100 of this order are left.
    expect(await refund(renewals[0], price)).toMatchObject({ code: 40_200, data: { asset: 'quota', shortfall: 50 } });
    expect((await refund(renewals[0], price, { shortfall: 'negative' })).data.status).toBe('refunded');
    expect(await granted()).toBe(150);
  });

  /** Starts a refund without sending it, which is left to the job. */
  async function refundQuietly(orderNo: string): Promise<string> {
    const rules = await loadOrderRules(harness.deps);
    const { database, clock } = harness.deps;
    return database.transaction(async (tx) => {
      const scope = { tx, dialect: database.dialect, at: clock() };
      const order = await lockOrder(scope, { no: orderNo });
      if (!order) throw new Error('no order');
      const prompt = { amount: price, reason: 'a test', shortfall: 'reject', externalNo: null, by: null } as const;
      return (await startRefund(scope, rules, order, prompt)).refund.no;
    });
  }

  test('rolls back a failed delivery, retries it with backoff, and then notifies admins', async () => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId);
    harness.failing = true;
    await payThrough(orderNo);
    expect(await harness.row(orderNo)).toMatchObject({
      status: 'fulfilFailed',
      fulfil_tries: 1,
      fulfil_status: 'failed',
    });
    const waits: number[] = [];
    for (;;) {
      const { next_fulfil_at: next } = await harness.row(orderNo);
      if (next === null) break;
      waits.push(Number(next) - harness.space.now);
      harness.space.now = Number(next);
      await fulfilDue(harness.deps);
    }
    expect(waits).toEqual([10_000, 40_000, 160_000, 640_000]);
    expect(await harness.row(orderNo)).toMatchObject({ fulfil_tries: 5, fulfil_error: 'the warehouse is on fire' });
    expect(await harness.coins(userId)).toBe(0);
    const { read } = harness.space.foundation.database;
    const reported = await read
      .selectFrom('notifications')
      .selectAll()
      .where('event', '=', 'orderFulfilFailed')
      .execute();
    expect(reported.map(({ params }) => params).join()).toContain(orderNo);
    harness.failing = false;
    expect((await harness.act(orderNo, 'retry-fulfillment')).data.status).toBe('fulfilled');
    expect(await harness.coins(userId)).toBe(1200);
  });

  test('attempts a delivery as often as the settings allow', async () => {
    await harness.set({ fulfilTries: 2 });
    const orderNo = await harness.place(await harness.newUser());
    harness.failing = true;
    await payThrough(orderNo);
    harness.space.now = Number((await harness.row(orderNo)).next_fulfil_at);
    await fulfilDue(harness.deps);
    harness.failing = false;
    expect(await harness.row(orderNo)).toMatchObject({ fulfil_tries: 2, next_fulfil_at: null });
    await harness.set({ fulfilTries: 5 });
  });

  test('delivers an order once when ten processes try concurrently', async () => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId);
    harness.failing = true;
    await payThrough(orderNo);
    harness.failing = false;
    const { id, next_fulfil_at: next } = await harness.row(orderNo);
    harness.space.now = Number(next);
    const ended = await Promise.all(Array.from({ length: 10 }, () => fulfilOrder(harness.deps, Number(id))));
    expect(ended.filter((one) => one === 'fulfilled')).toHaveLength(1);
    expect(await harness.coins(userId)).toBe(1200);
  });

  test('lists the full history in the timeline, oldest first', async () => {
    const { orderNo } = await paidOrder();
    await refund(orderNo, 400);
    const { data } = await harness.act(orderNo, 'timeline');
    const entries = data.entries as readonly { readonly event: string; readonly at: number }[];
    const events = entries.map(({ event }) => event);
    for (const event of ['placed', 'paid', 'fulfilled', 'notify.applied', 'refundStarted', 'refundSucceeded'])
      expect(events).toContain(event);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
  });
});
