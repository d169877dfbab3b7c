import { aiModel } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { freshMemberships, type Memberships, usualRules } from '../../test/fresh-memberships.ts';
import { chargeOf } from '../money/use-rate.ts';
import { insertRecords, newRow } from '../store/records.ts';
import { benefitsOf, isNoWorse } from './plan-benefits.ts';
import { createQuotaCover } from './quota-cover.ts';

describe.each(databaseKinds)('what a plan lets its holder do, on %s', (kind) => {
  let room: Memberships;
  beforeAll(async () => {
    room = await freshMemberships(kind);
  });
  afterAll(() => room.books.drop());

  const member = async (values: Parameters<Memberships['newPlan']>[0]) => {
    const userId = await room.books.newUser();
    await room.grant(userId, await room.newPlan(values));
    return userId;
  };

  test('is charged alike by hold, quota and capture, and given back to the point', async () => {
    const rate = fc.integer({ min: 1, max: 20_000 });
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 500 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(rate, fc.nat(60), steps, async (rateMultiplier, covered, uses) => {
        const amount = covered + 1;
        const userId = await member({ rateMultiplier, quotas: [{ capability: 'chat', amount, period: 'total' }] });
        await room.books.grant(userId, 'coin', 10_000);
        const cover = createQuotaCover(room.rules);
        let [left, quota] = [10_000, amount];
        for (const [price, used] of uses) {
          const paid = (of: number) => chargeOf({ rateMultiplier, leastCharge: 1 }, of);
          const given = await room.books.hold({ userId, amount: price, cover });
          expect(given).toMatchObject({ amount: paid(price), listAmount: price });
          await room.books.release(given.no);
          expect(await room.books.wallet(userId, 'coin')).toEqual({ balance: left, held: 0, debt: 0 });
          const hold = await room.books.hold({ userId, amount: price, cover });
          expect(hold.quotaAmount).toBe(Math.min(quota, paid(price)));
          const captured = await room.books.capture(hold.no, used, { cover });
          expect(captured.charged + captured.fromQuota).toBe(paid(used));
          expect(await room.books.capture(hold.no, used, { cover })).toMatchObject({ replayed: true });
          [left, quota] = [left - captured.charged, quota - captured.fromQuota];
          expect(await room.books.wallet(userId, 'coin')).toEqual({ balance: left, held: 0, debt: 0 });
        }
      }),
      { numRuns: kind === 'sqlite' ? 25 : 5 },
    );
    expect(await room.books.broken()).toEqual([]);
  });

  test('lets so many be open at a time, however many ask at once', async () => {
    const userId = await member({ concurrency: 3 });
    await room.books.grant(userId, 'coin', 100);
    const cover = createQuotaCover(room.rules, { locale: 'en-US' });
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => room.books.hold({ userId, amount: 1, cover })),
    );
    const open = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(open).toHaveLength(3);
    for (const one of asked)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ fault: 'tooMany', message: /At most 3/ });
    const [first] = open;
    const again = { userId, amount: 1, requestId: String(first?.requestId), cover };
    expect(await room.books.hold(again)).toEqual(first);
    await room.books.release(String(first?.no));
    expect(await room.books.hold({ userId, amount: 1, cover })).toMatchObject({ status: 'held' });
    room.books.now += 31 * 60_000;
    expect(await room.books.hold({ userId, amount: 1, cover })).toMatchObject({ status: 'held' });
  });

  test('is the usual for somebody without a membership, as the settings have it', async () => {
    const userId = await room.books.newUser();
    await room.books.grant(userId, 'coin', 100);
    const guest = { ...usualRules.guest, rateMultiplier: 12_000, concurrency: 1 };
    const cover = createQuotaCover({ ...usualRules, guest });
    expect(await room.books.hold({ userId, amount: 10, cover })).toMatchObject({ amount: 12 });
    await expect(room.books.hold({ userId, amount: 10, cover })).rejects.toMatchObject({ fault: 'tooMany' });
  });

  test('reads the model once a hold, and never charges less than the model does', async () => {
    const { database, statements } = room.books;
    const userId = await member({ concurrency: 2, rateMultiplier: 5000 });
    await room.books.grant(userId, 'coin', 100);
    const values = { name: 'Counted', code: 'counted', billingMode: 'perToken', minCharge: 7 };
    const row = newRow(aiModel, values, { by: null, at: room.books.now });
    const [modelId] = await database.transaction((tx) => insertRecords(tx, database.dialect, aiModel, [row]));
    const before = statements.length;
    const hold = await room.books.hold({
      userId,
      amount: 10,
      cover: createQuotaCover(room.rules, { modelId: modelId ?? 0 }),
    });
    expect(hold.amount).toBe(7);
    const asked = statements.slice(before).filter((text) => text.startsWith('select'));
    expect(asked.filter((text) => text.includes('from "ai_models"'))).toHaveLength(1);
  });

  test('stays as it was sold: time of another plan is not added to it', async () => {
    const userId = await room.books.newUser();
    const plan = await room.newPlan({ rateMultiplier: 8000 });
    await room.grant(userId, plan);
    expect(await room.grant(userId, { ...plan, rateMultiplier: 9000 })).toMatchObject({ outcome: 'queued' });
    expect(await room.grant(userId, plan)).toMatchObject({ outcome: 'extended' });
    const [own] = await room.all(userId);
    expect(benefitsOf(own?.plan ?? {}).rateMultiplier).toBe(8000);
  });
});

describe('plans side by side', () => {
  const usual = benefitsOf({});
  test.each([
    ['the same', {}, {}, true],
    ['cheaper', { rateMultiplier: 9000 }, {}, true],
    ['dearer', { rateMultiplier: 10_001 }, {}, false],
    ['no limit over a limit', {}, { concurrency: 5 }, true],
    ['a limit under none', { concurrency: 5 }, {}, false],
    ['more models', { modelIds: [1, 2] }, { modelIds: [2] }, true],
    ['other models', { modelIds: [1] }, { modelIds: [2] }, false],
    ['named models for the level', { modelIds: [1] }, {}, false],
    ['all categories for named ones', {}, { appCategoryIds: [1] }, true],
    ['named categories for all', { appCategoryIds: [1] }, {}, false],
  ])('%s', (_what, one, other, expected) => {
    expect(isNoWorse({ ...usual, ...one }, { ...usual, ...other })).toBe(expected);
  });
});
