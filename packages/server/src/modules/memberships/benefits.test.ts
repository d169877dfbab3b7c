import { aiModel } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMembershipHarness, type Memberships, usualRules } from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { computeCharge } from '../ledger/quota-takes.ts';
import { isNoWorse, toBenefits } from './plan-snapshot.ts';
import { createQuotaCover } from './quotas/quota-buckets.ts';

describe.each(databaseKinds)('plan benefits on %s', (kind) => {
  let space: Memberships;
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
  });
  afterAll(() => space.books.drop());

  const member = async (values: Parameters<Memberships['newPlan']>[0]) => {
    const userId = await space.books.newUser();
    await space.grant(userId, await space.newPlan(values));
    return userId;
  };

  test('apply the same rate to hold, quota and capture, and a release restores every credit', async () => {
    const rate = fc.integer({ min: 1, max: 20_000 });
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 500 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(rate, fc.nat(60), steps, async (rateMultiplier, covered, uses) => {
        const amount = covered + 1;
        const userId = await member({ rateMultiplier, quotas: [{ capability: 'chat', amount, period: 'total' }] });
        await space.books.grant(userId, 'coin', 10_000);
        const cover = createQuotaCover(space.rules);
        let [left, quota] = [10_000, amount];
        for (const [price, used] of uses) {
          const paid = (of: number) => computeCharge({ rateMultiplier, leastCharge: 1 }, of);
          const given = await space.books.hold({ userId, amount: price, cover });
          expect(given).toMatchObject({ amount: paid(price), listAmount: price });
          await space.books.release(given.no);
          expect(await space.books.wallet(userId, 'coin')).toEqual({ balance: left, held: 0, debt: 0 });
          const hold = await space.books.hold({ userId, amount: price, cover });
          expect(hold.quotaAmount).toBe(Math.min(quota, paid(price)));
          const captured = await space.books.capture(hold.no, used, { cover });
          expect(captured.charged + captured.fromQuota).toBe(paid(used));
          expect(await space.books.capture(hold.no, used, { cover })).toMatchObject({ replayed: true });
          [left, quota] = [left - captured.charged, quota - captured.fromQuota];
          expect(await space.books.wallet(userId, 'coin')).toEqual({ balance: left, held: 0, debt: 0 });
        }
      }),
      { numRuns: kind === 'sqlite' ? 25 : 5 },
    );
    expect(await space.books.broken()).toEqual([]);
  });

  test('limit the open uses, also for concurrent requests', async () => {
    const userId = await member({ concurrency: 3 });
    await space.books.grant(userId, 'coin', 100);
    const cover = createQuotaCover(space.rules, { locale: 'en-US' });
    const requested = await Promise.allSettled(
      Array.from({ length: 8 }, () => space.books.hold({ userId, amount: 1, cover })),
    );
    const open = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(open).toHaveLength(3);
    for (const one of requested)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ problem: 'tooMany', message: /At most 3/ });
    const [first] = open;
    const again = { userId, amount: 1, requestId: String(first?.requestId), cover };
    expect(await space.books.hold(again)).toEqual(first);
    await space.books.release(String(first?.no));
    expect(await space.books.hold({ userId, amount: 1, cover })).toMatchObject({ status: 'held' });
    space.books.now += 31 * 60_000;
    expect(await space.books.hold({ userId, amount: 1, cover })).toMatchObject({ status: 'held' });
  });

  test('come from the settings for a user without a membership', async () => {
    const userId = await space.books.newUser();
    await space.books.grant(userId, 'coin', 100);
    const guest = { ...usualRules.guest, rateMultiplier: 12_000, concurrency: 1 };
    const cover = createQuotaCover({ ...usualRules, guest });
    expect(await space.books.hold({ userId, amount: 10, cover })).toMatchObject({ amount: 12 });
    await expect(space.books.hold({ userId, amount: 10, cover })).rejects.toMatchObject({ problem: 'tooMany' });
  });

  test('read the model once per hold and never charge less than the minimum of the model', async () => {
    const { database, statements } = space.books;
    const userId = await member({ concurrency: 2, rateMultiplier: 5000 });
    await space.books.grant(userId, 'coin', 100);
    const values = { name: 'Counted', code: 'counted', billingMode: 'perToken', minCharge: 7 };
    const row = createRow(aiModel, values, { by: null, at: space.books.now });
    const [modelId] = await database.transaction((tx) => insertRecords(tx, database.dialect, aiModel, [row]));
    const before = statements.length;
    const hold = await space.books.hold({
      userId,
      amount: 10,
      cover: createQuotaCover(space.rules, { modelId: modelId ?? 0 }),
    });
    expect(hold.amount).toBe(7);
    const requested = statements.slice(before).filter((text) => text.startsWith('select'));
    expect(requested.filter((text) => text.includes('from "ai_models"'))).toHaveLength(1);
  });

  test('stay as sold: a changed plan is queued instead of extending the membership', async () => {
    const userId = await space.books.newUser();
    const plan = await space.newPlan({ rateMultiplier: 8000 });
    await space.grant(userId, plan);
    expect(await space.grant(userId, { ...plan, rateMultiplier: 9000 })).toMatchObject({ outcome: 'queued' });
    expect(await space.grant(userId, plan)).toMatchObject({ outcome: 'extended' });
    const [own] = await space.all(userId);
    expect(toBenefits(own?.plan ?? {}).rateMultiplier).toBe(8000);
  });
});

describe('isNoWorse', () => {
  const usual = toBenefits({});
  test.each([
    ['the same benefits', {}, {}, true],
    ['a lower rate', { rateMultiplier: 9000 }, {}, true],
    ['a higher rate', { rateMultiplier: 10_001 }, {}, false],
    ['no limit instead of a limit', {}, { concurrency: 5 }, true],
    ['a limit instead of none', { concurrency: 5 }, {}, false],
    ['more models', { modelIds: [1, 2] }, { modelIds: [2] }, true],
    ['other models', { modelIds: [1] }, { modelIds: [2] }, false],
    ['listed models instead of models by level', { modelIds: [1] }, {}, false],
    ['all categories instead of listed ones', {}, { appCategoryIds: [1] }, true],
    ['listed categories instead of all', { appCategoryIds: [1] }, {}, false],
  ])('compares %s', (_what, one, other, expected) => {
    expect(isNoWorse({ ...usual, ...one }, { ...usual, ...other })).toBe(expected);
  });
});
