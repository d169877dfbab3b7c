import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDistributionHarness, type DistributionHarness } from '../../../test/distribution-harness.ts';
import { type OrderHarness, price } from '../../../test/order-harness.ts';
import { setSettings } from '../../../test/set-settings.ts';
import { databaseKinds } from '../../../test/test-database.ts';

describe.each(databaseKinds)('test money on %s', (kind) => {
  let share: DistributionHarness;
  let harness: OrderHarness;
  beforeAll(async () => {
    share = await createDistributionHarness(kind);
    harness = share.harness;
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const listed = async (testMoney: boolean) => {
    const { items } = (await harness.space.admin('/order/list', { filters: { testMoney: [testMoney] } })).data;
    return (items as readonly { no: string; testMoney: boolean }[]).map((order) => [order.no, order.testMoney]);
  };
  const revenue = async () => {
    // The panel caches its numbers for a while.
    harness.space.now += 10 * 60_000;
    const { data } = await harness.space.admin('/order_panel', { range: 'last-7d' });
    return (data.summary as { paid: number; paidFen: number } | null) ?? { paid: 0, paidFen: 0 };
  };

  test('marks sandbox payments in lists and excludes them from revenue', async () => {
    const orderNo = await harness.placeTest(await harness.newUser());
    const { raw, headers } = harness.notice(orderNo);
    const source = `${harness.space.url}/api/v1/pay/notify/sandbox`;
    const answer = await fetch(source, { method: 'POST', body: raw, headers });
    expect([answer.status, await answer.text()]).toEqual([200, 'success']);
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    expect(await listed(true)).toEqual([[orderNo, true]]);
    expect(await revenue()).toMatchObject({ paid: 0, paidFen: 0 });
  });

  test('does not mark a payment that an admin books manually', async () => {
    const orderNo = await harness.placeTest(await harness.newUser());
    const booked = { paid: price, externalNo: 'bank-1', evidence: 'transfer slip' };
    expect((await harness.act(orderNo, 'mark-paid', booked)).code).toBe(20_000);
    expect(await listed(false)).toEqual([[orderNo, false]]);
    expect(await revenue()).toMatchObject({ paid: 1, paidFen: price });
  });

  test('affects no user, product or panel totals and earns no commission, also when refunded', async () => {
    await setSettings(harness.space.foundation, 'invite', { inviterReward: 100, inviteeReward: 30, coolDays: 7 });
    const { inviter, buyer } = await share.chain();
    const distributorId = await share.distributor(inviter, 1000);
    const agentId = await share.agent('330106');
    await share.moveTo(buyer, '330106');
    const bonus = { name: 'First', price, coin: 100, firstBuyBonus: 50, limitPerUser: 1 };
    const pack = await share.prompt('/currency-pack/create', bonus);
    await share.prompt('/currency-pack/publish', { id: pack.id });
    const productId = Number(pack.id);
    const standing = async () => {
      harness.space.now += 10 * 60_000;
      const [user, product] = [
        await share.prompt('/user/get', { id: buyer }),
        await share.prompt('/currency-pack/get', { id: productId }),
      ];
      const { cards } = await share.prompt('/data_panel', {});
      const invite = await share.find('invite-record', { inviteeId: [buyer] });
      return {
        user: [user.totalPaid, user.orderCount],
        product: [product.sales, product.revenue],
        orders: (cards as { key: string; value: number }[]).find(({ key }) => key === 'orders')?.value ?? 0,
        invite: invite.status,
        commissions: (await share.commissions(distributorId)).length,
        agency: (await share.agency(agentId)).pending,
      };
    };
    const pay = async (orderNo: string) => expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    const before = await standing();
    const orderNo = await harness.placeTest(buyer, { productId });
    await pay(orderNo);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', test_money: 1 });
    expect(await harness.coins(buyer)).toBe(150);
    const unchanged = { ...before, user: [0, 0], product: [0, 0], invite: 'registered', commissions: 0, agency: 0 };
    expect(await standing()).toEqual(unchanged);

    const booked = { paid: price, externalNo: 'bank-2', evidence: 'transfer slip' };
    const real = await harness.placeTest(buyer, { productId, channel: 'manual' });
    expect((await harness.act(real, 'mark-paid', booked)).code).toBe(20_000);
    expect(await harness.coins(buyer)).toBe(300);
    const counted = { user: [price, 1], product: [1, price], invite: 'pending', commissions: 1, agency: 30 };
    expect(await standing()).toEqual({ ...counted, orders: before.orders + 1 });

    await share.refund(orderNo, price);
    expect((await harness.row(orderNo)).status).toBe('refunded');
    expect(await standing()).toEqual({ ...counted, orders: before.orders + 1 });
    const again = { productId, channel: 'manual' } as const;
    await expect(harness.placeTest(buyer, again)).rejects.toThrow(/limit/i);
  });

  test('excludes test money from the list of other currencies received', async () => {
    await harness.set({ currency: 'USD' });
    const orderNo = await harness.placeTest(await harness.newUser());
    await harness.notify(harness.notice(orderNo, { currency: 'USD' }));
    await harness.set({ currency: 'CNY' });
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    harness.space.now += 10 * 60_000;
    const { others } = await share.prompt('/order_panel', { range: 'last-7d' });
    expect(others).toEqual([]);
  });

  test('requires an admin to confirm their identity before a sandbox payment', async () => {
    const orderNo = await harness.placeTest(await harness.newUser());
    harness.space.now += 6 * 60_000;
    const { id } = await harness.row(orderNo);
    expect((await harness.space.admin('/order/sandbox-pay', { id })).code).toBe(40_301);
    await harness.space.proveMyself();
    expect((await harness.act(orderNo, 'sandbox-pay')).code).toBe(20_000);
  });

  test('reports commissions on test money in the ledger check', async () => {
    const { inviter, buyer } = await share.chain();
    await share.distributor(inviter, 1000);
    const orderNo = await share.buy(buyer);
    const tampered = `update orders set test_money = 1 where no = '${orderNo}'`;
    expect(await share.brokenBy(tampered)).not.toEqual([]);
  });

  test('rejects test money once a real payment channel is enabled, regardless of how it was enabled', async () => {
    const orderNo = await harness.placeTest(await harness.newUser());
    const { database, settings } = harness.space.foundation;
    const row = { page: 'system', group_name: 'stripe', version: 1, content: '{"enabled":true}' };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_at: 0, updated_by: null })
        .execute(),
    );
    settings.purge();
    await harness.notify(harness.notice(orderNo));
    expect((await harness.row(orderNo)).status).toBe('pending');
    expect((await harness.act(orderNo, 'sandbox-pay')).code).toBe(42_200);
  });
});
