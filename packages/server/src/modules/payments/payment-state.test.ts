import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EpayHost } from '../../../test/epay-host.ts';
import { createGatewayHarness, type GatewayHarness } from '../../../test/gateway-harness.ts';
import { price } from '../../../test/order-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { queryPending } from '../orders/expire-orders.ts';

type Answer = Readonly<Record<string, unknown>>;

describe.each(databaseKinds)('order state at a gateway, on %s', (kind) => {
  let space: GatewayHarness;
  let epay: EpayHost;
  beforeAll(async () => {
    space = await createGatewayHarness(kind);
    epay = space.gateways.get('epay') as EpayHost;
  });
  afterAll(() => space.drop());

  const place = async () => {
    const { harness } = space;
    const product = { productType: 'coin', productId: harness.products.coin, channel: 'epay' } as const;
    const { orderNo, payParams } = await harness.api.call('orderCreate', {
      userId: await harness.newUser(),
      ...product,
    });
    await fetch(String(payParams.payUrl));
    epay.pay(orderNo);
    return orderNo;
  };
  const query = async (orderNo: string, reshape: (answer: Answer) => unknown) => {
    epay.reshape = reshape;
    const { data } = await space.harness.act(orderNo, 'query-upstream');
    epay.reshape = (answer) => answer;
    return data;
  };
  const notify = async ({ raw }: { readonly raw: string }) =>
    (await fetch(`${space.harness.space.url}/api/v1/pay/notify/epay?${raw}`)).text();
  const alerts = async (orderNo: string) => {
    const rows = await space.harness.space.foundation.database.read.selectFrom('notifications').selectAll().execute();
    return rows.filter(({ event, params }) => event === 'paymentOdd' && params.includes(orderNo)).length;
  };

  it.each<[string, (answer: Answer) => unknown]>([
    ['status 1, WAIT_BUYER_PAY', (answer) => ({ ...answer, trade_status: 'WAIT_BUYER_PAY' })],
    ['status 1, TRADE_CLOSED', (answer) => ({ ...answer, trade_status: 'TRADE_CLOSED' })],
    ['status 0, TRADE_SUCCESS', (answer) => ({ ...answer, status: 0, trade_status: 'TRADE_SUCCESS' })],
    ['status 2, TRADE_SUCCESS', (answer) => ({ ...answer, status: 2, trade_status: 'TRADE_SUCCESS' })],
    ['status false, TRADE_SUCCESS', (answer) => ({ ...answer, status: false, trade_status: 'TRADE_SUCCESS' })],
    ['refunded in full', (answer) => ({ ...answer, refundmoney: answer.money })],
    ['nested, the wrapper disagrees', ({ code, ...data }) => ({ code, status: 0, data })],
    ['nested, closed', ({ code, ...data }) => ({ code, data: { ...data, trade_status: 'TRADE_CLOSED' } })],
  ])('leaves an order pending when the indications disagree, and stores the answer: %s', async (_, reshape) => {
    const orderNo = await place();
    expect(await query(orderNo, reshape)).toMatchObject({ result: 'conflicting', status: 'pending' });
    expect(await space.harness.events(orderNo)).toEqual(['query conflicting']);
    expect(await space.harness.row(orderNo)).toMatchObject({ status: 'pending', paid: 0 });
    expect(await alerts(orderNo)).toBe(1);
    const { id } = await space.harness.row(orderNo);
    const events = space.harness.space.foundation.database.read.selectFrom('payment_events').selectAll();
    const [event] = await events.where('order_id', '=', Number(id)).execute();
    expect(String(event?.raw)).toContain(orderNo);
    expect(String(event?.note)).toMatch(/status=|refundmoney=/);
    // Once the fields of the answer agree, the payment is booked.
    expect(await query(orderNo, (answer) => answer)).toMatchObject({ result: 'applied', status: 'fulfilled' });
  });

  it.each<[string, (answer: Answer) => unknown]>([
    ['both states agree', (answer) => ({ ...answer, trade_status: 'TRADE_SUCCESS' })],
    ['the state as a boolean', (answer) => ({ ...answer, status: true })],
    ['nested', ({ code, msg, ...data }) => ({ code, msg, data })],
    ['nested in a list of one', ({ code, msg, ...data }) => ({ code, msg, data: [data] })],
    ['nested, with a status of the call', ({ code, ...data }) => ({ code, status: 'success', data })],
  ])('books a payment once every indication agrees: %s', async (_, reshape) => {
    const orderNo = await place();
    expect(await query(orderNo, reshape)).toMatchObject({ result: 'applied', status: 'fulfilled' });
    expect(await space.harness.row(orderNo)).toMatchObject({ paid: price, trade_no: `EP${orderNo}` });
  });

  it('does not book a nested answer about another order', async () => {
    const orderNo = await place();
    epay.reshape = ({ code, ...data }) => ({ code, data: { ...data, out_trade_no: 'another' } });
    space.harness.space.now += 60_000;
    await queryPending(space.harness.deps);
    epay.reshape = (answer) => answer;
    expect((await space.harness.row(orderNo)).status).toBe('pending');
  });

  it('stores a contradiction only once when the job finds it repeatedly', async () => {
    const orderNo = await place();
    epay.reshape = (answer) => ({ ...answer, trade_status: 'TRADE_CLOSED' });
    for (let round = 0; round < 3; round += 1) {
      space.harness.space.now += 60_000;
      await queryPending(space.harness.deps);
    }
    epay.reshape = (answer) => answer;
    expect(await space.harness.events(orderNo)).toEqual(['query conflicting']);
    space.harness.space.now += 60_000;
    await queryPending(space.harness.deps);
    expect((await space.harness.row(orderNo)).status).toBe('fulfilled');
  });

  it('does not book a signed notification whose fields contradict each other', async () => {
    const orderNo = await place();
    for (const status of ['0', '2']) expect(await notify(epay.noticeWith(orderNo, { status }))).toBe('success');
    expect(await space.harness.events(orderNo)).toEqual(['notify conflicting', 'notify conflicting']);
    expect((await space.harness.row(orderNo)).status).toBe('pending');
    expect(await notify(epay.noticeWith(orderNo, { status: '1' }))).toBe('success');
    expect((await space.harness.row(orderNo)).status).toBe('fulfilled');
  });
});
