import { randomUUID } from 'node:crypto';
import { ResponseError, type ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { dayMs } from '../calendar-day.ts';
import { endStreaks } from './sign-streak.ts';

describe.each(databaseKinds)('daily check-in on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  let opened: number;
  const start = Date.UTC(2027, 2, 10, 4);

  beforeAll(async () => {
    space = await createServiceHarness(kind);
    opened = space.now;
    api = space.api(await space.newClient());
    for (const [dayNo, coin, compute] of [
      [1, 10, 0],
      [2, 20, 5],
      [3, 30, 0],
    ])
      expect((await space.admin('/sign-rule/create', { dayNo, coin, compute })).code).toBe(20000);
  });
  afterAll(() => space.drop());
  beforeEach(async () => {
    space.now = start;
    await setSettings(space.foundation, 'sign', { cycle: 3 });
    await setSettings(space.foundation, 'site', { timezone: 'Asia/Shanghai' });
  });

  /** The admin signs in again, because the session must be from the current day of the test clock. */
  const admin: ServiceHarness['admin'] = async (path, body) => {
    const { now } = space;
    space.now = opened;
    const answer = await space.admin(path, body);
    space.now = now;
    return answer;
  };
  const newUser = async (values: { phone?: string } = {}) =>
    (await api.call('userRegister', { username: randomUUID(), ...values })).userId;
  const sign = (userId: number, ip?: string) => api.call('signIn', { userId, ...(ip ? { ip } : {}) });
  /** Retries while the server is busy, like every client. */
  const persistent = async <T>(prompt: () => Promise<T>): Promise<T> => {
    try {
      return await prompt();
    } catch (error) {
      if (error instanceof ResponseError && error.code === 50300) return persistent(prompt);
      throw error;
    }
  };
  const coins = async (userId: number) => (await api.call('userGet', { userId })).wallets.coin.balance;
  const getReason = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { data?: { reason?: unknown } }) => error.data?.reason ?? error,
    );
  const logs = (userId: number) =>
    space.foundation.database.read
      .selectFrom('sign_logs')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('sign_date')
      .execute();

  test('grants the reward of the day once, in a lot that expires, and returns the same result again', async () => {
    const userId = await newUser();
    const first = await sign(userId);
    expect(first).toEqual({
      logId: first.logId,
      signDate: '2027-03-10',
      streak: 1,
      cycleDay: 1,
      reward: [{ asset: 'coin', amount: 10 }],
      vip: null,
      expiresAt: start + 30 * dayMs,
    });
    space.now += 60_000;
    expect(await sign(userId)).toEqual(first);
    expect(await coins(userId)).toBe(10);
    const lots = await space.foundation.database.read
      .selectFrom('credit_lots')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    expect(lots).toMatchObject([
      { source: 'sign', source_id: first.logId, amount: 10, expires_at: start + 30 * dayMs },
    ]);
  });

  test('adds a random number of coins between two limits, and stores the drawn number', async () => {
    const rule = { dayNo: 3, coin: 7, extraCoinMin: 4, extraCoin: 3 };
    expect((await admin('/sign-rule/create', { ...rule, dayNo: 9 })).errors).toHaveProperty('extraCoinMin');
    const { items } = (await admin('/sign-rule/list', {})).data as {
      items: { id: number; dayNo: number; version: number }[];
    };
    const known = items.find(({ dayNo }) => dayNo === 1);
    const changed = { id: known?.id, version: known?.version, extraCoinMin: 3, extraCoin: 5 };
    const { data } = await admin('/sign-rule/update', changed);
    const drawn = new Set<number>();
    for (let person = 0; person < 12; person += 1) {
      const userId = await newUser();
      const first = await sign(userId);
      expect(await sign(userId)).toEqual(first);
      const [log] = await logs(userId);
      const extra = Number(log?.extra_coin);
      expect([await coins(userId), Number(log?.coin)]).toEqual([10 + extra, 10 + extra]);
      drawn.add(extra);
    }
    for (const extra of drawn) expect([3, 4, 5]).toContain(extra);
    await admin('/sign-rule/update', { id: known?.id, version: Number(data.version), extraCoinMin: 0, extraCoin: 0 });
  });

  test('follows the cycle while no day is missed, and restarts after a missed day', async () => {
    const userId = await newUser();
    const seen: unknown[] = [];
    for (const days of [1, 1, 1, 2]) {
      const { streak, cycleDay, reward } = await sign(userId);
      seen.push([streak, cycleDay, reward.map(({ amount }) => amount)]);
      space.now += days * dayMs;
    }
    const last = await sign(userId);
    expect([...seen, [last.streak, last.cycleDay]]).toEqual([
      [1, 1, [10]],
      [2, 2, [20, 5]],
      [3, 3, [30]],
      [4, 1, [10]],
      [1, 1],
    ]);
    await setSettings(space.foundation, 'sign', { cycle: 3, resetOnBreak: false });
    space.now += 5 * dayMs;
    expect(await sign(userId)).toMatchObject({ streak: 2, cycleDay: 2 });
  });

  test('shows a streak until a day is missed, and none afterwards', async () => {
    const [stored, broken] = [await newUser(), await newUser()];
    const { read } = space.foundation.database;
    const shown = async () => {
      await endStreaks(space.foundation.database, new Date(space.now + 8 * 3_600_000).toISOString().slice(0, 10));
      const rows = await read
        .selectFrom('users')
        .select('sign_streak')
        .where('id', 'in', [stored, broken])
        .orderBy('id')
        .execute();
      return rows.map((row) => row.sign_streak);
    };
    for (const userId of [stored, broken]) await sign(userId);
    space.now += dayMs;
    expect(await shown()).toEqual([1, 1]);
    await sign(stored);
    space.now += dayMs;
    expect(await shown()).toEqual([2, 0]);
  });

  test('grants one reward to fifty concurrent calls', async () => {
    const userId = await newUser();
    const answers = await Promise.all(Array.from({ length: 50 }, () => persistent(() => sign(userId))));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await coins(userId)).toBe(10);
    expect(await logs(userId)).toHaveLength(1);
    expect(await space.broken()).toEqual([]);
  }, 60_000);

  test("counts the days of the site's time zone, also when clocks change", async () => {
    await setSettings(space.foundation, 'site', { timezone: 'America/New_York' });
    const userId = await newUser();
    // The night of the change to daylight saving time: 13 to 15 March 2027.
    for (const at of ['2027-03-14T04:59:00Z', '2027-03-14T05:01:00Z', '2027-03-15T03:59:00Z', '2027-03-15T04:01:00Z']) {
      space.now = Date.parse(at);
      await sign(userId);
    }
    expect((await logs(userId)).map(({ sign_date: day, streak }) => [day, streak])).toEqual([
      ['2027-03-13', 1],
      ['2027-03-14', 2],
      ['2027-03-15', 3],
    ]);
  });

  test('requires what the settings say', async () => {
    const [plain, bound] = [await newUser(), await newUser({ phone: '13800138001' })];
    await setSettings(space.foundation, 'sign', { cycle: 3, requires: 'phoneBound' });
    expect(await getReason(sign(plain))).toBe('phoneBound');
    expect(await sign(bound)).toMatchObject({ streak: 1 });
    await setSettings(space.foundation, 'sign', { cycle: 3, requires: 'paidOnce' });
    expect(await getReason(sign(plain))).toBe('paidOnce');
    await setSettings(space.foundation, 'sign', { cycle: 3, requires: 'activeYesterday' });
    expect(await getReason(sign(plain))).toBe('activeYesterday');
    const use = { userId: plain, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 0 } as const;
    await admin('/user/adjust-balance', { id: plain, asset: 'coin', amount: 5, reason: 'for a test' });
    const { holdNo } = await api.call('billingHold', { ...use, amount: 1 });
    await api.call('billingCapture', { holdNo, amount: 1, usage: {} });
    space.now += dayMs;
    expect(await sign(plain)).toMatchObject({ streak: 1 });
    await setSettings(space.foundation, 'sign', { enabled: false });
    expect(await getReason(sign(bound))).toBe('off');
    await setSettings(space.foundation, 'sign', { cycle: 3 });
    await admin('/user/ban', { id: bound, banReason: 'for a test' });
    expect(await getReason(sign(bound))).toBe('inactive');
  });

  test('flags check-ins beyond the limit of a network, and stores no IP address where that is disabled', async () => {
    await setSettings(space.foundation, 'sign', { cycle: 3, sameNetworkLimit: 2 });
    await setSettings(space.foundation, 'privacy', { recordIp: false });
    const people = await Promise.all([newUser(), newUser(), newUser(), newUser()]);
    const addresses = ['198.51.100.7', '198.51.100.8', '198.51.100.99', '198.51.101.1'];
    for (const [index, userId] of people.entries()) await sign(userId, addresses[index]);
    const found = (await Promise.all(people.map(logs))).flat();
    expect(found.map(({ risk }) => risk)).toEqual(['none', 'none', 'flagged', 'none']);
    expect(JSON.stringify(found)).not.toContain('198.51');
    await setSettings(space.foundation, 'privacy', {});
    const other = await newUser();
    await sign(other, '2001:db8::1');
    expect(await logs(other)).toMatchObject([{ ip: '2001:db8::1' }]);
  });

  test('grants members a bonus', async () => {
    await setSettings(space.foundation, 'sign', { cycle: 3, vipBonusBps: 2500 });
    const userId = await newUser();
    const beMember = (level: number, until: number | null) =>
      space.foundation.database.transaction((tx) =>
        tx.updateTable('users').set({ vip_level: level, vip_expires_at: until }).where('id', '=', userId).execute(),
      );
    await beMember(1, space.now + dayMs);
    expect((await sign(userId)).reward).toEqual([{ asset: 'coin', amount: 12 }]);
    space.now += dayMs;
    expect((await sign(userId)).reward).toEqual([
      { asset: 'coin', amount: 20 },
      { asset: 'compute', amount: 5 },
    ]);
    await beMember(0, null);
  });

  test('sells a make-up check-in for a missed day of the month', async () => {
    await setSettings(space.foundation, 'sign', { cycle: 3, makeUpPerMonth: 1, makeUpCost: 6 });
    const userId = await newUser();
    await sign(userId);
    space.now += 2 * dayMs;
    expect(await sign(userId)).toMatchObject({ streak: 1 });
    const makeUp = (day: string) => api.call('signMakeUp', { userId, day });
    expect(await getReason(makeUp('2027-03-12'))).toBe('otherMonth');
    expect(await getReason(makeUp('2027-02-28'))).toBe('otherMonth');
    expect(await getReason(makeUp('2027-03-10'))).toBe('notMissed');
    expect(await getReason(makeUp('2027-03-09'))).toBe('notMissed');
    expect(await api.call('signGet', { userId })).toMatchObject({ streak: 1, makeUp: { left: 1, cost: 6 } });
    expect(await makeUp('2027-03-11')).toMatchObject({ streak: 3, cost: 6 });
    expect(await coins(userId)).toBe(14);
    expect(await getReason(makeUp('2027-03-11'))).toBe('notMissed');
    space.now += 2 * dayMs;
    expect(await getReason(makeUp('2027-03-13'))).toBe('noneLeft');
    space.now -= dayMs;
    expect(await sign(userId)).toMatchObject({ streak: 4, cycleDay: 1 });
    expect(await api.call('signGet', { userId })).toMatchObject({
      signedToday: true,
      streak: 4,
      nextDay: 2,
      makeUp: { left: 0 },
      rewards: [{ dayNo: 1, coin: 10 }, { dayNo: 2 }, { dayNo: 3 }],
    });
    expect(await space.broken()).toEqual([]);
  });

  test('rejects a make-up check-in above the balance, and changes nothing', async () => {
    await setSettings(space.foundation, 'sign', { cycle: 3, makeUpPerMonth: 5, makeUpCost: 100 });
    const userId = await newUser();
    space.now += dayMs;
    await sign(userId);
    await expect(api.call('signMakeUp', { userId, day: '2027-03-10' })).rejects.toMatchObject({ code: 40200 });
    expect(await logs(userId)).toHaveLength(1);
  });

  test('revokes a reward from its own lot, and reports what is missing', async () => {
    const userId = await newUser();
    const { logId } = await sign(userId);
    await admin('/user/adjust-balance', { id: userId, asset: 'coin', amount: 50, reason: 'for a test' });
    await admin('/user/adjust-balance', { id: userId, asset: 'coin', amount: -4, reason: 'for a test' });
    const revoked = await admin('/sign-log/revoke', { id: logId, reason: 'made by a script' });
    expect(revoked.data).toMatchObject({
      status: 'revoked',
      shortCoin: 4,
      shortCompute: 0,
      reason: 'made by a script',
    });
    expect(await coins(userId)).toBe(50);
    expect(await admin('/sign-log/revoke', { id: logId, reason: 'once more' })).toMatchObject({ code: 40902 });
    expect(await sign(userId)).toMatchObject({ logId, streak: 1 });
    expect(await space.broken()).toEqual([]);
  });

  test('grants membership days once, and reclaims those that are left', async () => {
    space.now = opened;
    const plan = { name: randomUUID(), level: 1, price: 900, durationUnit: 'month', durationValue: 1 };
    const { id: planId } = (await space.admin('/vip-plan/create', { ...plan, renewalPolicy: 'inherit' })).data;
    const { items } = (await space.admin('/sign-rule/list', {})).data;
    const [rule] = items as readonly { readonly id: number; readonly version: number }[];
    await space.admin('/sign-rule/update', { id: rule?.id, version: rule?.version, planId, vipDays: 5 });
    const userId = await newUser();
    const signed = await sign(userId);
    expect(signed.vip).toEqual({ planId, days: 5 });
    expect(await sign(userId)).toEqual(signed);
    const vip = async () => (await api.call('userGet', { userId })).vip;
    expect(await vip()).toEqual({ level: 1, expiresAt: opened + 5 * dayMs });
    expect(await space.admin('/vip-plan/delete', { id: planId, version: 1 })).toMatchObject({ code: 40901 });
    space.now += 60_000;
    const revoked = await space.admin('/sign-log/revoke', { id: signed.logId, reason: 'for a test' });
    expect(revoked.data).toMatchObject({ vipDays: 5, shortDays: 1, planIdLabel: plan.name });
    expect(await vip()).toEqual({ level: 0, expiresAt: null });
    await space.admin('/sign-rule/update', {
      id: rule?.id,
      version: Number(rule?.version) + 1,
      planId: null,
      vipDays: 0,
    });
    expect(await space.broken()).toEqual([]);
  });

  test('returns the check-ins of today, their cost and the lengths of the streaks', async () => {
    space.now = opened;
    const figures = async () => (await admin('/sign-log/stats', {})).data;
    const getFirst = ({ streaks }: { readonly streaks?: unknown }) => (streaks as { people: number }[])[0]?.people ?? 0;
    const before = await figures();
    await sign(await newUser());
    const after = await figures();
    const grown = Object.entries(after).filter(([name, value]) => typeof value === 'number' && value !== before[name]);
    expect(Object.fromEntries(grown.map(([name, value]) => [name, Number(value) - Number(before[name])]))).toEqual({
      todaySigns: 1,
      todayCoin: 10,
      monthSigns: 1,
      monthCoin: 10,
    });
    expect(getFirst(after)).toBe(getFirst(before) + 1);
  });
});
