import { randomUUID } from 'node:crypto';
import { ResponseError } from '@gantry/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../../test/order-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';

const getCode = (work: Promise<unknown>) =>
  work.then(
    () => 20_000,
    (error: unknown) => (error instanceof ResponseError ? error.code : String(error)),
  );

describe.each(databaseKinds)('refund requests of users on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
    await harness.space.proveMyself();
  });
  beforeEach(() => setSettings(harness.space.foundation, 'approval', {}));
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const paidOrder = async () => {
    const userId = await harness.newUser();
    const orderNo = await harness.place(userId);
    expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    return { userId, orderNo };
  };
  const reason = 'it is not for me';
  const getId = async (refundNo: string) => {
    const { read } = harness.space.foundation.database;
    const row = await read.selectFrom('refunds').select('id').where('no', '=', refundNo).executeTakeFirstOrThrow();
    return row.id;
  };

  test('reclaims nothing until an admin approves the request, and then refunds the order', async () => {
    const { userId, orderNo } = await paidOrder();
    const requested = await harness.api.call('refundRequest', { userId, orderNo, reason });
    expect(requested).toMatchObject({ orderNo, amount: price, status: 'requested', decision: null });
    expect(await harness.coins(userId)).toBe(1200);
    expect((await harness.row(orderNo)).status).toBe('fulfilled');
    const id = await getId(requested.refundNo);
    const done = await harness.space.admin('/refund/approve', { id });
    expect(done).toMatchObject({
      code: 20_000,
      data: { status: 'succeeded', no: requested.refundNo, requestedBy: 'user' },
    });
    expect(await harness.coins(userId)).toBe(0);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded', refunded: price });
    expect((await harness.api.call('refundGet', { refundNo: requested.refundNo })).status).toBe('succeeded');
    expect((await harness.space.admin('/refund/approve', { id })).code).toBe(40_902);
  });

  test('allows approval of a smaller amount, never of a larger one', async () => {
    const { userId, orderNo } = await paidOrder();
    const { refundNo } = await harness.api.call('refundRequest', { userId, orderNo, amount: 500, reason });
    const id = await getId(refundNo);
    const more = await harness.space.admin('/refund/approve', { id, amount: 501 });
    expect(Object.keys(more.errors)).toEqual(['amount']);
    expect((await harness.space.admin('/refund/approve', { id, amount: 400 })).code).toBe(20_000);
    expect(await harness.row(orderNo)).toMatchObject({ status: 'partiallyRefunded', refunded: 400 });
    expect(await harness.api.call('refundGet', { refundNo })).toMatchObject({ amount: 400, status: 'succeeded' });
  });

  test('previews what an approval reclaims, and shows the open request in previews of its order', async () => {
    const { userId, orderNo } = await paidOrder();
    const { refundNo } = await harness.api.call('refundRequest', { userId, orderNo, amount: 500, reason });
    const spent = { id: userId, asset: 'coin', amount: -1000, reason: 'spent in a test' };
    expect((await harness.space.admin('/user/adjust-balance', spent)).code).toBe(20_000);
    const id = await getId(refundNo);
    const openRequest = { requestId: id, requestNo: refundNo, requested: 500, requestReason: reason };
    const full = await harness.space.admin('/refund/preview-approve', { id });
    const parts = [{ asset: 'coin', granted: 1200, toReclaim: 600, reclaimable: 200, shortfall: 400 }];
    expect(full.data).toMatchObject({
      id,
      amount: 500,
      hasShortfall: true,
      withoutShortfall: 167,
      parts,
      openRequest,
    });
    const part = await harness.space.admin('/refund/preview-approve', { id, amount: 100 });
    expect(part.data).toMatchObject({ amount: 100, hasShortfall: false });
    const more = await harness.space.admin('/refund/preview-approve', { id, amount: 501 });
    expect([more.code, Object.keys(more.errors)]).toEqual([42_200, ['amount']]);
    const byAdmin = await harness.act(orderNo, 'preview-refund', { amount: price });
    expect(byAdmin.data).toMatchObject({ amount: price, openRequest });
    expect((await harness.act(orderNo, 'refund', { amount: 100, reason: 'as asked for' })).code).toBe(20_000);
    expect((await harness.api.call('refundGet', { refundNo })).status).toBe('requested');
    await harness.act(orderNo, 'refund', { amount: price - 100, reason: 'as asked for', shortfall: 'negative' });
    expect(await harness.row(orderNo)).toMatchObject({ status: 'refunded' });
    const closed = await harness.api.call('refundGet', { refundNo });
    expect(closed).toMatchObject({ status: 'cancelled', decision: expect.stringMatching(/全额退款|in full/) });
    expect((await harness.space.admin('/refund/approve', { id })).code).toBe(40_902);
    expect((await harness.space.admin('/refund/preview-approve', { id })).code).toBe(40_902);
  });

  test('stores the reason of a rejection for the user, who may send a new request', async () => {
    const { userId, orderNo } = await paidOrder();
    const { refundNo } = await harness.api.call('refundRequest', { userId, orderNo, reason });
    const id = await getId(refundNo);
    const lastEntry = async () => {
      const { data } = await harness.act(orderNo, 'timeline');
      return (data.entries as readonly { event: string; at: number }[]).at(-1);
    };
    expect(await lastEntry()).toMatchObject({ event: 'refundRequested', at: harness.space.now });
    expect((await harness.space.admin('/refund/reject', { id })).code).toBe(42_200);
    expect((await harness.space.admin('/refund/reject', { id, decision: 'used already' })).code).toBe(20_000);
    expect(await lastEntry()).toMatchObject({ event: 'refundRejected', at: harness.space.now });
    expect(await harness.api.call('refundGet', { refundNo })).toMatchObject({
      status: 'rejected',
      decision: 'used already',
    });
    expect((await harness.api.call('refundRequest', { userId, orderNo, reason })).status).toBe('requested');
  });

  test('accepts one open request per order, only from its buyer and up to the paid amount', async () => {
    const { userId, orderNo } = await paidOrder();
    const stranger = await harness.newUser();
    const prompt = (values: object, key = randomUUID()) =>
      getCode(harness.api.call('refundRequest', { userId, orderNo, reason, ...values }, key));
    expect(await prompt({ userId: stranger })).toBe(40_400);
    expect(await prompt({ amount: price + 1 })).toBe(42_200);
    expect(await prompt({ amount: 0 })).toBe(42_200);
    expect(await prompt({ reason: 'no' })).toBe(42_200);
    expect(await prompt({ orderNo: await harness.place(userId) })).toBe(40_902);
    const codes = await Promise.all(Array.from({ length: 8 }, () => prompt({ amount: 1 })));
    expect(codes.filter((code) => code === 20_000)).toHaveLength(1);
    expect(codes.filter((code) => code === 40_902)).toHaveLength(7);
  });

  test('lets the user cancel the request unless an admin approves it first', async () => {
    const { userId, orderNo } = await paidOrder();
    const { refundNo } = await harness.api.call('refundRequest', { userId, orderNo, reason });
    const id = await getId(refundNo);
    expect(await getCode(harness.api.call('refundCancel', { userId: userId + 1000, refundNo }))).toBe(40_400);
    const [cancelled, approved] = await Promise.all([
      getCode(harness.api.call('refundCancel', { userId, refundNo })),
      harness.space.admin('/refund/approve', { id }).then(({ code }) => code),
    ]);
    expect([cancelled, approved].filter((code) => code === 20_000)).toHaveLength(1);
    expect(await harness.coins(userId)).toBe(cancelled === 20_000 ? 1200 : 0);
  });

  test('requires a second admin for an approval above the limit', async () => {
    await setSettings(harness.space.foundation, 'approval', { refundAmount: price - 1 });
    const { userId, orderNo } = await paidOrder();
    const { refundNo } = await harness.api.call('refundRequest', { userId, orderNo, reason });
    await harness.space.proveMyself();
    const requested = await harness.space.admin('/refund/approve', { id: await getId(refundNo) });
    expect(requested.code).toBe(20_001);
    expect((await harness.api.call('refundGet', { refundNo })).status).toBe('requested');
    const second = await harness.space.otherAdmin(`refunder-${randomUUID().slice(0, 8)}`);
    await second.prove();
    expect((await second.call('/approval/approve', { id: requested.data.approvalId })).code).toBe(20_000);
    expect((await harness.api.call('refundGet', { refundNo })).status).toBe('succeeded');
    expect(await harness.coins(userId)).toBe(0);
  });
});
