import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDistributionHarness, type DistributionHarness } from '../../../test/distribution-harness.ts';
import { createOrderHarness, type OrderHarness, price } from '../../../test/order-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { settleDueCommissions } from '../distribution/distribution-jobs.ts';

describe.each(databaseKinds)('amounts in several currencies, on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const pay = async (userId: number, currency: string) => {
    await harness.set({ currency });
    const orderNo = await harness.place(userId);
    expect((await harness.notify(harness.notice(orderNo, { currency }))).code).toBe(20_000);
    return orderNo;
  };
  const list = async (path: string, body: object) => (await harness.space.admin(`/${path}/list`, body)).data;
  const getUser = async (id: number) => (await harness.space.admin('/user/get', { id })).data;

  it('shows what a user paid in the currency of the latest payment, and adds up orders and refunds per currency', async () => {
    const userId = await harness.newUser();
    const yuan = await pay(userId, 'CNY');
    expect(await getUser(userId)).toMatchObject({ totalPaid: price, paidCurrency: 'CNY' });
    const dollars = await pay(userId, 'USD');
    expect(await getUser(userId)).toMatchObject({ totalPaid: price, paidCurrency: 'USD', orderCount: 2 });
    await harness.act(yuan, 'refund', { amount: 300, reason: 'as asked for', shortfall: 'negative' });
    await harness.act(dollars, 'refund', { amount: 100, reason: 'as asked for', shortfall: 'negative' });
    expect(await getUser(userId)).toMatchObject({ totalPaid: price - 100, paidCurrency: 'USD' });
    const filters = { userId: [userId] };
    const orders = await list('order', { filters });
    const by = (cny: number, usd: number) =>
      expect.arrayContaining([
        { currency: 'CNY', amount: cny },
        { currency: 'USD', amount: usd },
      ]);
    expect(orders.summary).toMatchObject({ paid: by(price, price), refunded: by(300, 100), net: by(700, 900) });
    expect(orders.items).toMatchObject([{ currency: 'USD' }, { currency: 'CNY' }]);
    const refunds = await list('refund', { filters, columns: ['amount'] });
    expect(refunds.summary).toMatchObject({ amount: by(300, 100) });
    expect(refunds.items).toMatchObject([
      { amount: 100, currency: 'USD' },
      { amount: 300, currency: 'CNY' },
    ]);
    const preview = await harness.act(dollars, 'preview-refund', { amount: 100 });
    expect(preview.data).toMatchObject({ currency: 'USD', refundable: price - 100 });
    const more = await harness.act(dollars, 'refund', { amount: price, reason: 'as asked for' });
    expect(more.errors.amount?.join()).toContain('$9.00');
    await pay(userId, 'CNY');
    expect(await getUser(userId)).toMatchObject({ totalPaid: 2 * price - 300, paidCurrency: 'CNY' });
  });

  it('counts one currency in the panels and lists the amounts received in others', async () => {
    const userId = await harness.newUser();
    await pay(userId, 'CNY');
    await pay(userId, 'EUR');
    await harness.set({ currency: 'EUR' });
    const panel = async (body: object) => (await harness.space.admin('/order_panel', { range: 'today', ...body })).data;
    const euros = await panel({});
    expect(euros).toMatchObject({ range: { currency: 'EUR' }, summary: { paid: 1, paidFen: price } });
    const others = euros.others as { currency: string; paidFen: number }[];
    expect(others.map(({ currency }) => currency)).toContain('CNY');
    const yuan = await panel({ currency: 'CNY' });
    const summary = yuan.summary as { paidFen: number };
    expect(others.find(({ currency }) => currency === 'CNY')?.paidFen).toBe(summary.paidFen);
    const { cards } = (await harness.space.admin('/data_panel', {})).data as { cards: { key: string }[] };
    expect(cards.find(({ key }) => key === 'receivedFen')).toMatchObject({ currency: 'EUR', value: price });
    const config = await fetch(`${harness.space.url}/config.json`);
    expect(await config.json()).toMatchObject({ currency: 'EUR' });
    await harness.set({ currency: 'CNY' });
  });
});

describe.each(databaseKinds)('distributor balances in several currencies, on %s', (kind) => {
  let space: DistributionHarness;
  beforeAll(async () => {
    space = await createDistributionHarness(kind);
  });
  afterAll(async () => {
    expect(await space.harness.space.broken()).toEqual([]);
    await space.harness.space.drop();
  });

  it('keeps commissions, balances and withdrawals of each currency apart', async () => {
    const { harness } = space;
    const { inviter, buyer } = await space.chain();
    const id = await space.distributor(inviter, 1000);
    const buyIn = async (currency: string) => {
      await harness.set({ currency });
      const orderNo = await harness.place(buyer);
      expect((await harness.notify(harness.notice(orderNo, { currency }))).code).toBe(20_000);
      return orderNo;
    };
    const balances = async () =>
      (await harness.api.call('distributionGet', { userId: inviter })).distributor.balances.map((one) => [
        one.currency,
        one.pending,
        one.available,
        one.reserved,
      ]);
    await buyIn('CNY');
    const refunded = await buyIn('USD');
    await buyIn('USD');
    expect(await balances()).toEqual([
      ['CNY', 100, 0, 0],
      ['USD', 200, 0, 0],
    ]);
    expect(await space.payee(id)).toMatchObject({ currency: 'USD', pending: 200 });
    await space.refund(refunded, price);
    await space.later(8);
    await settleDueCommissions(harness.deps);
    expect(await balances()).toEqual([
      ['CNY', 0, 100, 0],
      ['USD', 0, 100, 0],
    ]);
    const withdraw = (amount: number, currency?: string) =>
      space.admin('/distributor/withdraw', { id, amount, ...space.account, ...(currency ? { currency } : {}) });
    expect(await withdraw(101, 'CNY')).toMatchObject({ code: 40_200 });
    expect((await withdraw(60, 'CNY')).data).toMatchObject({ currency: 'CNY', amount: 60 });
    expect((await withdraw(100)).data).toMatchObject({ currency: 'USD', amount: 100 });
    expect((await withdraw(60, 'CNY')).code).toBe(40_200);
    expect((await withdraw(1, 'EUR')).code).toBe(40_200);
    expect((await withdraw(1, 'yuan')).errors).toHaveProperty('currency');
    expect(await balances()).toEqual([
      ['CNY', 0, 40, 60],
      ['USD', 0, 0, 100],
    ]);
    const list = await space.prompt('/withdrawal/list', { filters: { distributorId: [id] } });
    const sums = list.summary as { amount: object[] };
    expect(sums.amount).toEqual(
      expect.arrayContaining([
        { currency: 'CNY', amount: 60 },
        { currency: 'USD', amount: 100 },
      ]),
    );
    expect((await harness.api.call('distributionCommissions', { userId: inviter })).items[0]?.currency).toBe('USD');
    await harness.set({ currency: 'CNY' });
  });
});
