import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMembershipHarness,
  day,
  type Memberships,
  operator,
  usualRules,
} from '../../../../test/membership-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { changeMembership, extendBy, resume, suspendAt } from '../membership-moves.ts';
import { getCurrentMembership } from '../membership-rows.ts';
import type { MembershipRules, RenewalPolicy } from '../membership-rules.ts';
import type { PlanSnapshot } from '../plan-snapshot.ts';
import type { PlanQuota, QuotaPeriod } from './plan-quotas.ts';
import { createQuotaCover } from './quota-buckets.ts';

const hour = 3_600_000;
/** 18:00 in Shanghai on 20 January. */
const start = Date.UTC(2026, 0, 20, 10);
const chat = (amount: number, period: QuotaPeriod): PlanQuota => ({ capability: 'chat', amount, period });

/** More credits than any quota of these tests covers. */
const plenty = 5_000;

describe.each(databaseKinds)('quota periods on %s', (kind) => {
  let space: Memberships;
  let userId: number;
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
  });
  afterAll(() => space.books.drop());
  beforeEach(async () => {
    space.rules = usualRules;
    space.books.now = start;
    userId = await newUser();
  });

  const newUser = async () => {
    const id = await space.books.newUser();
    await space.books.grant(id, 'coin', 1_000_000_000);
    return id;
  };
  /** Uses all quota that the membership covers now and returns the amount. */
  const drain = async (id = userId) => {
    const cover = createQuotaCover(space.rules);
    const hold = await space.books.hold({ userId: id, amount: plenty, cover });
    return (await space.books.capture(hold.no, plenty, { cover })).fromQuota;
  };
  const after = async (ms: number) => {
    space.books.now = start + ms;
    await space.pass();
    return drain();
  };
  const move = async (work: Parameters<typeof changeMembership>[4], cause: 'suspend' | 'resume' | 'extend') => {
    const one = (await space.all(userId)).find(({ status }) => status === 'active' || status === 'suspended');
    const change = { cause, operator, reason: 'as asked' } as const;
    await space.inScope((scope) => changeMembership(scope, space.rules, { userId, id: one?.id ?? 0 }, change, work));
  };
  const monthly = (values: Partial<PlanSnapshot> = {}) => space.newPlan({ quotas: [chat(100, 'month')], ...values });

  it('open one monthly period for 30 days and none in the grace period', async () => {
    space.rules = { ...usualRules, graceMs: 10 * day };
    space.books.now = Date.UTC(2026, 1, 1);
    await space.grant(userId, await monthly());
    expect(await drain()).toBe(100);
    for (const days of [27.9, 28.1, 29.9, 30.5, 39]) {
      space.books.now = Date.UTC(2026, 1, 1) + days * day;
      await space.pass();
      expect(await drain()).toBe(0);
    }
    expect(await space.books.broken()).toEqual([]);
  });

  it('last 30 days each for a plan sold by days, the last one until the end', async () => {
    await space.grant(userId, await monthly({ durationValue: 75 }));
    const used = [0, 29, 31, 59, 61, 74];
    expect(await Promise.all([after(0)])).toEqual([100]);
    const then: number[] = [];
    for (const days of used.slice(1)) then.push(await after(days * day));
    expect(then).toEqual([0, 100, 0, 0, 0]);
  });

  it('start daily periods at the time of the purchase, not at midnight', async () => {
    await space.grant(userId, await space.newPlan({ durationValue: 1, quotas: [chat(10, 'day')] }));
    expect(await drain()).toBe(10);
    for (const hours of [6.5, 23.9]) expect(await after(hours * hour)).toBe(0);
    await space.grant(userId, await space.newPlan({ level: 2, durationValue: 2, quotas: [chat(10, 'day')] }));
    // The second plan starts 23.9 hours after the first, so its second day starts after 47.9 hours.
    expect([await after(24 * hour - 1), await after(47 * hour), await after(48 * hour)]).toEqual([10, 0, 10]);
  });

  it.each([
    ['its own day', { durationValue: 1 }, {}, 200],
    ['a day of 30', {}, { days: 1 }, 6],
  ])(
    'grant an upgrade for %s its own quota and refill nothing of the scheduled membership',
    async (_what, values, rest, own) => {
      await space.grant(userId, await monthly());
      expect(await drain()).toBe(100);
      const better = await space.newPlan({ level: 2, quotas: [chat(200, 'month')], ...values });
      await space.grant(userId, better, rest);
      expect(await drain()).toBe(own);
      expect([await after(1.5 * day), await after(29 * day), await after(30.5 * day)]).toEqual([0, 0, 0]);
      expect(await space.books.broken()).toEqual([]);
    },
  );

  it('continue where they stopped when a membership is resumed', async () => {
    await space.grant(userId, await monthly({ durationValue: 60 }));
    expect(await after(10 * day)).toBe(100);
    await move(suspendAt(space.books.now, null), 'suspend');
    space.books.now += 45 * day;
    await move(resume(null), 'resume');
    expect([await after(56 * day), await after(74 * day), await after(76 * day)]).toEqual([0, 0, 100]);
  });

  it('grant one quota per paid month with calendar months', async () => {
    space.rules = { ...usualRules, quotaReset: 'calendarMonth' };
    await space.grant(userId, await monthly({ durationUnit: 'month', durationValue: 1 }));
    expect([await after(0), await after(13 * day), await after(30 * day)]).toEqual([100, 0, 0]);
    userId = await newUser();
    space.books.now = start;
    await space.grant(userId, await monthly({ durationUnit: 'month', durationValue: 3 }));
    const used: number[] = [];
    for (let days = 0; days < 90; days += 5) used.push(await after(days * day));
    expect(used.filter((one) => one > 0)).toEqual([100, 100, 100]);
  });

  it.each(['reset', 'replace'] as const)(
    'restart for a grant of the plan under %s, but not for a grant of days',
    async (renewal) => {
      space.rules = { ...usualRules, renewal };
      const plan = await monthly();
      await space.grant(userId, plan);
      expect(await after(10 * day)).toBe(100);
      await space.grant(userId, plan, { days: 1 });
      expect(await drain()).toBe(0);
      await space.grant(userId, plan);
      expect([await drain(), await after(39 * day)]).toEqual([100, 0]);
      expect(await space.books.broken()).toEqual([]);
    },
  );

  it('grant days their share, however often days are granted', async () => {
    const plan = await space.newPlan({ quotas: [chat(90, 'month'), chat(60, 'total')] });
    let used = 0;
    for (let days = 0; days < 30; days += 1) {
      space.books.now = start + days * 1.5 * day;
      await space.pass();
      await space.grant(userId, plan, { days: 1 });
      used += await drain();
    }
    expect(used).toBe(90 + 60);
    userId = await newUser();
    await space.grant(userId, plan, { days: 10 });
    expect(await drain()).toBe(30 + 20);
    await space.grant(userId, plan, { days: 25 });
    expect(await drain()).toBe(60);
    space.books.now += 31 * day;
    expect(await drain()).toBe(15);
  });

  it('continue after a renewal in the grace period without losing a period', async () => {
    space.rules = { ...usualRules, graceMs: 10 * day };
    const plan = await space.newPlan({ durationValue: 2, quotas: [chat(10, 'day')] });
    await space.grant(userId, plan);
    expect([await after(0), await after(day), await after(5 * day)]).toEqual([10, 10, 0]);
    await space.grant(userId, plan);
    expect([await after(5 * day), await after(6 * day), await after(7 * day)]).toEqual([10, 10, 0]);
  });

  it('grant an extension by an admin its share and show when a period ends', async () => {
    await space.grant(userId, await monthly());
    const ends = async () =>
      (await space.inScope((scope) => getCurrentMembership(scope, space.rules, userId)))?.quotas.map(
        ({ granted, used, resetsAt }) => [granted, used, resetsAt === null ? null : (resetsAt - start) / day],
      );
    expect(await ends()).toEqual([[100, 0, 30]]);
    await move(extendBy(15, space.books.now), 'extend');
    expect(await after(29 * day)).toBe(100);
    expect(await ends()).toEqual([[100, 100, 30]]);
    space.books.now = start + 31 * day;
    expect(await ends()).toEqual([[50, 0, 45]]);
  });

  describe('after random purchases, upgrades, pauses and waits', () => {
    interface Bought {
      months: number;
      days: number;
      terms: number;
    }
    type Step = (plans: readonly PlanSnapshot[], bought: Map<number, Bought>) => Promise<void>;

    const buy =
      (pick: number, quantity: number, days: number | null, renewal: RenewalPolicy): Step =>
      async (plans, bought) => {
        const plan = plans[pick % plans.length];
        if (!plan) return;
        space.rules = { ...space.rules, renewal };
        const before = await space.all(userId);
        const granted = await space.grant(userId, plan, { quantity, days });
        const id = granted?.membershipId ?? 0;
        const own = bought.get(id) ?? { months: 0, days: 0, terms: 0 };
        const isNew = before.every((one) => one.id !== id);
        const months =
          plan.durationUnit === 'month' ? plan.durationValue : Math.max(1, Math.floor(plan.durationValue / 30));
        own.months += quantity * (days === null ? months : days / 30);
        own.days += quantity * (days ?? (plan.durationUnit === 'month' ? plan.durationValue * 31 : plan.durationValue));
        own.terms += days === null || isNew ? quantity : 0;
        bought.set(id, own);
      };
    const wait =
      (hours: number): Step =>
      async () => {
        space.books.now += hours * hour;
        await space.pass();
      };
    const pauseOrResume =
      (suspends: boolean): Step =>
      async () => {
        const wanted = suspends ? 'active' : 'suspended';
        if (!(await space.all(userId)).some(({ status }) => status === wanted)) return;
        await (suspends ? move(suspendAt(space.books.now, null), 'suspend') : move(resume(null), 'resume')).catch(
          () => null,
        );
      };
    const use: Step = async () => {
      await drain();
    };
    const policy = fc.constantFrom<RenewalPolicy>('extend', 'reset', 'queue', 'replace');
    const steps = fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.nat(9), fc.integer({ min: 1, max: 2 }), fc.option(fc.integer({ min: 1, max: 45 })), policy)
          .map((given) => buy(...given)),
      },
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 800 }).map(wait) },
      { weight: 2, arbitrary: fc.boolean().map(pauseOrResume) },
      { weight: 5, arbitrary: fc.constant(use) },
    );

    /** Returns the used credits by membership and period. */
    const usedBy = async () =>
      space.books.database.read
        .selectFrom('quota_buckets as b')
        .innerJoin('user_memberships as m', 'm.id', 'b.membership_id')
        .select(({ fn }) => ['b.membership_id as id', 'b.period as period', fn.sum('b.used').as('used')])
        .select(({ fn }) => fn.max('b.amount').as('amount'))
        .where('m.user_id', '=', userId)
        .groupBy(['b.membership_id', 'b.period'])
        .execute();

    it('never grant more than was paid for', async () => {
      const plans = [
        await space.newPlan({ quotas: [chat(100, 'month'), chat(7, 'day')] }),
        await space.newPlan({
          durationUnit: 'month',
          durationValue: 1,
          quotas: [chat(100, 'month'), chat(50, 'total')],
        }),
        await space.newPlan({ level: 2, durationValue: 1, quotas: [chat(30, 'month'), chat(9, 'day')] }),
        await space.newPlan({ level: 2, durationValue: 45, quotas: [chat(40, 'month'), chat(9, 'day')] }),
        await space.newPlan({ level: 3, durationUnit: 'month', durationValue: 2, quotas: [chat(80, 'month')] }),
      ];
      const history = fc.asyncProperty(
        fc.array(steps, { minLength: 6, maxLength: 24, size: 'max' }),
        fc.constantFrom(0, 3 * day, 20 * day),
        fc.constantFrom<MembershipRules['quotaReset']>('period', 'calendarMonth'),
        fc.nat(60 * 24),
        async (taken, graceMs, quotaReset, hours) => {
          space.rules = { ...usualRules, graceMs, quotaReset };
          space.books.now = start + hours * hour;
          userId = await newUser();
          const bought = new Map<number, Bought>();
          for (const step of taken) await step(plans, bought);
          for (const { id, period, used, amount } of await usedBy()) {
            const paid = bought.get(id) ?? { months: 0, days: 0, terms: 0 };
            const periods = { month: paid.months, day: paid.days, total: paid.terms }[period as QuotaPeriod];
            expect(Number(used)).toBeLessThanOrEqual(amount * periods + 1e-6);
          }
          expect(await space.books.broken()).toEqual([]);
        },
      );
      await fc.assert(history, { numRuns: kind === 'sqlite' ? 40 : 10, endOnFailure: true });
    }, 180_000);

    it('grant every period that was paid for, through any pauses', async () => {
      const plans = [
        { plan: await space.newPlan({ durationValue: 60, quotas: [chat(100, 'month')] }), full: 200 },
        {
          plan: await space.newPlan({ durationUnit: 'month', durationValue: 2, quotas: [chat(100, 'month')] }),
          full: 200,
        },
        { plan: await space.newPlan({ durationValue: 14, quotas: [chat(5, 'day')] }), full: 70 },
      ];
      const pauses = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 900 })), {
        maxLength: 4,
      });
      const history = fc.asyncProperty(fc.constantFrom(...plans), pauses, async ({ plan, full }, stops) => {
        space.rules = usualRules;
        space.books.now = start;
        userId = await newUser();
        await space.grant(userId, plan);
        let used = 0;
        const run = async (hours: number) => {
          for (let passed = 0; passed < hours; passed += 12) {
            used += await drain();
            space.books.now += Math.min(12, hours - passed) * hour;
            await space.pass();
          }
        };
        for (const [active, paused] of stops) {
          await run(active);
          if (!(await space.all(userId)).some(({ status }) => status === 'active')) break;
          await move(suspendAt(space.books.now, null), 'suspend');
          space.books.now += paused * hour;
          await move(resume(null), 'resume');
        }
        await run(62 * 24);
        expect(used).toBe(full);
      });
      await fc.assert(history, { numRuns: kind === 'sqlite' ? 6 : 2, endOnFailure: true });
    }, 180_000);
  });
});
