import { randomUUID } from 'node:crypto';
import { ApiError } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createMembershipHarness,
  day,
  type Memberships,
  operator,
  usualRules,
} from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { changeMembership, extendBy, type MembershipWork, resume, revoke, suspendAt } from './membership-moves.ts';
import { type ChangeCause, listMemberships, type Membership } from './membership-rows.ts';
import type { RenewalPolicy } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { createQuotaCover } from './quotas/quota-buckets.ts';
import { findGrantedTime, planReclaim } from './reclaim-membership.ts';
import { getRemaining, sortTimeline } from './timeline.ts';

interface ModelState {
  readonly space: Memberships;
  readonly plans: readonly PlanSnapshot[];
  readonly userId: number;
  readonly keys: string[];
  readonly holds: string[];
}
type Step = (modelState: ModelState) => Promise<void>;

const status = ({ space, userId }: ModelState) => listMemberships({ tx: space.books.database.read }, userId);
const getLevel = (memberships: readonly Membership[]) => sortTimeline(memberships)[0]?.level ?? 0;

/** Remaining ms of each membership by ID; infinite for lifetime. */
const remainingById = (memberships: readonly Membership[], at: number) =>
  new Map(memberships.map((one) => [one.id, getRemaining(one, at) ?? Number.POSITIVE_INFINITY]));
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

const freeTotals = async ({ space, userId }: ModelState) => {
  const rows = await space.books.database.read
    .selectFrom('quota_buckets as b')
    .innerJoin('user_memberships as m', 'm.id', 'b.membership_id')
    .select(['b.granted', 'b.used'])
    .where('m.user_id', '=', userId)
    .where('b.period', '=', 'total')
    .execute();
  return sum(rows.map(({ granted, used }) => granted - used));
};

/** Asserts that a grant never takes time, level or quota from the user. */
const grantStep = (pick: number, days: number, policy: RenewalPolicy): Step => {
  return async (modelState) => {
    const { space, plans, userId, keys } = modelState;
    const plan = plans[pick % plans.length];
    if (!plan) return;
    const at = space.books.now;
    const before = await status(modelState);
    const totals = await freeTotals(modelState);
    space.rules = { ...space.rules, renewal: policy };
    const key = randomUUID();
    const granted = await space.grant(userId, plan, { key, days: plan.durationUnit === 'forever' ? null : days });
    keys.push(key);
    const after = await status(modelState);
    const [old, now] = [remainingById(before, at), remainingById(after, at)];
    for (const [id, left] of old) if (left > 0) expect(now.get(id) ?? 0).toBeGreaterThanOrEqual(left);
    expect(getLevel(after)).toBeGreaterThanOrEqual(getLevel(before.filter(({ id }) => (old.get(id) ?? 0) > 0)));
    expect(await freeTotals(modelState)).toBeGreaterThanOrEqual(totals);
    const isGranted = ['started', 'queued', 'extended'].includes(granted?.outcome ?? '');
    if (isGranted && Number.isFinite(sum(now.values()))) expect(sum(now.values()) - sum(old.values())).toBe(days * day);
  };
};

/** Asserts that time passes only for the memberships on the timeline, and once in total. */
const waitStep = (hours: number): Step => {
  return async (modelState) => {
    const { space } = modelState;
    const passed = hours * 3_600_000;
    const before = await status(modelState);
    const inLine = sum(remainingById(sortTimeline(before), space.books.now).values());
    const out = before.filter(({ status }) => status === 'suspended');
    const waited = sum(remainingById(out, space.books.now).values());
    space.books.now += passed;
    await space.pass();
    const after = await status(modelState);
    const left = sum(remainingById(sortTimeline(after), space.books.now).values());
    expect(left).toBe(inLine === Number.POSITIVE_INFINITY ? inLine : Math.max(0, inLine - passed));
    const outNow = after.filter(({ status }) => status === 'suspended');
    expect(sum(remainingById(outNow, space.books.now).values())).toBe(waited);
  };
};

const change = (cause: ChangeCause, pick: number, workOf: (at: number) => MembershipWork): Step => {
  return async (modelState) => {
    const { space, userId } = modelState;
    const held = await status(modelState);
    const one = held[pick % Math.max(1, held.length)];
    if (!one) return;
    const membershipChange = { cause, operator, reason: 'a random step' };
    const work = workOf(space.books.now);
    await space
      .inScope((scope) => changeMembership(scope, space.rules, { userId, id: one.id }, membershipChange, work))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError && error.problem === 'stateConflict')) throw error;
      });
  };
};

/** Asserts that reclaiming a grant takes the time of its own membership only. */
const reclaimStep = (pick: number, bps: number): Step => {
  return async (modelState) => {
    const { space, keys } = modelState;
    const [key] = keys.splice(pick % Math.max(1, keys.length), 1);
    if (!key) return;
    const granted = await findGrantedTime({ tx: space.books.database.read, at: space.books.now }, key);
    const before = remainingById(await status(modelState), space.books.now);
    const back = await space.inScope((scope) =>
      planReclaim(scope, space.rules, { key, bps, cause: 'refund', operator, reason: 'refund' }),
    );
    const after = remainingById(await status(modelState), space.books.now);
    const id = granted?.membershipId ?? 0;
    for (const [other, left] of before) if (other !== id && left > 0) expect(after.get(other)).toBe(left);
    const taken = back?.takenMs ?? before.get(id) ?? 0;
    expect(after.get(id) ?? 0).toBe(Math.max(0, (before.get(id) ?? 0) - taken) || 0);
  };
};

const holdStep = (amount: number): Step => {
  return async ({ space, userId, holds }) => {
    const cover = createQuotaCover(space.rules);
    const requested = space.books.hold({ userId, amount, cover }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.problem === 'insufficient')) throw error;
      return null;
    });
    const hold = await requested;
    if (hold) holds.push(hold.no);
  };
};

const settleStep = (pick: number, amount: number | null): Step => {
  return async ({ space, holds }) => {
    const [no] = holds.splice(pick % Math.max(1, holds.length), 1);
    if (!no) return;
    const cover = createQuotaCover(space.rules);
    if (amount === null) await space.books.release(no);
    else await space.books.capture(no, amount, { debtLimit: 1_000, cover });
  };
};

const policies = fc.constantFrom<RenewalPolicy>('extend', 'reset', 'queue', 'replace');
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 40 }), policies).map((g) => grantStep(...g)) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }).map(waitStep) },
  { weight: 1, arbitrary: fc.nat(9).map((pick) => change('suspend', pick, (at) => suspendAt(at, null))) },
  { weight: 1, arbitrary: fc.nat(9).map((pick) => change('resume', pick, () => resume(null))) },
  { weight: 1, arbitrary: fc.nat(9).map((pick) => change('extend', pick, (at) => extendBy(3, at))) },
  { weight: 1, arbitrary: fc.nat(9).map((pick) => change('revoke', pick, () => revoke(null))) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(20), fc.constantFrom(2_500, 10_000)).map((t) => reclaimStep(...t)) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map(holdStep) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(9), fc.option(fc.nat(60), { freq: 4 })).map((given) => settleStep(...given)),
  },
);

describe.each(databaseKinds)('random membership operations on %s', (kind) => {
  let space: Memberships;
  let plans: PlanSnapshot[];
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
    const chat = (amount: number, period: 'total' | 'day' | 'month') =>
      ({ capability: 'chat', amount, period }) as const;
    plans = [
      await space.newPlan({ level: 1, quotas: [chat(15, 'total'), chat(5, 'day')] }),
      await space.newPlan({ level: 1, quotas: [chat(30, 'total'), chat(5, 'day')] }),
      await space.newPlan({ level: 2, quotas: [chat(20, 'month')], giftCoin: 3 }),
      await space.newPlan({ level: 3, quotas: [chat(10, 'total')] }),
      await space.newPlan({ level: 2, durationUnit: 'forever' }),
    ];
  });
  afterAll(() => space.books.drop());

  test('take only what is reclaimed and keep every invariant after each step', async () => {
    const history = fc.asyncProperty(
      fc.array(steps, { minLength: 8, maxLength: 30, size: 'max' }),
      fc.constantFrom(0, 2 * day),
      async (taken, graceMs) => {
        space.rules = { ...usualRules, graceMs };
        const modelState: ModelState = { space, plans, userId: await space.books.newUser(), keys: [], holds: [] };
        for (const step of taken) {
          await step(modelState);
          expect(await space.books.broken()).toEqual([]);
        }
      },
    );
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 40 : 10, endOnFailure: true });
  }, 180_000);

  test('grant everything when grants run concurrently', async () => {
    space.rules = usualRules;
    const userId = await space.books.newUser();
    const at = space.books.now;
    const granted = plans.slice(0, 4).flatMap((plan) => [plan, plan, plan]);
    await Promise.all(granted.map((plan) => space.grant(userId, plan)));
    const now = await listMemberships({ tx: space.books.database.read }, userId);
    expect(sum(remainingById(now, at).values())).toBe(granted.length * 30 * day);
    expect(now.map(({ level }) => level).sort()).toEqual([1, 1, 2, 3]);
    expect(await space.books.broken()).toEqual([]);
  });
});
