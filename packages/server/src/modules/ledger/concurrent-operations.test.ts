import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../test/order-harness.ts';
import type { Answered } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { expireMemberships } from '../memberships/end-due.ts';
import { readMembershipRules } from '../memberships/membership-rules.ts';
import { expireHolds, expireLots } from './expire.ts';

/** Response codes allowed for concurrent steps: done, pending, or rejected by a state, a balance or a limit of open uses. */
const allowed = [20_000, 20_001, 40_200, 40_400, 40_902, 42_200, 42_900, 50_300];

describe.each(databaseKinds)('concurrent operations on one account on %s', (kind) => {
  let harness: OrderHarness;
  let token: string;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
    token = harness.token;
  });
  afterAll(() => harness.space.drop());

  const read = () => harness.space.foundation.database.read;
  const paid = async (userId: number, productType: 'coin' | 'vip') => {
    const orderNo = await harness.place(userId, { productType });
    expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    return orderNo;
  };
  const getCodes = async () => {
    const values = { name: 'a mix', kind: 'mixed', coin: 70, vipPlanId: harness.products.vip, count: 3, creditDays: 1 };
    const { data } = await harness.space.admin('/redeem-batch/generate', values);
    await harness.space.proveMyself();
    const text = await harness.space.download('/redeem-code/export', {
      filters: { batchId: [data.id] },
      format: 'csv',
    });
    return { batchId: Number(data.id), codes: [...text.matchAll(/[2-9A-Z]{6}-[2-9A-Z]{6}-[2-9A-Z]{6}/g)].map(String) };
  };

  test('keep the ledger consistent and either succeed or are rejected', async () => {
    const { foundation } = harness.space;
    for (let round = 0; round < 2; round += 1) {
      const userId = await harness.newUser();
      const [coin, vip, plus] = [await paid(userId, 'coin'), await paid(userId, 'vip'), await paid(userId, 'vip')];
      const { batchId, codes } = await getCodes();
      const service = (path: string, body: unknown) => harness.space.service(path, body, token, randomUUID());
      expect((await service('/redeem/use', { userId, code: codes[0] })).code).toBe(20_000);
      harness.space.now += 86_400_000 + 1;
      await harness.space.signIn();
      await harness.space.proveMyself();
      const [membership] = await read()
        .selectFrom('user_memberships')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      const onMembership = (action: string, input: Readonly<Record<string, unknown>>) =>
        harness.space.admin(`/user-membership/${action}`, { id: membership?.id, reason: 'all at once', ...input });
      const refund = (orderNo: string, amount: number) =>
        harness.act(orderNo, 'refund', { amount, reason: 'all at once', shortfall: 'negative' });
      const rules = await readMembershipRules(foundation.settings);
      const steps: (() => Promise<Answered | unknown>)[] = [
        () => refund(coin, price),
        () => refund(vip, 333),
        () => refund(plus, price),
        () => refund(vip, price - 333),
        () => service('/redeem/use', { userId, code: codes[1] }),
        () => harness.space.admin('/redeem-batch/void-batch', { id: batchId, reason: 'all at once' }),
        () => service('/redeem/use', { userId, code: codes[2] }),
        () => onMembership('extend', { days: 3 }),
        () => onMembership('suspend', {}),
        () => onMembership('resume', {}),
        () => onMembership('set-end', { endAt: harness.space.now + 60_000 }),
        () =>
          harness.space.admin('/user/grant-membership', {
            id: userId,
            planId: harness.products.vip,
            reason: 'all at once',
          }),
        () =>
          harness.space.admin('/user/adjust-balance', {
            id: userId,
            asset: 'coin',
            amount: -50,
            reason: 'all at once',
          }),
        () =>
          service('/billing/hold', { requestId: randomUUID(), userId, capability: 'chat', asset: 'coin', amount: 90 }),
        () => expireLots(foundation),
        () => expireHolds(foundation),
        () => expireMemberships(foundation, rules),
      ];
      const from = (round * 5) % steps.length;
      const ended = await Promise.all([...steps.slice(from), ...steps.slice(0, from)].map((step) => step()));
      for (const result of ended) {
        const { code, message } = (typeof result === 'object' ? result : {}) as Partial<Answered>;
        if (code !== undefined) expect(allowed, message).toContain(code);
      }
      expect(await harness.space.broken()).toEqual([]);
    }
  });
});
