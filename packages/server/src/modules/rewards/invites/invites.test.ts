import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../../test/order-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { dayMs } from '../calendar-day.ts';
import { grantDueInvites } from './settle-invite.ts';

describe.each(databaseKinds)('invites on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });
  const settings = (values: Readonly<Record<string, unknown>>) =>
    setSettings(harness.space.foundation, 'invite', values);
  const rewards = { inviterReward: 100, inviteeReward: 30, coolDays: 7 };
  beforeEach(() => settings(rewards));

  const register = (values: Readonly<Record<string, string>> = {}) =>
    harness.api.call('userRegister', { username: randomUUID(), ...values });
  const inviter = (ip?: string) => register(ip ? { ip } : {});
  const invited = async (by: { inviteCode: string }, ip?: string) =>
    register({ inviterCode: by.inviteCode, ...(ip ? { ip } : {}) });
  const pay = async (userId: number) => {
    const orderNo = await harness.place(userId);
    expect((await harness.notify(harness.notice(orderNo))).code).toBe(20_000);
    return orderNo;
  };
  const records = (inviteeId: number) =>
    harness.space.foundation.database.read
      .selectFrom('invite_records')
      .selectAll()
      .where('invitee_id', '=', inviteeId)
      .orderBy('nth')
      .execute();
  const record = async (inviteeId: number) => {
    const last = (await records(inviteeId)).at(-1);
    if (!last) throw new Error('nobody invited this user');
    return last;
  };
  const act = async (inviteeId: number, action: string, input: Readonly<Record<string, unknown>> = {}) =>
    harness.space.admin(`/invite-record/${action}`, { id: (await record(inviteeId)).id, ...input });
  /** Runs the job as of a number of days from now. */
  const after = async (days: number) => {
    const { now } = harness.space;
    harness.space.now += days * dayMs;
    await grantDueInvites(harness.space.foundation);
    harness.space.now = now;
  };
  const won = async (userId: number, bought = 0) => (await harness.coins(userId)) - bought;

  test('grants both sides the reward for the first payment after the waiting period, each in its own lots', async () => {
    const [by, other] = [await inviter(), await inviter()];
    const { userId } = await invited(by);
    expect(await record(userId)).toMatchObject({ status: 'registered', inviter_id: by.userId, inviter_amount: 0 });
    await pay(userId);
    expect(await record(userId)).toMatchObject({ status: 'pending', paid: price, inviter_amount: 100 });
    await settings({ ...rewards, inviterReward: 5000 });
    await after(6.9);
    expect(await won(by.userId)).toBe(0);
    await after(7);
    await after(8);
    expect([await won(by.userId), await won(userId, 1200), await won(other.userId)]).toEqual([100, 30, 0]);
    expect(await record(userId)).toMatchObject({ status: 'granted' });
    await pay(userId);
    expect(await records(userId)).toHaveLength(1);
    const log = harness.space.foundation.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'grantDue');
    expect(await log.where('resource_id', '=', (await record(userId)).id).execute()).toHaveLength(1);
  });

  test('requires a review for a known mailbox, however its address is written', async () => {
    await setSettings(harness.space.foundation, 'register', { blockAlias: false });
    const name = randomUUID().slice(0, 8);
    const by = await register({ email: `${name}@gmail.com` });
    const to = async (email: string) => {
      const { userId } = await register({ email, inviterCode: by.inviteCode });
      const { risk, risk_flags: flags } = await record(userId);
      return [risk, flags];
    };
    const flagged = ['flagged', JSON.stringify(['sameMailbox'])];
    expect(await to(`${name[0]}.${name.slice(1)}@googlemail.com`)).toEqual(flagged);
    expect(await to(`${name}.new@example.com`)).toEqual(['none', null]);
    expect(await to(`${name}.new+2@example.com`)).toEqual(flagged);
    const { userId } = await register({ email: `${name}.new+3@example.com`, inviterCode: by.inviteCode });
    await pay(userId);
    expect(await record(userId)).toMatchObject({ status: 'review' });
  });

  test('grants rewards for registering, or a share of every payment, depending on the settings', async () => {
    await settings({ ...rewards, trigger: 'register', coolDays: 0, asset: 'compute' });
    const by = await inviter();
    const first = await invited(by);
    expect(await record(first.userId)).toMatchObject({ status: 'pending', asset: 'compute', order_id: null });
    await after(0);
    expect((await harness.api.call('userGet', { userId: by.userId })).wallets.compute.balance).toBe(100);

    await settings({ ...rewards, trigger: 'eachPaid', percentBps: 1000, coolDays: 0, creditDays: 10 });
    const second = await invited(by);
    await pay(second.userId);
    await pay(second.userId);
    await after(0);
    expect((await records(second.userId)).map((row) => [row.nth, row.inviter_amount, row.invitee_amount])).toEqual([
      [1, 200, 30],
      [2, 200, 0],
    ]);
    expect([await won(by.userId), await won(second.userId, 2400)]).toEqual([400, 30]);

    await settings({ ...rewards, enabled: false });
    const third = await invited(by);
    expect(third.inviterId).toBe(by.userId);
    expect(await records(third.userId)).toEqual([]);
  });

  test('ends rewards with a ban of their user: granted ones are reclaimed, open ones are rejected', async () => {
    await settings({ ...rewards, trigger: 'register', coolDays: 0 });
    const [by, other] = [await inviter(), await inviter()];
    const [first, theirs] = [await invited(by), await invited(other)];
    await after(0);
    await settings({ ...rewards, trigger: 'register', coolDays: 7 });
    const second = await invited(by);
    const { data: foreseen } = await harness.space.admin('/user/preview-reclaim', { id: by.userId });
    const both = 100 + 30;
    expect(foreseen).toMatchObject({ invites: 1, rejected: 1, coin: both, compute: 0, coinShort: 0, computeShort: 0 });
    const { data: banned } = await harness.space.admin('/user/ban', {
      id: by.userId,
      banReason: 'farmed invites',
      reclaimInvites: true,
    });
    expect(banned).toMatchObject({ status: 'banned', coinBalance: 0 });
    const rows = await Promise.all([first, second, theirs].map(({ userId }) => record(userId)));
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['reversed', 'farmed invites'],
      ['rejected', 'farmed invites'],
      ['granted', null],
    ]);
    expect([await won(first.userId), await won(other.userId)]).toEqual([0, 100]);
    const read = harness.space.foundation.database.read;
    const user = await read.selectFrom('users').select('token_version').where('id', '=', by.userId).execute();
    expect(user).toEqual([{ token_version: 2 }]);
    const audits = read.selectFrom('audit_logs').select(['action', 'resource_id']).orderBy('id', 'desc').limit(3);
    expect((await audits.execute()).map(({ action }) => action)).toEqual(['ban', 'reject', 'reverse']);
  });

  test('requires a review for suspicious invites', async () => {
    await settings({ ...rewards, maxPerDay: 2, coolDays: 0, sameNetworkLimit: 2, trigger: 'register' });
    const by = await inviter('203.0.113.9');
    const near = await invited(by, '203.0.113.77');
    const sharedNetwork = [];
    for (const host of [1, 2, 3]) sharedNetwork.push(await invited(by, `198.51.100.${host}`));
    await after(0);
    const seen = [];
    for (const { userId } of [near, ...sharedNetwork]) {
      const { status, risk_flags: flags } = await record(userId);
      seen.push([status, flags === null ? [] : JSON.parse(flags)]);
    }
    expect(seen).toEqual([
      ['review', ['inviterNetwork']],
      ['granted', []],
      ['review', ['dailyLimit']],
      ['review', ['manyFromNetwork', 'dailyLimit']],
    ]);
    expect(await won(by.userId)).toBe(100);
  });

  test('requires a review for a user who was banned meanwhile', async () => {
    const by = await inviter();
    const { userId } = await invited(by);
    await pay(userId);
    await harness.space.admin('/user/ban', { id: by.userId, banReason: 'bought with stolen cards' });
    await after(7);
    expect(await record(userId)).toMatchObject({ status: 'review', risk: 'flagged' });
    expect((await act(userId, 'approve')).data).toMatchObject({ status: 'granted', riskFlags: ['inactive'] });
    expect(await won(by.userId)).toBe(100);
  });

  test('approves and rejects invites by hand, also in bulk with a result for each', async () => {
    const by = await inviter();
    const people = [await invited(by), await invited(by), await invited(by)];
    const ids = await Promise.all(people.map(async ({ userId }) => (await record(userId)).id));
    const [first, second, third] = people.map(({ userId }) => userId) as [number, number, number];
    expect((await act(first, 'reject', { reason: 'one person, two accounts' })).data.status).toBe('rejected');
    await pay(first);
    expect(await records(first)).toHaveLength(1);
    await act(second, 'approve');
    const bulk = await harness.space.admin('/invite-record/batch', { action: 'approve', ids });
    expect(bulk).toMatchObject({ code: 20_001 });
    const items = bulk.data.items as readonly { readonly id: number; readonly code: number }[];
    expect(items.map(({ id, code }) => [id, code])).toEqual([
      [ids[0], 20_000],
      [ids[1], 40_902],
      [ids[2], 20_000],
    ]);
    expect([await won(by.userId), await won(first, 1200), await won(third)]).toEqual([300, 30, 30]);
  });

  test('approves an invite once for ten concurrent calls', async () => {
    const by = await inviter();
    const { userId } = await invited(by);
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(userId, 'approve')));
    expect(answers.filter(({ code }) => code === 20_000)).toHaveLength(1);
    expect(await won(by.userId)).toBe(100);
  });

  test('reverses rewards from their own lots, and reports what is missing before and after', async () => {
    const by = await inviter();
    const { userId } = await invited(by);
    await act(userId, 'approve');
    const adjust = (amount: number) =>
      harness.space.admin('/user/adjust-balance', { id: by.userId, asset: 'coin', amount, reason: 'for a test' });
    await adjust(500);
    await adjust(-35);
    const back = [
      { side: 'inviter', amount: 100, taken: 65, short: 35 },
      { side: 'invitee', amount: 30, taken: 30, short: 0 },
    ];
    expect((await act(userId, 'preview-reverse')).data).toMatchObject({ back });
    expect((await act(userId, 'reverse', { reason: 'farmed by a script' })).data).toMatchObject({
      status: 'reversed',
      inviterShort: 35,
      inviteeShort: 0,
      back,
    });
    expect([await won(by.userId), await won(userId)]).toEqual([500, 0]);
    expect((await act(userId, 'reverse', { reason: 'once more' })).code).toBe(40_902);
    expect((await act(userId, 'approve')).code).toBe(40_902);
    await pay(userId);
    expect(await records(userId)).toHaveLength(1);
  });

  test('reverses the reward of a fully refunded order, granted or not', async () => {
    const by = await inviter();
    const [granted, cooling] = [await invited(by), await invited(by)];
    const orders = [await pay(granted.userId), await pay(cooling.userId)];
    await act(granted.userId, 'approve');
    for (const orderNo of orders) {
      expect((await harness.act(orderNo, 'refund', { amount: 400, reason: 'in part' })).code).toBe(20_000);
      expect((await harness.act(orderNo, 'refund', { amount: price - 400, reason: 'and the rest' })).code).toBe(20_000);
    }
    expect(await record(granted.userId)).toMatchObject({ status: 'reversed', inviter_short: 0, invitee_short: 0 });
    expect(await record(cooling.userId)).toMatchObject({ status: 'rejected' });
    expect(await won(by.userId)).toBe(0);
  });

  test('does not grant a reward by undoing a rejection after the refund', async () => {
    const by = await inviter();
    const { userId } = await invited(by);
    const orderNo = await pay(userId);
    expect((await act(userId, 'reject', { reason: 'looks odd' })).code).toBe(20_000);
    const { read } = harness.space.foundation.database;
    const log = read.selectFrom('audit_logs').select('id').where('resource', '=', 'inviteRecord');
    const entry = await log.where('action', '=', 'reject').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect((await harness.act(orderNo, 'refund', { amount: price, reason: 'as asked for' })).code).toBe(20_000);
    expect((await harness.space.admin('/undo/entry', { id: entry.id })).code).toBe(40_902);
    await after(8);
    expect(await won(by.userId)).toBe(0);
    expect((await record(userId)).reason).toContain(orderNo);
  });

  test('returns stats', async () => {
    const { data } = await harness.space.admin('/invite-record/stats', {});
    const states = ['registered', 'pending', 'review', 'granted', 'rejected', 'reversed'];
    const { total } = (await harness.space.admin('/invite-record/list', {})).data;
    const granted = harness.space.foundation.database.read.selectFrom('invite_records').where('status', '=', 'granted');
    const rows = await granted.select(['asset', 'inviter_amount', 'invitee_amount']).execute();
    const given = (asset: string) =>
      rows.filter((row) => row.asset === asset).reduce((sum, row) => sum + row.inviter_amount + row.invitee_amount, 0);
    expect(states.reduce((sum, state) => sum + Number(data[state]), 0)).toBe(total);
    expect(data).toMatchObject({
      coin: given('coin'),
      compute: given('compute'),
      conversion: expect.stringMatching(/%$/),
    });
    expect(given('compute')).toBeGreaterThanOrEqual(130);
    expect((data.topInviters as unknown[]).length).toBeGreaterThan(3);
  });
});
