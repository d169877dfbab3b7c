import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { day, freshMemberships, type Memberships, usualRules } from '../../test/fresh-memberships.ts';
import { tellEndingMemberships } from './end-due.ts';
import { membershipNow } from './membership-now.ts';

describe.each(databaseKinds)('memberships whose end comes on %s', (kind) => {
  let room: Memberships;
  beforeAll(async () => {
    room = await freshMemberships(kind);
  });
  afterAll(() => room.books.drop());

  const tell = () => tellEndingMemberships({ database: room.books.database, clock: () => room.books.now }, room.rules);
  const told = () =>
    room.books.database.read
      .selectFrom('notifications')
      .select(['event', 'happened', 'params'])
      .orderBy('id')
      .execute();
  const now = (userId: number) =>
    membershipNow({ tx: room.books.database.read, at: room.books.now }, room.rules, userId);

  test('are told of once on each of the days, unless something follows', async () => {
    const [plan, other] = [await room.newPlan(), await room.newPlan({ level: 2 })];
    const people = [await room.books.newUser(), await room.books.newUser(), await room.books.newUser()];
    for (const userId of people) await room.grant(userId, plan);
    await room.grant(people[2] ?? 0, other);
    room.books.now += 22 * day;
    expect(await tell()).toBe(0);
    expect((await now(people[0] ?? 0))?.remindDays).toBeNull();
    room.books.now += day;
    expect([await tell(), await tell()]).toEqual([2, 0]);
    room.books.now += 6 * day;
    await tell();
    expect(await told()).toMatchObject([
      { event: 'membershipsEnding', happened: 2, params: '{"days":7}' },
      { event: 'membershipsEnding', happened: 2, params: '{"days":1}' },
    ]);
    expect(await now(people[0] ?? 0)).toMatchObject({ remindDays: 1, next: null });
    expect(await now(people[2] ?? 0)).toMatchObject({ level: 2, remindDays: null, next: { level: 1 } });
  });

  test('go on for the time of grace when they are the last', async () => {
    room.rules = { ...usualRules, graceMs: 2 * day };
    const userId = await room.books.newUser();
    await room.grant(userId, await room.newPlan({ durationValue: 10 }));
    room.books.now += 11 * day;
    await room.pass();
    expect(await now(userId)).toMatchObject({ level: 1 });
    room.books.now += day;
    expect(await now(userId)).toBeNull();
    await room.pass();
    expect((await room.all(userId))[0]?.status).toBe('expired');
  });

  test('end though those of one person cannot, which is told and tried again', async () => {
    room.rules = { ...usualRules };
    const plan = await room.newPlan({ durationValue: 1 });
    const [bad, good] = [await room.books.newUser(), await room.books.newUser()];
    for (const userId of [bad, good]) await room.grant(userId, plan);
    const { database } = room.books;
    const snapshot = (text: string | null) =>
      database.transaction((tx) =>
        tx.updateTable('user_memberships').set({ plan_snapshot: text }).where('user_id', '=', bad).execute(),
      );
    const [kept] = await database.read
      .selectFrom('user_memberships')
      .select('plan_snapshot')
      .where('user_id', '=', bad)
      .execute();
    await snapshot('{');
    room.books.now += 40 * day;
    await room.pass();
    const states = async () => [
      (await room.all(good))[0]?.status,
      (await database.read.selectFrom('user_memberships').select('status').where('user_id', '=', bad).execute())[0]
        ?.status,
    ];
    expect(await states()).toEqual(['expired', 'active']);
    expect((await told()).at(-1)).toMatchObject({
      event: 'recordStuck',
      params: expect.stringContaining('"resource":"user"'),
    });
    await snapshot(String(kept?.plan_snapshot));
    room.books.now += 10_000;
    await room.pass();
    expect([await states(), await room.books.broken()]).toEqual([['expired', 'expired'], []]);
  });

  test('are ended and begun by one of many who do it at once', async () => {
    room.rules = { ...usualRules, renewal: 'queue' };
    const userId = await room.books.newUser();
    const plan = await room.newPlan({ durationValue: 1 });
    for (let count = 0; count < 3; count += 1) await room.grant(userId, plan);
    room.books.now += 1.5 * day;
    await Promise.all([room.pass(), room.pass(), room.pass()]);
    expect((await room.all(userId)).map(({ status }) => status)).toEqual(['expired', 'active', 'scheduled']);
    expect(await room.books.broken()).toEqual([]);
  });
});
