import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMembershipHarness, day, type Memberships, usualRules } from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { notifyEndingMemberships } from './end-due.ts';
import { getCurrentMembership } from './membership-rows.ts';

describe.each(databaseKinds)('ending memberships on %s', (kind) => {
  let space: Memberships;
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
  });
  afterAll(() => space.books.drop());

  const report = () =>
    notifyEndingMemberships({ database: space.books.database, clock: () => space.books.now }, space.rules);
  const reported = () =>
    space.books.database.read
      .selectFrom('notifications')
      .select(['event', 'happened', 'params'])
      .orderBy('id')
      .execute();
  const now = (userId: number) =>
    getCurrentMembership({ tx: space.books.database.read, at: space.books.now }, space.rules, userId);

  test('are announced once on each notice day, unless another membership follows', async () => {
    const [plan, other] = [await space.newPlan(), await space.newPlan({ level: 2 })];
    const people = [await space.books.newUser(), await space.books.newUser(), await space.books.newUser()];
    for (const userId of people) await space.grant(userId, plan);
    await space.grant(people[2] ?? 0, other);
    space.books.now += 22 * day;
    expect(await report()).toBe(0);
    expect((await now(people[0] ?? 0))?.remindDays).toBeNull();
    space.books.now += day;
    expect([await report(), await report()]).toEqual([2, 0]);
    space.books.now += 6 * day;
    await report();
    expect(await reported()).toMatchObject([
      { event: 'membershipsEnding', happened: 2, params: '{"days":7}' },
      { event: 'membershipsEnding', happened: 2, params: '{"days":1}' },
    ]);
    expect(await now(people[0] ?? 0)).toMatchObject({ remindDays: 1, next: null });
    expect(await now(people[2] ?? 0)).toMatchObject({ level: 2, remindDays: null, next: { level: 1 } });
  });

  test('stay active during the grace period when none follows', async () => {
    space.rules = { ...usualRules, graceMs: 2 * day };
    const userId = await space.books.newUser();
    await space.grant(userId, await space.newPlan({ durationValue: 10 }));
    space.books.now += 11 * day;
    await space.pass();
    expect(await now(userId)).toMatchObject({ level: 1 });
    space.books.now += day;
    expect(await now(userId)).toBeNull();
    await space.pass();
    expect((await space.all(userId))[0]?.status).toBe('expired');
  });

  test('expire for other users when one user fails, which is reported and retried', async () => {
    space.rules = { ...usualRules };
    const plan = await space.newPlan({ durationValue: 1 });
    const [bad, good] = [await space.books.newUser(), await space.books.newUser()];
    for (const userId of [bad, good]) await space.grant(userId, plan);
    const { database } = space.books;
    const snapshot = (text: string | null) =>
      database.transaction((tx) =>
        tx.updateTable('user_memberships').set({ plan_snapshot: text }).where('user_id', '=', bad).execute(),
      );
    const [stored] = await database.read
      .selectFrom('user_memberships')
      .select('plan_snapshot')
      .where('user_id', '=', bad)
      .execute();
    await snapshot('{');
    space.books.now += 40 * day;
    await space.pass();
    const states = async () => [
      (await space.all(good))[0]?.status,
      (await database.read.selectFrom('user_memberships').select('status').where('user_id', '=', bad).execute())[0]
        ?.status,
    ];
    expect(await states()).toEqual(['expired', 'active']);
    expect((await reported()).at(-1)).toMatchObject({
      event: 'recordStuck',
      params: expect.stringContaining('"resource":"user"'),
    });
    await snapshot(String(stored?.plan_snapshot));
    space.books.now += 10_000;
    await space.pass();
    expect([await states(), await space.books.broken()]).toEqual([['expired', 'expired'], []]);
  });

  test('expire and start once when several processes run concurrently', async () => {
    space.rules = { ...usualRules, renewal: 'queue' };
    const userId = await space.books.newUser();
    const plan = await space.newPlan({ durationValue: 1 });
    for (let count = 0; count < 3; count += 1) await space.grant(userId, plan);
    space.books.now += 1.5 * day;
    await Promise.all([space.pass(), space.pass(), space.pass()]);
    expect((await space.all(userId)).map(({ status }) => status)).toEqual(['expired', 'active', 'scheduled']);
    expect(await space.books.broken()).toEqual([]);
  });
});
