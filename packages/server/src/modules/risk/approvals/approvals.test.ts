import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../../test/order-harness.ts';
import type { Answered, OtherAdmin } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { expireApprovals } from './expire-approvals.ts';

const [ok, accepted, denied, invalid, insufficient, stepUp, wrongState] = [
  20_000, 20_001, 40_300, 42_200, 40_200, 40_301, 40_902,
];
const minute = 60_000;

describe.each(databaseKinds)('two-person approval of money on %s', (kind) => {
  let harness: OrderHarness;
  let second: OtherAdmin;
  let third: OtherAdmin;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
    second = await harness.space.otherAdmin('second-admin');
    third = await harness.space.otherAdmin('third-admin');
    await second.prove();
    await third.prove();
    await setSettings(harness.space.foundation, 'approval', {
      adjustCredits: 500,
      refundAmount: 600,
      markPaidAmount: 900,
    });
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const adjust = (userId: number, amount: number) =>
    harness.space.admin('/user/adjust-balance', { id: userId, asset: 'coin', amount, reason: 'a gift for a friend' });
  const waiting = ({ code, data }: Answered): number => {
    expect({ code, status: data.status }).toEqual({ code: accepted, status: 'pending' });
    return Number(data.approvalId);
  };
  const planBy = async (who: OtherAdmin, values: Readonly<Record<string, unknown>> = {}) => {
    const plan = { name: randomUUID(), price, level: 1, durationUnit: 'day', durationValue: 30, ...values };
    const { id, version } = (await who.call('/vip-plan/create', plan)).data;
    await allow(await who.call('/vip-plan/publish', { id, version }), who);
    return { id: Number(id), version: await getVersion(Number(id)) };
  };
  /** Has another admin approve the request of an admin. */
  const allow = async (answer: Answered, who: OtherAdmin | null) => {
    const other = who === second ? third : second;
    expect((await other.call('/approval/approve', { id: waiting(answer) })).code).toBe(ok);
  };
  const getVersion = async (id: number) => Number((await harness.space.admin('/vip-plan/get', { id })).data.version);
  const read = () => harness.space.foundation.database.read;
  const getState = async (id: number) =>
    (await read().selectFrom('approvals').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

  test('moves amounts up to the limit immediately and holds amounts above it', async () => {
    const userId = await harness.newUser();
    expect((await adjust(userId, 500)).code).toBe(ok);
    const id = waiting(await adjust(userId, 1));
    expect(await harness.coins(userId)).toBe(500);
    expect((await second.call('/approval/approve', { id })).code).toBe(ok);
    expect(await harness.coins(userId)).toBe(501);
  });

  test('runs an approved action once in the name of the requester and logs both names', async () => {
    const userId = await harness.newUser();
    const id = waiting(await adjust(userId, 5000));
    const tries = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? second : third).call('/approval/approve', { id, note: 'agreed' })),
    );
    expect(tries.filter(({ code }) => code === ok)).toHaveLength(1);
    expect(tries.filter(({ code }) => code === wrongState)).toHaveLength(5);
    expect(await harness.coins(userId)).toBe(5000);
    const entries = await read().selectFrom('ledger_entries').selectAll().where('user_id', '=', userId).execute();
    expect(entries).toMatchObject([{ operator: 'admin', operator_id: 1, reason: 'a gift for a friend', delta: 5000 }]);
    const log = (resource: string, action: string, about: number) =>
      read()
        .selectFrom('audit_logs')
        .selectAll()
        .where('resource', '=', resource)
        .where('action', '=', action)
        .where('resource_id', '=', about)
        .executeTakeFirstOrThrow();
    const done = await log('user', 'adjustBalance', userId);
    expect(JSON.parse(String(done.after))).toMatchObject({ requestedBy: 'first-admin', amount: 5000 });
    expect(JSON.parse(String(done.after)).approvedBy).toMatch(/^(second|third)-admin$/);
    expect(await log('approval', 'request', id)).toMatchObject({ actor_id: 1, reason: 'a gift for a friend' });
    expect(await log('approval', 'approve', id)).toMatchObject({ actor_id: done.actor_id });
  });

  test('rejects a decision by the requester or without recent identity confirmation', async () => {
    const userId = await harness.newUser();
    const id = waiting(await adjust(userId, 600));
    await harness.space.proveMyself();
    expect((await harness.space.admin('/approval/approve', { id })).code).toBe(denied);
    expect((await harness.space.admin('/approval/reject', { id, note: 'never mind' })).code).toBe(denied);
    harness.space.now += 6 * minute;
    expect((await second.call('/approval/approve', { id })).code).toBe(stepUp);
    const bulk = { action: 'approve', ids: [id], params: {} };
    expect((await second.call('/approval/batch', bulk)).code).toBe(stepUp);
    await second.prove();
    await third.prove();
    expect((await second.call('/approval/withdraw', { id })).code).toBe(denied);
    expect((await harness.space.admin('/approval/withdraw', { id })).code).toBe(ok);
    expect((await second.call('/approval/approve', { id })).code).toBe(wrongState);
    expect(await harness.coins(userId)).toBe(0);
  });

  test('rejects an impossible action immediately, and at the approval when it has become impossible', async () => {
    const userId = await harness.newUser();
    expect((await adjust(userId, -600)).code).toBe(insufficient);
    waiting(await adjust(userId, 700));
    const [given] = (await harness.space.admin('/approval/list', { filters: { userId: [userId] } })).data.items as {
      id: number;
    }[];
    expect((await second.call('/approval/approve', { id: given?.id })).code).toBe(ok);
    const id = waiting(await adjust(userId, -650));
    await second.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: -100, reason: 'was faster' });
    expect((await third.call('/approval/approve', { id })).code).toBe(insufficient);
    expect(await getState(id)).toBe('pending');
    expect((await third.call('/approval/reject', { id, note: 'not enough left' })).code).toBe(ok);
    expect(await harness.coins(userId)).toBe(600);
  });

  test('holds each user of a bulk action separately', async () => {
    const [one, two] = [await harness.newUser(), await harness.newUser()];
    await adjust(one, 450);
    const params = { asset: 'coin', amount: 100, reason: 'for everybody' };
    const answer = await harness.space.admin('/user/batch', { action: 'adjustBalance', ids: [one, two], params });
    expect(answer.code).toBe(accepted);
    expect(answer.data).toMatchObject({ affected: 2, failed: 0 });
    expect((answer.data.items as { id: number; code: number }[]).map(({ code }) => code)).toEqual([accepted, ok]);
    expect([await harness.coins(one), await harness.coins(two)]).toEqual([450, 100]);
    const dry = { action: 'adjustBalance', ids: [one], params, dryRun: true };
    await harness.space.admin('/user/batch', dry);
    const list = await harness.space.admin('/approval/list', { filters: { userId: [one] } });
    expect(list.data.total).toBe(1);
    const ids = (list.data.items as { id: number }[]).map(({ id }) => id);
    expect((await second.call('/approval/batch', { action: 'approve', ids, params: {} })).data).toMatchObject({
      affected: 1,
    });
    expect(await harness.coins(one)).toBe(550);
  });

  test('creates one request for a key that is sent again', async () => {
    const userId = await harness.newUser();
    const key = randomUUID();
    const body = { id: userId, asset: 'compute', amount: 900, reason: 'sent two times' };
    const first = await second.call('/user/adjust-balance', body, key);
    const again = await second.call('/user/adjust-balance', body, key);
    expect(waiting(again)).toBe(waiting(first));
  });

  test('counts all refunds of an order together, and holds orders marked as paid by hand', async () => {
    const userId = await harness.newUser();
    const paidNo = await harness.place(userId);
    const limits = { adjustCredits: 500, refundAmount: 600, markPaidAmount: 900 };
    await setSettings(harness.space.foundation, 'approval', { ...limits, adjustCredits: 0 });
    await harness.notify(harness.notice(paidNo));
    await setSettings(harness.space.foundation, 'approval', limits);
    expect((await harness.act(paidNo, 'refund', { amount: 600, reason: 'as asked for' })).code).toBe(ok);
    const again = { amount: 100, reason: 'as asked for' };
    const id = waiting(await harness.act(paidNo, 'refund', again));
    expect((await harness.act(paidNo, 'refund', again)).code).toBe(wrongState);
    expect(await harness.row(paidNo)).toMatchObject({ refunded: 600, status: 'partiallyRefunded' });
    expect((await second.call('/approval/approve', { id })).code).toBe(ok);
    expect(await harness.row(paidNo)).toMatchObject({ refunded: 700, status: 'partiallyRefunded' });

    const byHand = await harness.place(userId);
    const money = { paid: price, externalNo: `bank-${kind}`, evidence: 'seen at the bank' };
    expect((await harness.act(byHand, 'mark-paid', { ...money, paid: price - 1 })).code).toBe(invalid);
    const payment = waiting(await harness.act(byHand, 'mark-paid', money));
    expect((await harness.row(byHand)).status).toBe('pending');
    expect((await second.call('/approval/approve', { id: payment })).code).toBe(ok);
    expect(await harness.row(byHand)).toMatchObject({ status: 'fulfilled', paid: price });
  });

  test('counts the total value of codes, together with the codes of the last day', async () => {
    const codes = (who: (path: string, body: unknown) => Promise<Answered>, input: Readonly<Record<string, unknown>>) =>
      who('/redeem-batch/generate', { name: 'for a fair', ...input });
    const batches = async () => Number((await harness.space.admin('/redeem-batch/list', {})).data.total);
    const coins = { kind: 'coin', coin: 100, count: 5 };
    expect((await codes(harness.space.admin, coins)).code).toBe(ok);
    const one = { ...coins, coin: 1, count: 1 };
    const id = waiting(await codes(harness.space.admin, one));
    expect([await batches(), (await codes(third.call, one)).code]).toEqual([1, ok]);
    const shared = { ...coins, count: 1, mode: 'shared', maxUses: 6 };
    const [inAll, oneByOne] = [await codes(third.call, shared), await codes(second.call, { ...coins, count: 6 })];
    waiting(inAll);
    waiting(oneByOne);
    waiting(await codes(second.call, { kind: 'vip', vipPlanId: harness.products.vip, count: 1 }));
    expect((await codes(second.call, { kind: 'vip', vipPlanId: harness.products.vip, vipDays: 20 })).code).toBe(ok);
    waiting(await codes(second.call, { kind: 'vip', vipPlanId: harness.products.vip, vipDays: 8 }));
    expect((await codes(second.call, { ...coins, coin: 0 })).code).toBe(invalid);
    expect((await second.call('/approval/approve', { id })).code).toBe(ok);
    const made = await read().selectFrom('redeem_batches').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(made).toMatchObject({ coin: 1, count: 1, created_by: 1 });
    const requested = await read().selectFrom('approvals').selectAll().where('kind', '=', 'generateCodes').execute();
    expect(requested.map(({ user_id: who, credits, amount }) => [who, credits, amount])).toEqual([
      [null, 1, null],
      [null, 600, null],
      [null, 600, null],
      [null, 300, 1000],
      [null, null, 267],
    ]);
    await Promise.all(
      requested.slice(1).map((row) => harness.space.admin('/approval/reject', { id: row.id, note: 'too many' })),
    );
  });

  test('tests a request for many codes by creating one of them', async () => {
    const { statements } = harness.space;
    const before = statements.length;
    // More than one insert statement would hold, and more than anyone should wait for.
    const batch = { name: 'for a city', kind: 'coin', coin: 100, count: 5_000 };
    const id = waiting(await second.call('/redeem-batch/generate', batch));
    const inserts = statements.slice(before).filter((text) => /^insert into "?redeem_codes"? /i.test(text));
    expect(inserts).toHaveLength(1);
    await harness.space.admin('/approval/reject', { id, note: 'too many' });
  });

  test('counts granted memberships at the price of their plan, also in bulk and in small steps', async () => {
    const [one, two] = [await harness.newUser(), await harness.newUser()];
    const plan = await planBy(third, { giftCoin: 300, renewalPolicy: 'inherit' });
    const params = { planId: plan.id, reason: 'a friend of ours' };
    const grant = (id: number, more: Readonly<Record<string, unknown>> = {}) =>
      harness.space.admin('/user/grant-membership', { id, ...params, ...more });
    const owned = async (userId: number) =>
      read().selectFrom('user_memberships').selectAll().where('user_id', '=', userId).execute();
    const full = waiting(await grant(one));
    expect([(await grant(one)).code, (await owned(one)).length]).toEqual([wrongState, 0]);
    expect((await grant(two, { days: 15 })).code).toBe(ok);
    const [held] = await owned(two);
    const act = (action: string, input: unknown) =>
      harness.space.admin(`/user-membership/${action}`, { id: held?.id, reason: 'some more', ...(input as object) });
    expect((await act('extend', { days: 12 })).code).toBe(ok);
    const longer = waiting(await act('extend', { days: 1 }));
    const later = { endAt: Number((await owned(two))[0]?.end_at) + 24 * 60 * minute };
    waiting(await act('set-end', later));
    const bulk = { action: 'grantMembership', ids: [two], params: { ...params, days: 1 } };
    expect((await harness.space.admin('/user/batch', bulk)).data.items).toMatchObject([{ code: accepted }]);
    const gifts = await grant(await harness.newUser(), { days: 1, gifts: true });
    expect([gifts.code, (await second.call('/approval/approve', { id: full })).code]).toEqual([ok, ok]);
    expect((await second.call('/approval/approve', { id: longer })).code).toBe(ok);
    const lasts = (Number((await owned(two))[0]?.end_at) - harness.space.now) / (24 * 60 * minute);
    expect([(await owned(one)).length, Math.round(lasts)]).toEqual([1, 28]);
  });

  test('counts an extension of a discounted membership at the current list price of its plan', async () => {
    const plan = await planBy(third, { price: 1 });
    const userId = await harness.newUser();
    const given = { id: userId, planId: plan.id, reason: 'a friend of ours' };
    expect((await harness.space.admin('/user/grant-membership', given)).code).toBe(ok);
    const owned = read().selectFrom('user_memberships').select('id').where('user_id', '=', userId);
    const { id } = await owned.executeTakeFirstOrThrow();
    const extend = (days: number) => harness.space.admin('/user-membership/extend', { id, days, reason: 'some more' });
    expect((await extend(100)).code).toBe(ok);
    const dearer = { id: plan.id, version: plan.version, originalPrice: price };
    await allow(await third.call('/vip-plan/update', dearer), third);
    const waits = waiting(await extend(1));
    expect((await second.call('/approval/get', { id: waits })).data).toMatchObject({ kind: 'extendMembership' });
    await second.call('/approval/reject', { id: waits, note: 'too long' });
  });

  test('counts quota resets together with those of the last day', async () => {
    const userId = await harness.newUser();
    const quotas = [{ capability: 'chat', amount: 400, period: 'month' }];
    const plan = await planBy(third, { price: 10, quotas });
    const given = { id: userId, planId: plan.id, reason: 'a friend of ours' };
    expect((await harness.space.admin('/user/grant-membership', given)).code).toBe(ok);
    const owned = read().selectFrom('user_memberships').select('id').where('user_id', '=', userId);
    const { id } = await owned.executeTakeFirstOrThrow();
    const use = async (amount: number) => {
      const hold = { requestId: randomUUID(), userId, capability: 'chat', asset: 'coin', amount } as const;
      expect(await harness.api.call('billingHold', hold)).toMatchObject({ fromQuota: amount });
    };
    const reset = () => harness.space.admin('/user-membership/reset-quota', { id, reason: 'a fault of ours' });
    await use(300);
    expect((await reset()).code).toBe(ok);
    await use(250);
    const waits = waiting(await reset());
    const { data } = await second.call('/approval/get', { id: waits });
    expect(data).toMatchObject({ kind: 'resetQuota', userId, credits: 250, amount: null });
    expect((await second.call('/approval/approve', { id: waits })).code).toBe(ok);
    await use(400);
  });

  test('requires approval for a plan whose price was set by the same admin, and for no other plan', async () => {
    const { id, version } = await planBy(second);
    const grant = async (who: (path: string, body: unknown) => Promise<Answered>) =>
      who('/user/grant-membership', { id: await harness.newUser(), planId: id, days: 1, reason: 'a friend of ours' });
    waiting(await grant(second.call));
    await third.call('/vip-plan/update', { id, version, name: randomUUID() });
    expect((await grant(third.call)).code).toBe(ok);
    await allow(await third.call('/vip-plan/update', { id, version: await getVersion(id), price: 1 }), third);
    expect((await grant(third.call)).code).toBe(ok);
    waiting(await grant(second.call));
    waiting(await second.call('/redeem-batch/generate', { name: 'cheap', kind: 'vip', vipPlanId: id, vipDays: 1 }));
    expect((await grant(harness.space.admin)).code).toBe(ok);
    const many = { action: 'update', ids: [id], params: { giftCoin: 299 } };
    expect((await harness.space.admin('/vip-plan/batch', many)).data).toMatchObject({ items: [{ code: accepted }] });
  });

  test('raises a limit only with identity confirmation and another admin, and notifies all admins', async () => {
    const save = (values: Readonly<Record<string, number>>) => {
      const group = { page: 'system', group: 'approval' };
      return harness.space.admin('/settings/get', { page: 'system' }).then(({ data }) => {
        const { version } = (data.groups as Record<string, { version: number }>).approval ?? { version: 0 };
        return harness.space.admin('/settings/save', { ...group, version, values });
      });
    };
    const reported = async (who: OtherAdmin) =>
      ((await who.call('/message_panel', {})).data.messages as { title: string }[]).filter(({ title }) =>
        /^(Approval limits were raised|双人审批的限额)/.test(title),
      ).length;
    harness.space.now += 6 * minute;
    expect((await save({ refundAmount: 500, hours: 71 })).code).toBe(stepUp);
    expect((await save({ refundAmount: 0 })).code).toBe(stepUp);
    expect((await save({ adjustCredits: 501 })).code).toBe(stepUp);
    await harness.space.proveMyself();
    expect((await save({ refundAmount: 500, hours: 71 })).code).toBe(ok);
    expect(await reported(third)).toBe(0);
    const id = waiting(await save({ refundAmount: 600, hours: 72 }));
    const limit = async () => (await harness.space.foundation.settings.read('system', 'approval')).refundAmount;
    expect([await limit(), await reported(second)]).toEqual([500, 0]);
    expect((await harness.space.admin('/approval/approve', { id })).code).toBe(denied);
    await second.prove();
    await third.prove();
    expect((await second.call('/approval/approve', { id })).code).toBe(ok);
    expect(await limit()).toBe(600);
    expect([await reported(second), await reported(third)]).toEqual([1, 1]);
  });

  test('lists pending approvals as to-dos on the workplace', async () => {
    const userId = await harness.newUser();
    waiting(await adjust(userId, 777));
    const { data } = await harness.space.admin('/message_panel', {});
    expect(
      (data.todos as { key: string; count: number }[]).find(({ key }) => key === 'approvalsWaiting')?.count,
    ).toBeGreaterThan(0);
  });

  test('expires without a decision in time, and when the requester loses the right', async () => {
    const userId = await harness.newUser();
    const id = waiting(await adjust(userId, 800));
    const other = await harness.space.otherAdmin(`gone-${kind}`);
    const byOther = waiting(
      await other.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: 800, reason: 'on the way out' }),
    );
    await harness.space.admin('/admin/disable', { id: other.id });
    expect((await second.call('/approval/approve', { id: byOther })).code).toBe(wrongState);
    harness.space.now += 73 * 60 * minute;
    expect(await expireApprovals(harness.space.foundation)).toBeGreaterThanOrEqual(2);
    expect([await getState(id), await getState(byOther)]).toEqual(['expired', 'expired']);
    expect(await expireApprovals(harness.space.foundation)).toBe(0);
    expect(await harness.coins(userId)).toBe(0);
  });
});
