import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../../test/order-harness.ts';
import type { Answered, OtherAdmin } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';

const [ok, accepted, invalid, wrongState] = [20_000, 20_001, 42_200, 40_902];

describe.each(databaseKinds)('two-person approval of grants on %s', (kind) => {
  let harness: OrderHarness;
  let second: OtherAdmin;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
    second = await harness.space.otherAdmin('second-admin');
    await second.prove();
    await setSettings(harness.space.foundation, 'approval', { adjustCredits: 500, refundAmount: 0, markPaidAmount: 0 });
  });
  afterAll(async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
  });

  const admin = (path: string, body: unknown) => harness.space.admin(path, body);
  const waiting = ({ code, data }: Answered): number => {
    expect({ code, status: data.status }).toEqual({ code: accepted, status: 'pending' });
    return Number(data.approvalId);
  };
  const allow = async (answer: Answered) => second.call('/approval/approve', { id: waiting(answer) });
  const pack = async (coin: number, more: object = {}) => {
    const made = await admin('/currency-pack/create', { name: randomUUID(), coin, price: 1, ...more });
    expect(made.code).toBe(ok);
    return Number(made.data.id);
  };
  const packNow = async (id: number) => (await admin('/currency-pack/get', { id })).data;
  const userWith = async () => {
    const userId = await harness.newUser();
    return { userId, coins: () => harness.coins(userId) };
  };
  const settingsNow = async () => (await admin('/settings/get', { page: 'system' })).data.groups as Groups;
  type Groups = Record<string, { version: number; values: Record<string, unknown> }>;
  const save = async (group: string, values: object) => {
    const { version } = (await settingsNow())[group] ?? { version: 0 };
    return admin('/settings/save', { page: 'system', group, version, values });
  };

  it('requires another admin to put a pack of 1,000,000 coins for 0.01 on sale', async () => {
    const id = await pack(1_000_000);
    const answer = await admin('/currency-pack/publish', { id });
    expect((await packNow(id)).status).toBe('off');
    expect((await allow(answer)).code).toBe(ok);
    expect((await packNow(id)).status).toBe('on');
  });

  it('does not approve a pack that was changed after the request', async () => {
    const id = await pack(600);
    const request = waiting(await admin('/currency-pack/publish', { id }));
    const { version } = await packNow(id);
    expect((await admin('/currency-pack/update', { id, version, coin: 1_000_000 })).code).toBe(ok);
    expect((await second.call('/approval/approve', { id: request })).code).toBe(wrongState);
    expect((await packNow(id)).status).toBe('off');
    await second.call('/approval/reject', { id: request, note: 'it was changed' });
  });

  it('requires another admin to change the terms of a pack on sale, in the form, a batch and an import', async () => {
    const id = await pack(400);
    expect((await admin('/currency-pack/publish', { id })).code).toBe(ok);
    const now = await packNow(id);
    const changed = await admin('/currency-pack/update', { id, version: now.version, bonus: 1000 });
    expect((await admin('/currency-pack/update', { id, version: now.version, tag: 'new' })).code).toBe(ok);
    const batch = { action: 'update', ids: [id], params: { firstBuyBonus: 5000 } };
    const open = waiting(changed);
    await second.call('/approval/reject', { id: open, note: 'too much' });
    expect((await admin('/currency-pack/batch', batch)).data).toMatchObject({ items: [{ code: accepted }] });
    const row = { name: now.name, coin: 900_000, price: 1 };
    const read = await admin('/currency-pack/import', { rows: [{ line: 1, values: row }], onConflict: 'update' });
    expect(read.data).toMatchObject({ failed: 1, updated: 0 });
    expect(await packNow(id)).toMatchObject({ coin: 400, bonus: 0, firstBuyBonus: 0, tag: 'new' });
  });

  it('does not put a changed pack on sale again by undoing its unpublishing', async () => {
    const id = await pack(400);
    await admin('/currency-pack/publish', { id });
    const key = randomUUID();
    expect((await harness.space.admin('/currency-pack/unpublish', { id }, key)).code).toBe(ok);
    const { version } = await packNow(id);
    expect((await admin('/currency-pack/update', { id, version, coin: 1_000_000 })).code).toBe(ok);
    expect((await admin('/undo/call', { key })).code).toBe(wrongState);
    expect((await packNow(id)).status).toBe('off');
  });

  it('values an order marked as paid by what it grants, whatever its price', async () => {
    const { userId, coins } = await userWith();
    const orderNo = await harness.place(userId);
    const money = { paid: price, externalNo: `grant-${kind}`, evidence: 'seen at the bank' };
    const answer = await harness.act(orderNo, 'mark-paid', money);
    expect(await coins()).toBe(0);
    expect((await allow(answer)).code).toBe(ok);
    expect(await coins()).toBe(1200);
  });

  it('does not record a sandbox payment that grants more than an admin may grant alone', async () => {
    const { userId, coins } = await userWith();
    const orderNo = await harness.place(userId);
    const reported = await harness.notify(harness.notice(orderNo));
    expect({ code: reported.code, reason: reported.data.reason }).toEqual({
      code: invalid,
      reason: 'approvalRequired',
    });
    expect(await harness.events(orderNo)).toEqual(['notify approvalRequired']);
    expect([await coins(), (await harness.row(orderNo)).status]).toEqual([0, 'pending']);
    const small = await harness.place(userId, { productType: 'compute' });
    expect((await harness.notify(harness.notice(small))).code).toBe(ok);
  });

  it('requires another admin to save check-in rewards above the limit', async () => {
    const made = await admin('/sign-rule/create', { dayNo: 29, coin: 100_000 });
    const days = ((await admin('/sign-rule/list', {})).data.items as { dayNo: number }[]).map(({ dayNo }) => dayNo);
    expect(days).not.toContain(29);
    expect((await allow(made)).code).toBe(ok);
    const file = { rows: [{ line: 1, values: { dayNo: 28, coin: 100_000 } }], onConflict: 'error' };
    expect((await admin('/sign-rule/import', file)).data).toMatchObject({ failed: 1, created: 0 });
    const small = await admin('/sign-rule/create', { dayNo: 27, coin: 20 });
    expect(small.code).toBe(ok);
    const change = { id: small.data.id, version: small.data.version, coin: 600 };
    waiting(await admin('/sign-rule/update', change));
    await admin('/sign-rule/disable', { id: small.data.id });
    const { version } = (await admin('/sign-rule/get', { id: small.data.id })).data;
    expect((await admin('/sign-rule/update', { ...change, version })).code).toBe(ok);
    waiting(await admin('/sign-rule/enable', { id: small.data.id }));
    expect((await admin('/sign-rule/get', { id: small.data.id })).data.status).toBe('disabled');
  });

  it('requires another admin to raise the rewards of the settings above the limit', async () => {
    expect((await save('register', { giftCoin: 400 })).code).toBe(ok);
    const requested = await save('register', { giftCoin: 1_000_000, giftDays: 3 });
    expect((await settingsNow()).register?.values).toMatchObject({ giftCoin: 400, giftDays: 0 });
    expect((await save('register', { perIpPerDay: 9 })).code).toBe(ok);
    expect((await allow(requested)).code).toBe(ok);
    const after = (await settingsNow()).register?.values;
    expect(after).toMatchObject({ giftCoin: 1_000_000, giftDays: 3, perIpPerDay: 9 });
    waiting(await save('invite', { inviterReward: 300, inviteeReward: 300 }));
    expect((await save('register', { giftCoin: 0 })).code).toBe(ok);
  });

  it('lets an admin raise a limit alone only where no other admin may approve, and not by removing the others first', async () => {
    await harness.space.proveMyself();
    const set = { permissionSet: ['orders'] };
    const { version } = (await admin('/admin/get', { id: second.id })).data;
    expect((await admin('/admin/update', { id: second.id, version, ...set })).code).toBe(ok);
    const request = waiting(await save('approval', { adjustCredits: 0 }));
    await admin('/approval/withdraw', { id: request });
    harness.space.now += 25 * 3_600_000;
    await harness.space.signIn();
    await harness.space.proveMyself();
    expect((await save('approval', { adjustCredits: 0 })).code).toBe(ok);
  });
});
