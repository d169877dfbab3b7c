import { randomUUID } from 'node:crypto';
import { ResponseError, type ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { expireHolds } from '../../ledger/expire.ts';

describe.each(databaseKinds)('holds of long work through the service API on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  let users: number[];
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    api = space.api(await space.newClient());
    // The session of the admin who gives them credits is over by the time that the first has waited.
    users = [await newUser(), await newUser()];
  });
  afterAll(async () => {
    expect(await space.broken()).toEqual([]);
    await space.drop();
  });

  const newUser = async () => {
    const { userId } = await api.call('userRegister', { username: randomUUID() });
    const adjusted = { id: userId, asset: 'coin', amount: 100, reason: 'for a test' };
    expect((await space.admin('/user/adjust-balance', adjusted)).code).toBe(20_000);
    return userId;
  };
  const use = (userId: number, amount: number) =>
    ({ userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount }) as const;
  const getCode = (work: Promise<unknown>) =>
    work.then(
      () => 20_000,
      (error: unknown) => (error instanceof ResponseError ? error.code : error),
    );
  const expire = async (minutes: number) => {
    const { database, clock, log } = space.foundation;
    space.now += minutes * 60_000;
    await expireHolds({ database, clock, log });
  };

  it('extends a hold for long work, and captures one that expired with its usage record', async () => {
    const [userId = 0] = users;
    const placed = space.now;
    const { holdNo } = await api.call('billingHold', use(userId, 60));
    const extended = await api.call('billingExtend', { holdNo, minutes: 90 }, 'one-extension');
    expect(extended).toEqual({
      ...{ holdNo, status: 'held' },
      ...{ expiresAt: placed + 90 * 60_000, latestAt: placed + 1440 * 60_000 },
    });
    expect(await api.call('billingExtend', { holdNo, minutes: 90 }, 'one-extension')).toEqual(extended);
    await setSettings(space.foundation, 'billing', { holdMaxMinutes: 100 });
    expect(await api.call('billingExtend', { holdNo, minutes: 600 })).toMatchObject({
      expiresAt: placed + 100 * 60_000,
    });
    expect(await getCode(api.call('billingExtend', { holdNo, minutes: 0 }))).toBe(42200);
    await expire(101);
    expect(await getCode(api.call('billingExtend', { holdNo }))).toBe(40902);
    const usage = { modelName: 'late' };
    const captured = await api.call('billingCapture', { holdNo, amount: 130, usage });
    expect(captured).toEqual({ holdNo, charged: 130, fromQuota: 0, writtenOff: 0, balanceAfter: -30 });
    expect(await api.call('billingCapture', { holdNo, amount: 130, usage })).toEqual(captured);
    const records = space.foundation.database.read
      .selectFrom('usage_records')
      .selectAll()
      .where('user_id', '=', userId);
    expect(await records.execute()).toMatchObject([{ charged_amount: 130, model_name: 'late' }]);
  });

  it('creates a new hold after the first expired, and rejects it with the reason when nothing can be held', async () => {
    const [, userId = 0] = users;
    const request = use(userId, 60);
    const { holdNo } = await api.call('billingHold', request, 'first');
    await expire(31);
    expect(await api.call('billingHold', request, 'second')).toMatchObject({ holdNo, status: 'held' });
    await api.call('billingRelease', { holdNo });
    const rejected = await api.call('billingHold', request, 'third').catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: 40902, message: expect.stringContaining('requestId') });
    expect((await api.call('userGet', { userId })).wallets.coin).toEqual({ balance: 100, held: 0 });
  });
});
