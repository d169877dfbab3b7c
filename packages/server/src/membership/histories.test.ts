import { randomUUID } from 'node:crypto';
import { Fault } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { day, freshMemberships, type Memberships, operator, usualRules } from '../../test/fresh-memberships.ts';
import { changeMembership, type MembershipWork } from './change-membership.ts';
import { extendBy, resume, revoke, suspendAt } from './membership-moves.ts';
import { type Membership, standingOf } from './membership-rows.ts';
import type { RenewalPolicy } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { createQuotaCover } from './quota-cover.ts';
import type { ChangeCause } from './save-memberships.ts';
import { grantedUnder, takeBackPlan } from './take-back.ts';
import { leftOf, lineOf } from './timeline.ts';

interface World {
  readonly room: Memberships;
  readonly plans: readonly PlanSnapshot[];
  readonly userId: number;
  readonly keys: string[];
  readonly holds: string[];
}
type Step = (world: World) => Promise<void>;

const standing = ({ room, userId }: World) => standingOf({ tx: room.books.database.read }, userId);
const levelOf = (memberships: readonly Membership[]) => lineOf(memberships)[0]?.level ?? 0;

/** What each has left, by id; for ever is infinite. */
const lefts = (memberships: readonly Membership[], at: number) =>
  new Map(memberships.map((one) => [one.id, leftOf(one, at) ?? Number.POSITIVE_INFINITY]));
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

const freeTotals = async ({ room, userId }: World) => {
  const rows = await room.books.database.read
    .selectFrom('quota_buckets as b')
    .innerJoin('user_memberships as m', 'm.id', 'b.membership_id')
    .select(['b.granted', 'b.used'])
    .where('m.user_id', '=', userId)
    .where('b.period', '=', 'total')
    .execute();
  return sum(rows.map(({ granted, used }) => Number(granted) - Number(used)));
};

/** Whatever is given: nobody has less time, a lower level or a smaller quota for it. */
const grantStep = (pick: number, days: number, policy: RenewalPolicy): Step => {
  return async (world) => {
    const { room, plans, userId, keys } = world;
    const plan = plans[pick % plans.length];
    if (!plan) return;
    const at = room.books.now;
    const before = await standing(world);
    const totals = await freeTotals(world);
    room.rules = { ...room.rules, renewal: policy };
    const key = randomUUID();
    const granted = await room.grant(userId, plan, { key, days: plan.durationUnit === 'forever' ? null : days });
    keys.push(key);
    const after = await standing(world);
    const [old, now] = [lefts(before, at), lefts(after, at)];
    for (const [id, left] of old) if (left > 0) expect(now.get(id) ?? 0).toBeGreaterThanOrEqual(left);
    expect(levelOf(after)).toBeGreaterThanOrEqual(levelOf(before.filter(({ id }) => (old.get(id) ?? 0) > 0)));
    expect(await freeTotals(world)).toBeGreaterThanOrEqual(totals);
    const isWhole = ['started', 'queued', 'extended'].includes(granted?.outcome ?? '');
    if (isWhole && Number.isFinite(sum(now.values()))) expect(sum(now.values()) - sum(old.values())).toBe(days * day);
  };
};

/** Time passes for what is in the line alone, once for all of it. */
const waitStep = (hours: number): Step => {
  return async (world) => {
    const { room } = world;
    const passed = hours * 3_600_000;
    const before = await standing(world);
    const inLine = sum(lefts(lineOf(before), room.books.now).values());
    const out = before.filter(({ status }) => status === 'suspended');
    const waited = sum(lefts(out, room.books.now).values());
    room.books.now += passed;
    await room.pass();
    const after = await standing(world);
    const left = sum(lefts(lineOf(after), room.books.now).values());
    expect(left).toBe(inLine === Number.POSITIVE_INFINITY ? inLine : Math.max(0, inLine - passed));
    const outNow = after.filter(({ status }) => status === 'suspended');
    expect(sum(lefts(outNow, room.books.now).values())).toBe(waited);
  };
};

const change = (cause: ChangeCause, pick: number, workOf: (at: number) => MembershipWork): Step => {
  return async (world) => {
    const { room, userId } = world;
    const held = await standing(world);
    const one = held[pick % Math.max(1, held.length)];
    if (!one) return;
    const said = { cause, operator, reason: 'as the story goes' };
    const work = workOf(room.books.now);
    await room
      .inScope((scope) => changeMembership(scope, room.rules, { userId, id: one.id }, said, work))
      .catch((error: unknown) => {
        if (!(error instanceof Fault && error.fault === 'stateConflict')) throw error;
      });
  };
};

/** Of what is taken back nothing is left, and nobody else's time goes with it. */
const takeBackStep = (pick: number, bps: number): Step => {
  return async (world) => {
    const { room, keys } = world;
    const [key] = keys.splice(pick % Math.max(1, keys.length), 1);
    if (!key) return;
    const granted = await grantedUnder({ tx: room.books.database.read, at: room.books.now }, key);
    const before = lefts(await standing(world), room.books.now);
    const back = await room.inScope((scope) =>
      takeBackPlan(scope, room.rules, { key, bps, cause: 'refund', operator, reason: 'refund' }),
    );
    const after = lefts(await standing(world), room.books.now);
    const id = granted?.membershipId ?? 0;
    for (const [other, left] of before) if (other !== id && left > 0) expect(after.get(other)).toBe(left);
    const taken = back?.takenMs ?? before.get(id) ?? 0;
    expect(after.get(id) ?? 0).toBe(Math.max(0, (before.get(id) ?? 0) - taken) || 0);
  };
};

const holdStep = (amount: number): Step => {
  return async ({ room, userId, holds }) => {
    const cover = createQuotaCover(room.rules);
    const asked = room.books.hold({ userId, amount, cover }).catch((error: unknown) => {
      if (!(error instanceof Fault && error.fault === 'insufficient')) throw error;
      return null;
    });
    const hold = await asked;
    if (hold) holds.push(hold.no);
  };
};

const settleStep = (pick: number, amount: number | null): Step => {
  return async ({ room, holds }) => {
    const [no] = holds.splice(pick % Math.max(1, holds.length), 1);
    if (!no) return;
    const cover = createQuotaCover(room.rules);
    if (amount === null) await room.books.release(no);
    else await room.books.capture(no, amount, { debtLimit: 1_000, cover });
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
  { weight: 2, arbitrary: fc.tuple(fc.nat(20), fc.constantFrom(2_500, 10_000)).map((t) => takeBackStep(...t)) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map(holdStep) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(9), fc.option(fc.nat(60), { freq: 4 })).map((given) => settleStep(...given)),
  },
);

describe.each(databaseKinds)('any history of memberships on %s', (kind) => {
  let room: Memberships;
  let plans: PlanSnapshot[];
  beforeAll(async () => {
    room = await freshMemberships(kind);
    const chat = (amount: number, period: 'total' | 'day' | 'month') =>
      ({ capability: 'chat', amount, period }) as const;
    plans = [
      await room.newPlan({ level: 1, quotas: [chat(15, 'total'), chat(5, 'day')] }),
      await room.newPlan({ level: 1, quotas: [chat(30, 'total'), chat(5, 'day')] }),
      await room.newPlan({ level: 2, quotas: [chat(20, 'month')], giftCoin: 3 }),
      await room.newPlan({ level: 3, quotas: [chat(10, 'total')] }),
      await room.newPlan({ level: 2, durationUnit: 'forever' }),
    ];
  });
  afterAll(() => room.books.drop());

  test('takes nothing from anybody that was not taken back, and keeps every promise after each step', async () => {
    const history = fc.asyncProperty(
      fc.array(steps, { minLength: 8, maxLength: 30, size: 'max' }),
      fc.constantFrom(0, 2 * day),
      async (taken, graceMs) => {
        room.rules = { ...usualRules, graceMs };
        const world: World = { room, plans, userId: await room.books.newUser(), keys: [], holds: [] };
        for (const step of taken) {
          await step(world);
          expect(await room.books.broken()).toEqual([]);
        }
      },
    );
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 40 : 10, endOnFailure: true });
  }, 180_000);

  test('gives everything that is granted at once', async () => {
    room.rules = usualRules;
    const userId = await room.books.newUser();
    const at = room.books.now;
    const granted = plans.slice(0, 4).flatMap((plan) => [plan, plan, plan]);
    await Promise.all(granted.map((plan) => room.grant(userId, plan)));
    const now = await standingOf({ tx: room.books.database.read }, userId);
    expect(sum(lefts(now, at).values())).toBe(granted.length * 30 * day);
    expect(now.map(({ level }) => level).sort()).toEqual([1, 1, 2, 3]);
    expect(await room.books.broken()).toEqual([]);
  });
});
