import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../../test/order-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { loadOrderRules } from '../order-deps.ts';
import { lockOrder } from '../order-rows.ts';
import { sendDueRefunds } from './send-refund.ts';
import { startRefund } from './start-refund.ts';

const quotas = [{ capability: 'chat', amount: 1000, period: 'month' }];

describe.each(databaseKinds)('refunds of a plan with used quota, on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const newPlan = async (values: Readonly<Record<string, unknown>> = {}) => {
    const plan = { level: 1, durationUnit: 'day', durationValue: 30, renewalPolicy: 'extend', quotas };
    const { data } = await harness.space.admin('/vip-plan/create', { name: randomUUID(), price, ...plan, ...values });
    await harness.space.admin('/vip-plan/publish', { id: data.id });
    return Number(data.id);
  };
  const buy = async (productId: number, userId?: number) => {
    const buyer = userId ?? (await harness.newUser());
    const orderNo = await harness.place(buyer, { productType: 'vip', productId });
    expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    return { userId: buyer, orderNo };
  };
  const use = async (userId: number, amount: number) => {
    const request = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount } as const;
    const { holdNo, fromQuota } = await harness.api.call('billingHold', request);
    await harness.api.call('billingCapture', { holdNo, amount });
    return fromQuota;
  };
  const preview = (orderNo: string, amount = price) => harness.act(orderNo, 'preview-refund', { amount });
  const refund = (orderNo: string, amount: number, rest: Readonly<Record<string, unknown>> = {}) =>
    harness.act(orderNo, 'refund', { amount, reason: 'as asked for', ...rest });
  const left = async (userId: number) => {
    const quota = (await harness.api.call('userGet', { userId })).membership?.quotas[0];
    return quota ? quota.granted - quota.used : null;
  };

  /** Starts a refund without sending it, which is left to the job. */
  const startQuietly = async (orderNo: string) => {
    const rules = await loadOrderRules(harness.deps);
    const { database, clock } = harness.deps;
    await database.transaction(async (tx) => {
      const scope = { tx, dialect: database.dialect, at: clock() };
      const order = await lockOrder(scope, { no: orderNo });
      if (!order) throw new Error('no order');
      const prompt = { amount: price, reason: 'a test', shortfall: 'negative', externalNo: null, by: null } as const;
      await startRefund(scope, rules, order, prompt);
    });
  };

  it('previews the shortfall, and rejects the refund unless an admin decides on it', async () => {
    const { userId, orderNo } = await buy(await newPlan());
    expect((await preview(orderNo)).data).toMatchObject({ hasShortfall: false });
    expect(await use(userId, 1000)).toBe(1000);
    expect((await preview(orderNo)).data).toMatchObject({
      ...{ hasShortfall: true, withoutShortfall: 0 },
      parts: [
        { asset: 'quota', granted: 1000, toReclaim: 1000, reclaimable: 0, shortfall: 1000 },
        { asset: 'days', granted: 30, toReclaim: 30, reclaimable: 30, shortfall: 0 },
      ],
    });
    const data = { asset: 'quota', shortfall: 1000, withoutShortfall: 0 };
    expect(await refund(orderNo, price)).toMatchObject({ code: 40_200, data });
    expect((await refund(orderNo, price, { shortfall: 'prorate' })).code).toBe(40_200);
    expect((await refund(orderNo, price, { shortfall: 'negative' })).data).toMatchObject({ status: 'refunded' });
    expect(await left(userId)).toBeNull();
    expect(await harness.coins(userId)).toBe(0);
  });

  it('reduces a pro rata refund by the share of the quota that was used', async () => {
    const { userId, orderNo } = await buy(await newPlan());
    await use(userId, 600);
    expect((await preview(orderNo)).data).toMatchObject({ withoutShortfall: (price * 40) / 100 });
    expect((await preview(orderNo, price / 5)).data).toMatchObject({ hasShortfall: false });
    const done = await refund(orderNo, price, { shortfall: 'prorate' });
    expect(done.data).toMatchObject({ status: 'partiallyRefunded', refunded: (price * 40) / 100 });
    expect(await left(userId)).toBe(0);
  });

  it('charges the used quota to the remaining purchase when one of two is refunded', async () => {
    const plan = await newPlan();
    const { userId, orderNo: first } = await buy(plan);
    const { orderNo: second } = await buy(plan, userId);
    await use(userId, 1000);
    expect((await preview(first)).data).toMatchObject({ hasShortfall: false });
    expect((await refund(second, price)).data).toMatchObject({ status: 'refunded' });
    expect((await preview(first)).data).toMatchObject({ hasShortfall: true, withoutShortfall: 0 });
    expect(await left(userId)).toBe(0);
  });

  it('charges a small used quota in full, and no unused quota', async () => {
    const few = await newPlan({ quotas: [{ capability: 'chat', amount: 3, period: 'total' }] });
    const { userId, orderNo } = await buy(few);
    await use(userId, 3);
    expect((await preview(orderNo)).data).toMatchObject({ withoutShortfall: 0 });
    for (const plan of [few, await newPlan({ quotas: [{ capability: 'chat', amount: 7, period: 'month' }] })]) {
      const { orderNo: unused } = await buy(plan);
      for (const amount of [333, 17, price - 350]) {
        expect((await preview(unused, amount)).data).toMatchObject({ hasShortfall: false });
        expect((await refund(unused, amount)).code).toBe(20_000);
      }
    }
  });

  it('charges only the total quota of a lifetime plan, not its periodic quotas', async () => {
    const full = { capability: 'chat', amount: 1000, period: 'total' };
    const lifetime = { durationUnit: 'forever', durationValue: 1 };
    const { userId, orderNo } = await buy(await newPlan({ ...lifetime, quotas: [...quotas, full] }));
    await use(userId, 1500);
    expect((await preview(orderNo)).data).toMatchObject({ withoutShortfall: price / 2 });
  });

  it('keeps the used quota when the gateway rejects the refund', async () => {
    const { userId, orderNo } = await buy(await newPlan());
    await use(userId, 700);
    harness.refunding = 'refuses';
    await startQuietly(orderNo);
    await sendDueRefunds(harness.deps);
    harness.refunding = 'works';
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    expect(await left(userId)).toBe(300);
    expect((await preview(orderNo)).data).toMatchObject({ withoutShortfall: (price * 30) / 100 });
  });
});
