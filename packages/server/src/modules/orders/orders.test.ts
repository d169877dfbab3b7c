import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../test/order-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { lockOwner } from '../ledger/posting.ts';
import { closeDue, queryPending } from './expire-orders.ts';
import { fulfilOrder } from './fulfil-order.ts';

describe.each(databaseKinds)('orders on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(() => harness.space.drop());

  const paidOrder = async (rest: Parameters<OrderHarness['place']>[1] = {}) => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId, rest);
    const answer = await harness.notify(harness.notice(orderNo));
    expect(answer).toMatchObject({ code: 20_000, data: { orderNo, result: 'applied' } });
    return { userId, orderNo };
  };

  test('places an order, books a signed notification and delivers the product once', async () => {
    const { userId, orderNo } = await paidOrder();
    expect(await harness.api.call('orderGet', { orderNo })).toMatchObject({
      status: 'fulfilled',
      fulfilStatus: 'done',
      payable: price,
      paid: price,
      channel: 'sandbox',
    });
    expect(await harness.coins(userId)).toBe(1200);
    for (const key of [randomUUID(), randomUUID()])
      expect((await harness.notify(harness.notice(orderNo), key)).data.result).toBe('duplicate');
    expect(await harness.coins(userId)).toBe(1200);
    expect(await harness.events(orderNo)).toEqual(['notify applied', 'notify duplicate', 'notify duplicate']);
    const { read } = harness.space.foundation.database;
    const user = await read.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
    expect(user).toMatchObject({ total_paid: price, order_count: 1 });
    expect(await harness.space.broken()).toEqual([]);
  });

  test('records the client, and the distributor and region of the buyer at the time of payment', async () => {
    const inviterId = await harness.newUser();
    const { data } = await harness.space.admin('/distributor/create', { userId: inviterId });
    await harness.space.admin('/distributor/approve', { id: data.id });
    const userId = await harness.newUser();
    const { database } = harness.space.foundation;
    await database.transaction((tx) =>
      tx.updateTable('users').set({ inviter_id: inviterId, region_code: '440305' }).where('id', '=', userId).execute(),
    );
    const orderNo = await harness.place(userId, { client: 'wechat', ip: '203.0.113.9' });
    const origin = { client: 'wechat', ip: '203.0.113.9', distributor_id: data.id, region_code: '440305' };
    expect(await harness.row(orderNo)).toMatchObject({ ...origin, net: 0 });
    await database.transaction((tx) =>
      tx.updateTable('users').set({ region_code: '330106' }).where('id', '=', userId).execute(),
    );
    await harness.notify(harness.notice(orderNo));
    expect(await harness.row(orderNo)).toMatchObject({ ...origin, region_code: '330106', net: price });
    await harness.act(orderNo, 'refund', { amount: 400, reason: 'asked for it' });
    const filters = { client: ['wechat'], distributorId: [data.id], regionCode: ['330106'], ip: ['203.0.113.9'] };
    const { data: list } = await harness.space.admin('/order/list', { filters });
    const yuan = (amount: number) => [{ currency: 'CNY', amount }];
    const summary = { paid: yuan(price), refunded: yuan(400), net: yuan(price - 400) };
    expect(list).toMatchObject({ total: 1, summary });
    await harness.space.admin('/user/anonymize', { id: userId });
    expect((await harness.row(orderNo)).ip).toBe(null);
    expect(await harness.space.broken()).toEqual([]);
  });

  test('delivers a membership with its gift credits', async () => {
    const { userId } = await paidOrder({ productType: 'vip' });
    const { vip, wallets } = await harness.api.call('userGet', { userId });
    expect(vip.level).toBe(1);
    expect(wallets.coin.balance).toBe(300);
  });

  test('books a payment once when twenty notifications arrive concurrently', async () => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId);
    const received = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        harness.notify(harness.notice(orderNo, { eventId: `E${index % 4}-${orderNo}`, tradeNo: `T-${orderNo}` })),
      ),
    );
    expect(received.filter(({ data }) => data.result === 'applied')).toHaveLength(1);
    expect(received.every(({ code }) => code === 20_000)).toBe(true);
    // Under this load the booking process may get no database connection for the delivery, which is then left to a job.
    await fulfilOrder(harness.deps, Number((await harness.row(orderNo)).id));
    expect(await harness.coins(userId)).toBe(1200);
    expect(await harness.space.broken()).toEqual([]);
  });

  test.each<[string, (no: string) => unknown, field: string]>([
    ['badSignature', (no) => ({ ...harness.notice(no), raw: harness.notice(no, { amount: 1 }).raw }), 'signature'],
    ['badSignature', (no) => harness.notice(no, {}, 'another-secret'), 'signature'],
    ['badSignature', (no) => ({ ...harness.notice(no), headers: {} }), 'signature'],
    ['badSignature', (no) => ({ ...harness.notice(no), raw: `${harness.notice(no).raw} ` }), 'signature'],
    ['channelMismatch', (no) => harness.notice(no), 'channel'],
    ['amountMismatch', (no) => harness.notice(no, { amount: price - 1 }), 'amount'],
    ['amountMismatch', (no) => harness.notice(no, { amount: price * 100 }), 'amount'],
    ['amountMismatch', (no) => harness.notice(no, { amount: 0 }), 'amount'],
    ['currencyMismatch', (no) => harness.notice(no, { currency: 'JPY' }), 'currency'],
    ['malformed', (no) => harness.notice(no, { amount: -5 }), 'raw'],
    ['malformed', (no) => harness.notice(no, { amount: 10.5 }), 'raw'],
  ])('reject a notice and keep it as a row: %s', async (reason, bend, field) => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId, reason === 'channelMismatch' ? { channel: 'manual' } : {});
    const rejected = await harness.notify(bend(orderNo));
    expect(rejected).toMatchObject({ code: 42_200, data: { reason } });
    expect(Object.keys(rejected.errors)).toEqual([field]);
    expect(await harness.events(orderNo)).toEqual([`notify ${reason}`]);
    expect((await harness.row(orderNo)).status).toBe('pending');
    expect(await harness.coins(userId)).toBe(0);
  });

  test('rejects a notification that is too old, names no order, or has the trade number of another order', async () => {
    const { orderNo } = await paidOrder();
    const other = await harness.place(await harness.newUser());
    const old = harness.notice(other);
    harness.space.now += 6 * 60_000;
    expect((await harness.notify(old)).data.reason).toBe('stale');
    expect((await harness.notify(harness.notice('O-nobody'))).data.reason).toBe('unknownOrder');
    const reused = harness.notice(other, { tradeNo: `T-${orderNo}` });
    expect((await harness.notify(reused)).data.reason).toBe('tradeNoReused');
    expect((await harness.row(other)).status).toBe('pending');
  });

  test('rejects every notification while the sandbox is disabled', async () => {
    const orderNo = await harness.place(await harness.newUser());
    await harness.set({ sandboxEnabled: false });
    expect((await harness.notify(harness.notice(orderNo, {}, ''))).data.reason).toBe('channelOff');
    const placing = { userId: await harness.newUser(), productType: 'coin', productId: harness.products.coin };
    const rejected = await harness.space.service('/order/create', { ...placing, channel: 'sandbox' }, harness.token);
    expect(rejected).toMatchObject({ code: 42_200, errors: { channel: [expect.any(String)] } });
    await harness.set({ sandboxEnabled: true });
    expect((await harness.notify(harness.notice(orderNo))).data.result).toBe('applied');
  });

  test('notifies admins of a second payment of an order', async () => {
    const { userId, orderNo } = await paidOrder();
    const twice = harness.notice(orderNo, { eventId: `again-${orderNo}`, tradeNo: `again-${orderNo}` });
    expect((await harness.notify(twice)).data.result).toBe('alreadyPaid');
    expect(await harness.coins(userId)).toBe(1200);
    const { read } = harness.space.foundation.database;
    const reported = await read.selectFrom('notifications').selectAll().where('event', '=', 'paymentOdd').execute();
    expect(reported.map(({ params }) => params).join()).toContain(orderNo);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ quantity: 1e9 }, 'quantity'],
    [{ productType: 'gold' }, 'productType'],
    [{ productId: 999_999 }, 'productId'],
    [{ channel: 'alipay' }, 'channel'],
    [{ price: 1 }, 'price'],
  ])('names the field of an invalid order: %j', async (wrong, field) => {
    const userId = await harness.newUser();
    const requested = { userId, productType: 'coin', productId: harness.products.coin, channel: 'sandbox', ...wrong };
    const rejected = await harness.space.service('/order/create', requested, harness.token);
    expect(rejected.code).toBe(42_200);
    expect(Object.keys(rejected.errors)).toEqual([field]);
  });

  test('returns the same order for the same reference, and rejects the reference for a different order', async () => {
    const userId = await harness.newUser();
    const clientRef = randomUUID();
    const first = await harness.place(userId, { clientRef });
    expect(await harness.place(userId, { clientRef })).toBe(first);
    await expect(harness.place(userId, { clientRef, quantity: 2 })).rejects.toMatchObject({ code: 42_200 });
  });

  test('enforces the purchase limit and unique references for concurrent orders', async () => {
    const userId = await harness.newUser();
    const { admin } = harness.space;
    const { data } = await admin('/currency-pack/create', { name: randomUUID(), price, coin: 10, limitPerUser: 2 });
    await admin('/currency-pack/publish', { id: data.id });
    const tenTimes = (rest: Parameters<OrderHarness['place']>[1]) =>
      Promise.allSettled(Array.from({ length: 10 }, () => harness.place(userId, rest)));
    const placed = await tenTimes({ productId: Number(data.id) });
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const same = await tenTimes({ clientRef: randomUUID() });
    expect(new Set(same.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).size).toBe(1);
  });

  test('never sells more than the stock, and returns unpaid units to stock', async () => {
    const { admin } = harness.space;
    const { data } = await admin('/power-pack/create', { name: randomUUID(), price, compute: 10 });
    const productId = Number(data.id);
    await admin('/power-pack/set-stock', { id: productId, stock: 5 });
    await admin('/power-pack/publish', { id: productId });
    const requested = { productType: 'compute', productId } as const;
    const shown = async () =>
      (await harness.api.call('configSnapshot', {})).market.powerPacks.find(({ id }) => id === productId)?.stock;
    const toRejection = async (quantity: number) =>
      (
        await harness.space.service(
          '/order/create',
          { userId: await harness.newUser(), ...requested, channel: 'sandbox', quantity },
          harness.token,
        )
      ).errors;
    const version = async () => (await harness.api.call('configSnapshot', {})).version;
    const atFirst = await version();
    expect(await toRejection(6)).toEqual({ quantity: [expect.stringContaining('5')] });
    const userIds = await Promise.all(Array.from({ length: 9 }, () => harness.newUser()));
    const placed = await Promise.allSettled(userIds.map((userId) => harness.place(userId, requested)));
    const numbers = placed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect([numbers.length, await shown()]).toEqual([5, 0]);
    expect(await version()).not.toBe(atFirst);
    expect(Object.keys(await toRejection(1))).toEqual(['productId']);
    const [paid = '', cancelled = '', late = '', forgotten = ''] = numbers;
    await harness.notify(harness.notice(paid));
    await harness.api.call('orderCancel', { orderNo: cancelled });
    expect(await shown()).toBe(1);
    harness.space.now += 31 * 60_000;
    await closeDue(harness.deps);
    expect(await shown()).toBe(4);
    await admin('/power-pack/set-stock', { id: productId, stock: 1 });
    await harness.notify(harness.notice(late));
    expect([await shown(), (await harness.row(late)).status]).toEqual([1, 'paid']);
    expect((await harness.act(late, 'retry-fulfillment')).data.status).toBe('fulfilled');
    await harness.notify(harness.notice(forgotten));
    expect((await harness.act(forgotten, 'retry-fulfillment')).data.status).toBe('fulfilFailed');
    expect(await harness.row(forgotten)).toMatchObject({ fulfil_error: '商品已售罄' });
    await admin('/power-pack/set-stock', { id: productId });
    expect((await harness.act(forgotten, 'retry-fulfillment')).data.status).toBe('fulfilled');
    expect(await shown()).toBeNull();
    expect(await harness.space.broken()).toEqual([]);
  });

  test('does not deadlock when an order is placed while a late order of the same user is delivered', async () => {
    const { admin } = harness.space;
    const { database, clock } = harness.deps;
    const { data } = await admin('/power-pack/create', { name: randomUUID(), price, compute: 10 });
    const productId = Number(data.id);
    await admin('/power-pack/set-stock', { id: productId, stock: 5 });
    await admin('/power-pack/publish', { id: productId });
    const userId = await harness.newUser();
    const late = await harness.place(userId, { productType: 'compute', productId });
    await harness.api.call('orderCancel', { orderNo: late });
    await harness.notify(harness.notice(late));
    const own = database.transaction((tx) =>
      tx.updateTable('orders').set({ next_fulfil_at: clock() }).where('no', '=', late).returning('id').execute(),
    );
    const id = Number((await own)[0]?.id);
    const waiting = sql<{ count: number }>`select cast(count(*) as int) as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    const pack = sql`select id from power_packs where id = ${productId} for update skip locked`;
    // Locks the user before the product, as placing an order does. The waiting delivery must not hold the product lock.
    const delivered: Promise<string>[] = [];
    await database.transaction(async (tx) => {
      await lockOwner({ tx, dialect: database.dialect, at: clock() }, userId);
      delivered.push(fulfilOrder(harness.deps, id).catch(String));
      if (kind === 'sqlite') return;
      await expect.poll(async () => (await waiting.execute(tx)).rows[0]?.count, { timeout: 10_000 }).toBe(1);
      expect((await pack.execute(tx)).rows).toHaveLength(1);
    });
    expect(await Promise.all(delivered)).toEqual(['fulfilled']);
    expect(Number((await harness.row(late)).stock_taken)).toBe(1);
  });

  test('closes an unpaid order by cancellation or expiry, and stores and flags a late payment', async () => {
    const userId = await harness.newUser();
    const [cancelled, forgotten] = [await harness.place(userId), await harness.place(userId)];
    expect((await harness.api.call('orderCancel', { orderNo: cancelled })).status).toBe('closed');
    await expect(harness.api.call('orderCancel', { orderNo: cancelled })).rejects.toMatchObject({ code: 40_902 });
    harness.space.now += 31 * 60_000;
    await closeDue(harness.deps);
    expect(await harness.row(forgotten)).toMatchObject({ status: 'closed', closed_reason: '超时未支付' });
    expect(await harness.row(cancelled)).toMatchObject({ closed_reason: '用户取消' });
    expect((await harness.notify(harness.notice(forgotten))).data.result).toBe('applied');
    expect(await harness.row(forgotten)).toMatchObject({ status: 'paid', late_paid: 1, fulfil_status: 'none' });
    expect(await harness.coins(userId)).toBe(0);
    expect((await harness.act(forgotten, 'retry-fulfillment')).data.status).toBe('fulfilled');
    expect(await harness.coins(userId)).toBe(1200);
    await harness.set({ autoRefund: true });
    expect((await harness.notify(harness.notice(cancelled))).data.result).toBe('applied');
    expect(await harness.row(cancelled)).toMatchObject({ status: 'refunded', refunded: price });
    await harness.set({ autoRefund: false });
    expect(await harness.space.broken()).toEqual([]);
  });

  test('finds a payment whose notification was lost, by the job and by a query of an admin', async () => {
    const userId = await harness.newUser();
    const [one, two] = [await harness.place(userId), await harness.place(userId)];
    expect((await harness.act(one, 'query-upstream')).data.result).toBe('notPaid');
    for (const orderNo of [one, two]) await harness.act(orderNo, 'sandbox-pay');
    expect((await harness.act(one, 'query-upstream')).data).toMatchObject({ result: 'applied', status: 'fulfilled' });
    harness.space.now += 60_000;
    await queryPending(harness.deps);
    expect(await harness.row(two)).toMatchObject({ status: 'fulfilled', next_query_at: null });
    expect(await harness.events(one)).toEqual(['query notPaid', 'query applied']);
    expect(await harness.coins(userId)).toBe(2400);
    expect(await harness.space.broken()).toEqual([]);
  });
});
