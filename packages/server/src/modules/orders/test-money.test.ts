import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/fresh-database.ts';
import { type OrderRoom, orderRoom, price } from '../../../test/order-room.ts';

describe.each(databaseKinds)('test money on %s', (kind) => {
  let shop: OrderRoom;
  beforeAll(async () => {
    shop = await orderRoom(kind);
  });
  afterAll(() => shop.space.drop());

  const listed = async (testMoney: boolean) => {
    const { items } = (await shop.space.admin('/order/list', { filters: { testMoney: [testMoney] } })).data;
    return (items as readonly { no: string; testMoney: boolean }[]).map((order) => [order.no, order.testMoney]);
  };
  const revenue = async () => {
    // The panel keeps its figures for a while.
    shop.space.now += 10 * 60_000;
    const { data } = await shop.space.admin('/order_panel', { range: '7d' });
    return (data.summary as { paid: number; paidFen: number } | null) ?? { paid: 0, paidFen: 0 };
  };

  test('is what the sandbox pays: it is marked in lists and no revenue', async () => {
    const orderNo = await shop.place(await shop.newUser());
    const { raw, headers } = shop.notice(orderNo);
    const source = `${shop.space.url}/api/v1/pay/notify/sandbox`;
    const answer = await fetch(source, { method: 'POST', body: raw, headers });
    expect([answer.status, await answer.text()]).toEqual([200, 'success']);
    expect((await shop.row(orderNo)).status).toBe('fulfilled');
    expect(await listed(true)).toEqual([[orderNo, true]]);
    expect(await revenue()).toMatchObject({ paid: 0, paidFen: 0 });
  });

  test('is not what an admin books by hand', async () => {
    const orderNo = await shop.place(await shop.newUser());
    const booked = { paid: price, externalNo: 'bank-1', evidence: 'transfer slip' };
    expect((await shop.act(orderNo, 'mark-paid', booked)).code).toBe(20_000);
    expect(await listed(false)).toEqual([[orderNo, false]]);
    expect(await revenue()).toMatchObject({ paid: 1, paidFen: price });
  });

  test('is not taken any more once a channel of real money is enabled, however it came to be', async () => {
    const orderNo = await shop.place(await shop.newUser());
    const { database, settings } = shop.space.foundation;
    const row = { page: 'system', group_name: 'stripe', version: 1, content: '{"enabled":true}' };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_at: 0, updated_by: null })
        .execute(),
    );
    settings.purge();
    await shop.notify(shop.notice(orderNo));
    expect((await shop.row(orderNo)).status).toBe('pending');
    expect((await shop.act(orderNo, 'sandbox-pay')).code).toBe(42_200);
  });
});
