import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createMembershipHarness,
  day,
  type Memberships,
  operator,
  usualRules,
} from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { changeMembership, extendBy } from './membership-moves.ts';
import { getCurrentMembership } from './membership-rows.ts';
import { createQuotaCover } from './quotas/quota-buckets.ts';
import { getRemaining } from './timeline.ts';

const start = Date.UTC(2026, 0, 1);

describe.each(databaseKinds)('grantPlan on %s', (kind) => {
  let space: Memberships;
  let userId: number;
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
  });
  afterAll(() => space.books.drop());
  beforeEach(async () => {
    space.rules = usualRules;
    space.books.now = start;
    userId = await space.books.newUser();
  });

  /** Status, level, start and end of each membership, in the order of the grants. Times are days since `start`. */
  const line = async () =>
    (await space.all(userId)).map(({ status, level, startAt, endAt }) => [
      status,
      level,
      startAt === null ? null : (startAt - start) / day,
      endAt === null ? null : (endAt - start) / day,
    ]);
  const shown = () =>
    space.books.database.read
      .selectFrom('users')
      .select(['vip_level', 'vip_expires_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();

  test('starts the membership immediately, grants its credits and updates the user record', async () => {
    const plan = await space.newPlan({ giftCoin: 30, giftCompute: 7 });
    expect(await space.grant(userId, plan)).toMatchObject({
      outcome: 'started',
      lots: [{ amount: 30 }, { amount: 7 }],
    });
    expect(await line()).toEqual([['active', 1, 0, 30]]);
    expect(await shown()).toEqual({ vip_level: 1, vip_expires_at: start + 30 * day });
    expect(await space.books.wallet(userId, 'coin')).toMatchObject({ balance: 30 });
  });

  test('grants once per key', async () => {
    const plan = await space.newPlan({ giftCoin: 5 });
    const key = `order:${userId}:fulfil`;
    const grants = await Promise.all(Array.from({ length: 5 }, () => space.grant(userId, plan, { key })));
    expect(grants.filter(Boolean)).toHaveLength(1);
    expect(await line()).toEqual([['active', 1, 0, 30]]);
    expect(await space.books.wallet(userId, 'coin')).toMatchObject({ balance: 5 });
  });

  test('grants no whole-term quota for a grant of days', async () => {
    const plan = await space.newPlan({ quotas: [{ capability: 'chat', amount: 10, period: 'total' }] });
    await space.grant(userId, plan);
    for (const days of [1, 1]) expect(await space.grant(userId, plan, { days })).toMatchObject({ outcome: 'extended' });
    const cover = createQuotaCover(space.rules);
    await expect(space.books.hold({ userId, amount: 11, cover })).rejects.toMatchObject({ problem: 'insufficient' });
    await space.grant(userId, plan);
    expect(await space.books.hold({ userId, amount: 20, cover })).toMatchObject({ quotaAmount: 20 });
  });

  test('extends a membership of the same plan, also in its grace period', async () => {
    space.rules = { ...usualRules, graceMs: 3 * day };
    const plan = await space.newPlan();
    await space.grant(userId, plan);
    expect(await space.grant(userId, plan)).toMatchObject({ outcome: 'extended' });
    expect(await line()).toEqual([['active', 1, 0, 60]]);
    space.books.now = start + 62 * day;
    await space.pass();
    await space.grant(userId, plan);
    expect(await line()).toEqual([['active', 1, 0, 92]]);
  });

  test('restarts the duration under reset, unless more time is left', async () => {
    space.rules = { ...usualRules, renewal: 'reset' };
    const plan = await space.newPlan();
    await space.grant(userId, plan, { days: 50 });
    space.books.now = start + 10 * day;
    expect(await space.grant(userId, plan)).toMatchObject({ outcome: 'restarted' });
    expect(await line()).toEqual([['active', 1, 0, 50]]);
    space.books.now = start + 40 * day;
    await space.grant(userId, plan);
    expect(await line()).toEqual([['active', 1, 0, 70]]);
  });

  test('schedules the membership under queue and starts it when the current one ends', async () => {
    space.rules = { ...usualRules, renewal: 'queue' };
    const plan = await space.newPlan();
    await space.grant(userId, plan);
    expect(await space.grant(userId, plan)).toMatchObject({ outcome: 'queued' });
    expect(await line()).toEqual([
      ['active', 1, 0, 30],
      ['scheduled', 1, 30, 60],
    ]);
    space.books.now = start + 31 * day;
    await space.pass();
    expect(await line()).toEqual([
      ['expired', 1, 0, 30],
      ['active', 1, 30, 60],
    ]);
    space.books.now = start + 60 * day;
    await space.pass();
    expect(await shown()).toEqual({ vip_level: 0, vip_expires_at: null });
  });

  test('replaces a plan that grants no more, under replace', async () => {
    space.rules = { ...usualRules, renewal: 'replace' };
    const small = await space.newPlan({ quotas: [{ capability: 'chat', amount: 10, period: 'day' }] });
    const large = await space.newPlan({ quotas: [{ capability: 'chat', amount: 20, period: 'day' }] });
    await space.grant(userId, small);
    expect(await space.grant(userId, large, { days: 40 })).toMatchObject({ outcome: 'replaced' });
    expect(await line()).toEqual([['active', 1, 0, 40]]);
    expect((await space.all(userId))[0]?.plan.planId).toBe(large.planId);
    expect(await space.grant(userId, small)).toMatchObject({ outcome: 'queued' });
  });

  test('prefers the policy of the plan to that of the settings', async () => {
    const plan = await space.newPlan({ renewalPolicy: 'queue' });
    await space.grant(userId, plan);
    expect(await space.grant(userId, plan)).toMatchObject({ outcome: 'queued' });
  });

  test('starts a higher level immediately and schedules the rest of the lower one', async () => {
    const [low, high] = [await space.newPlan(), await space.newPlan({ level: 3 })];
    await space.grant(userId, low);
    space.books.now = start + 10 * day;
    await space.grant(userId, high);
    expect(await line()).toEqual([
      ['scheduled', 1, 40, 60],
      ['active', 3, 10, 40],
    ]);
    expect(await shown()).toMatchObject({ vip_level: 3 });
  });

  test('inserts a level between a higher and a lower one', async () => {
    for (const level of [3, 1, 2]) await space.grant(userId, await space.newPlan({ level }));
    expect(await line()).toEqual([
      ['active', 3, 0, 30],
      ['scheduled', 1, 60, 90],
      ['scheduled', 2, 30, 60],
    ]);
  });

  test('schedules memberships behind a lifetime one without dates and keeps their time', async () => {
    await space.grant(userId, await space.newPlan());
    space.books.now = start + 10 * day;
    const forever = await space.newPlan({ level: 2, durationUnit: 'forever' });
    expect(await space.grant(userId, forever)).toMatchObject({ outcome: 'started', endAt: null });
    const [low] = await space.all(userId);
    expect(low).toMatchObject({ status: 'scheduled', startAt: null, endAt: null });
    expect(low && getRemaining(low, space.books.now)).toBe(20 * day);
  });

  test('counts calendar months', async () => {
    space.books.now = Date.UTC(2026, 0, 30, 16, 30);
    const plan = await space.newPlan({ durationUnit: 'month', durationValue: 1 });
    // 31 January, 00:30 in Shanghai: one month later is the last day of February.
    expect((await space.grant(userId, plan))?.endAt).toBe(Date.UTC(2026, 1, 27, 16, 30));
    await space.grant(userId, plan, { quantity: 12 });
    expect((await space.all(userId))[0]?.endAt).toBe(Date.UTC(2027, 1, 27, 16, 30));
  });

  test.each(['extend', 'queue'] as const)('ends on the start day in each month under %s', async (policy) => {
    space.rules = { ...usualRules, renewal: policy };
    const calendar = usualRules.calendar;
    const from = Date.UTC(2026, 0, 31, 4);
    space.books.now = from;
    const quotas = [{ capability: 'chat', amount: 10, period: 'month' } as const];
    const plan = await space.newPlan({ durationUnit: 'month', durationValue: 1, quotas });
    for (let months = 1; months <= 4; months += 1) {
      space.books.now = Math.max(from, calendar.add(from, months - 1, 'month') - day);
      expect((await space.grant(userId, plan))?.endAt).toBe(calendar.add(from, months, 'month'));
    }
    for (const [moment, resetsAt] of [
      [Date.UTC(2026, 3, 29), Date.UTC(2026, 3, 30, 4)],
      [Date.UTC(2026, 4, 29), Date.UTC(2026, 4, 31, 4)],
    ] as const) {
      space.books.now = moment;
      await space.pass();
      const now = await space.inScope((scope) => getCurrentMembership(scope, space.rules, userId));
      expect(now?.quotas).toMatchObject([{ resetsAt }]);
    }
  });

  test('counts months from the start without a stored anchor, and from the end after an extension by days', async () => {
    space.books.now = Date.UTC(2026, 0, 31, 4);
    const plan = await space.newPlan({ durationUnit: 'month', durationValue: 1 });
    const id = (await space.grant(userId, plan))?.membershipId ?? 0;
    await space.inScope(({ tx }) => tx.updateTable('user_memberships').set({ anchor_at: null }).execute());
    expect((await space.grant(userId, plan))?.endAt).toBe(Date.UTC(2026, 2, 31, 4));
    const change = { cause: 'extend', operator, reason: null } as const;
    await space.inScope((scope) =>
      changeMembership(scope, space.rules, { userId, id }, change, extendBy(10, scope.at)),
    );
    expect((await space.grant(userId, plan))?.endAt).toBe(Date.UTC(2026, 4, 10, 4));
    expect((await space.grant(userId, plan))?.endAt).toBe(Date.UTC(2026, 5, 10, 4));
  });
});
