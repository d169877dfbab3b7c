import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EpayHost } from '../../../../test/epay-host.ts';
import type { FakeGateway } from '../../../../test/fake-gateway.ts';
import { createGatewayHarness, type GatewayHarness } from '../../../../test/gateway-harness.ts';
import { type OrderHarness, price } from '../../../../test/order-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { bookDueReversals } from '../book-reversals.ts';
import { checkPaymentsForRefunds } from './reconcile-refunds.ts';

const [hour, day] = [3_600_000, 86_400_000];

describe.each(databaseKinds)('refunds made in the dashboard of a gateway, on %s', (kind) => {
  let space: GatewayHarness;
  let harness: OrderHarness;
  let epay: EpayHost;
  beforeAll(async () => {
    space = await createGatewayHarness(kind);
    harness = space.harness;
    epay = space.gateways.get('epay') as EpayHost;
  });
  afterAll(() => space.drop());

  const send = async (channel: string, { raw, headers }: ReturnType<FakeGateway['notice']>) => {
    const url = `${harness.space.url}/api/v1/pay/notify/${channel}`;
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const isQuery = space.gateways.get(channel)?.signsBy === 'query';
    const answer = await (isQuery ? fetch(`${url}?${raw}`) : fetch(url, { method: 'POST', body: raw, headers: form }));
    expect(answer.status).toBeLessThan(300);
  };
  const pay = async (channel: 'epay' | 'alipay') => {
    const gateway = space.gateways.get(channel) as FakeGateway;
    const userId = await harness.newUser();
    const product = { productType: 'coin', productId: harness.products.coin } as const;
    const { orderNo, payParams } = await harness.api.call('orderCreate', { userId, ...product, channel });
    // The payer opens the payment page, which creates the trade.
    const url = new URL(String(payParams.payUrl));
    await fetch(new URL(`${url.pathname}${url.search}`, gateway.host.url));
    gateway.pay(orderNo);
    await send(channel, gateway.notice(orderNo));
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    return { userId, orderNo };
  };
  const getRefunds = async (orderNo: string) => {
    const { id } = await harness.row(orderNo);
    const rows = harness.space.foundation.database.read.selectFrom('refunds').selectAll();
    return rows.where('order_id', '=', Number(id)).orderBy('id').execute();
  };
  /** Advances the clock and runs the jobs. */
  const after = async (ms: number) => {
    harness.space.now += ms;
    while ((await checkPaymentsForRefunds(harness.deps)) > 0);
    await bookDueReversals(harness.deps);
    await harness.space.signIn();
    await harness.space.proveMyself();
  };
  const requests = (path: string) => epay.host.requested.filter(({ url }) => url.includes(path)).length;

  it('finds partial and full refunds by the amount that Epay reports, and requests no other refund', async () => {
    const { userId, orderNo } = await pay('epay');
    const asked = requests('act=refund');
    await after(hour);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', refunded: 0 });
    epay.refundInBackOffice(orderNo, 400);
    await after(6 * hour);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 400 });
    expect(await harness.coins(userId)).toBe(720);
    await after(day);
    expect(await harness.row(orderNo)).toMatchObject({ refunded: 400 });
    epay.refundInBackOffice(orderNo, 600);
    await after(3 * day);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
    expect(await harness.coins(userId)).toBe(0);
    expect(await getRefunds(orderNo)).toMatchObject([
      { amount: 400, status: 'succeeded', requested_by: 'gateway', channel_refund_no: `EP${orderNo}-400` },
      { amount: 600, status: 'succeeded', requested_by: 'gateway', channel_refund_no: `EP${orderNo}-1000` },
    ]);
    expect(requests('act=refund')).toBe(asked);
    expect(await harness.space.broken()).toEqual([]);
  });

  it('finds a refund by the status of the order when an Epay gateway reports no amount', async () => {
    const [{ orderNo, userId }, other] = [await pay('epay'), await pay('epay')];
    const answers: Readonly<Record<string, number>> = { [orderNo]: 2 };
    epay.tellsRefunds = false;
    epay.reshape = (answer) => ({ ...answer, status: answers[String(answer.out_trade_no)] ?? answer.status });
    await after(hour);
    epay.reshape = (answer) => answer;
    epay.tellsRefunds = true;
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
    expect(await harness.coins(userId)).toBe(0);
    expect((await harness.row(other.orderNo)).status).toBe('fulfilled');
    expect(await getRefunds(orderNo)).toMatchObject([{ amount: price, requested_by: 'gateway' }]);
  });

  it('does not book an amount that a known refund explains', async () => {
    const { orderNo } = await pay('epay');
    const asked = { amount: 300, reason: 'as asked for' };
    expect((await harness.act(orderNo, 'refund', asked)).data.status).toBe('partiallyRefunded');
    await after(hour);
    epay.tellsRefunds = false;
    epay.reshape = (answer) => (answer.out_trade_no === orderNo ? { ...answer, status: 2 } : answer);
    await after(6 * hour);
    epay.reshape = (answer) => answer;
    epay.tellsRefunds = true;
    expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 300 });
    expect(await getRefunds(orderNo)).toHaveLength(1);
    epay.refundInBackOffice(orderNo, 200);
    await after(day);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 500 });
    expect(await harness.space.broken()).toEqual([]);
  });

  it('checks for such refunds immediately when the gateway rejects a refund', async () => {
    const { orderNo } = await pay('epay');
    await after(100 * day);
    epay.refundInBackOffice(orderNo, price);
    await harness.act(orderNo, 'refund', { amount: price, reason: 'as asked for' });
    expect((await getRefunds(orderNo)).map(({ status }) => status)).toEqual(['failed']);
    await after(1000);
    expect((await getRefunds(orderNo)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect((await harness.row(orderNo)).status).toBe('refunded');
  });

  it('ignores an answer about another payment or merchant, and checks again soon after that or a missing answer', async () => {
    const { orderNo } = await pay('epay');
    for (const tampered of [
      { trade_no: 'EP-other' },
      { pid: 7 },
      { out_trade_no: 'other' },
      { code: -1, msg: 'busy' },
    ]) {
      epay.reshape = (answer) =>
        answer.out_trade_no === orderNo ? { ...answer, refundmoney: '10.00', ...tampered } : answer;
      await after(hour);
      expect(await harness.row(orderNo)).toMatchObject({ status: 'fulfilled', refunded: 0 });
    }
    epay.reshape = (answer) => answer;
    epay.refundInBackOffice(orderNo, price);
    await after(hour);
    expect((await harness.row(orderNo)).status).toBe('refunded');
  });

  it('distinguishes refunds of equal amounts without a number by their orders', async () => {
    const alipay = space.gateways.get('alipay') as FakeGateway;
    const orders = [await pay('alipay'), await pay('alipay')];
    const refunded = { no: null, amount: price, total: price };
    for (const { orderNo } of orders)
      await send('alipay', alipay.outsideNotice?.(orderNo, refunded) as ReturnType<FakeGateway['notice']>);
    for (const { orderNo, userId } of orders) {
      expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
      expect(await harness.coins(userId)).toBe(0);
    }
  });
});
