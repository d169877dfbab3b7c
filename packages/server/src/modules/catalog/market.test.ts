import { randomUUID } from 'node:crypto';
import type { ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

const day = 86_400_000;
const hour = 3_600_000;

describe.each(databaseKinds)('plans and packs on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    api = space.api(await space.newClient());
  });
  afterAll(() => space.drop());

  const newUser = async () => (await api.call('userRegister', { username: randomUUID() })).userId;
  const done = async (path: string, body: object) => {
    const answer = await space.admin(path, body);
    if (answer.code !== 20_000 && answer.code !== 20_001) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const planOf = (values = {}) => ({
    name: randomUUID(),
    level: 1,
    price: 1000,
    durationUnit: 'day',
    durationValue: 30,
    renewalPolicy: 'inherit',
    ...values,
  });
  const newPlan = async (values = {}) => Number((await done('/vip-plan/create', planOf(values))).id);
  const packOf = (values = {}) => ({ name: randomUUID(), coin: 100, price: 500, ...values });
  const grant = (id: number, planId: number, rest = {}) =>
    space.admin('/user/grant-membership', { id, planId, reason: 'for a test', ...rest });
  const getMembership = async (userId: number) => (await api.call('userGet', { userId })).membership;

  test.each([
    ['vip-plan', planOf({ quotas: [{ capability: 'chat', amount: 0, period: 'day' }] }), 'quotas'],
    ['vip-plan', planOf({ quotas: { chat: 5 } }), 'quotas'],
    [
      'vip-plan',
      planOf({
        quotas: [
          { capability: 'chat', amount: 1, period: 'day' },
          { capability: 'chat', amount: 2, period: 'day' },
        ],
      }),
      'quotas',
    ],
    ['vip-plan', planOf({ originalPrice: 999 }), 'originalPrice'],
    ['vip-plan', planOf({ visibleFrom: 2, visibleTo: 1 }), 'visibleTo'],
    ['vip-plan', planOf({ durationUnit: 'year', durationValue: 101 }), 'durationValue'],
    ['vip-plan', planOf({ price: 0 }), 'price'],
    ['vip-plan', planOf({ level: 1.5 }), 'level'],
    ['currency-pack', packOf({ coin: -1 }), 'coin'],
    ['currency-pack', packOf({ originalPrice: 1 }), 'originalPrice'],
    ['power-pack', { name: 'p', compute: 5, price: 1, capabilities: ['flying'] }, 'capabilities.0'],
  ])('%s is rejected by field when it does not hold together: %#', async (path, values, field) => {
    const rejected = await space.admin(`/${path}/create`, values);
    expect([rejected.code, Object.keys(rejected.errors)]).toEqual([42_200, [field]]);
    const imported = await done(`/${path}/import`, { rows: [{ line: 7, values }] });
    expect(imported).toMatchObject({ created: 0, failed: 1 });
  });

  test('reports the level of a member and the subject of an audit entry by name, and regions too', async () => {
    const id = await newPlan({ name: `gold-${randomUUID()}`, nameEn: 'Gold', level: 77 });
    await done('/vip-plan/publish', { id });
    const userId = await newUser();
    expect(await done('/user/get', { id: userId })).toMatchObject({ vipLevel: 0, vipLevelLabel: null });
    expect((await grant(userId, id)).code).toBe(20_000);
    const { version } = (await done('/user/get', { id: userId })) as { version: number };
    await done('/user/update', { id: userId, version, regionCode: '440305' });
    const member = await done('/user/get', { id: userId });
    expect(member).toMatchObject({ vipLevel: 77, vipLevelLabel: expect.stringMatching(/^gold/i) });
    expect(member).toMatchObject({ regionCode: '440305', regionCodeLabel: expect.stringContaining('南山区') });
    const entries = (await done('/audit-log/list', {
      filters: { resource: ['vipPlan'], resourceId: { from: id, to: id } },
    })) as { items: Record<string, unknown>[] };
    expect(entries.items.length).toBeGreaterThan(0);
    for (const entry of entries.items) expect(entry.resourceIdLabel).toMatch(/^gold/i);
  });

  test('copies a product under a new name, off sale and without sales', async () => {
    const quotas = [{ capability: 'draw', amount: 9, period: 'month' }];
    const id = await newPlan({ quotas, features: ['fast'] });
    await done('/vip-plan/publish', { id });
    const copy = await done('/vip-plan/clone', { id, name: `copy-${id}` });
    expect(copy).toMatchObject({ name: `copy-${id}`, quotas, features: ['fast'], status: 'off', sales: 0 });
    expect((await space.admin('/vip-plan/clone', { id, name: `copy-${id}` })).errors).toHaveProperty('name');
  });

  test('includes products in the snapshot while they are on sale, and within their time', async () => {
    const shown = async () => (await api.call('configSnapshot', {})).market;
    const version = async () => (await api.call('configSnapshot', {})).version;
    const before = await version();
    const id = await newPlan({ nameEn: 'Gold', visibleFrom: space.now + 1000, sort: 1 });
    const pack = await done('/currency-pack/create', packOf({ bonus: 5 }));
    const faq = await done('/vip-faq/create', { question: '如何续费？', answer: '再买一次即可' });
    for (const [path, one] of [
      ['/vip-plan', id],
      ['/currency-pack', Number(pack.id)],
    ] as const)
      await done(`${path}/publish`, { id: one });
    expect((await shown()).plans.filter((plan) => plan.id === id)).toEqual([]);
    space.now += 1000;
    expect((await shown()).plans.find((plan) => plan.id === id)).toMatchObject({ nameEn: 'Gold', price: 1000 });
    expect((await shown()).coinPacks).toMatchObject([{ id: pack.id, asset: 'coin', amount: 100, bonus: 5 }]);
    expect((await shown()).faq).toMatchObject([{ question: '如何续费？' }]);
    expect(await version()).not.toBe(before);
    await done('/vip-faq/disable', { id: faq.id });
    await done('/currency-pack/unpublish', { id: pack.id });
    expect(await shown()).toMatchObject({ coinPacks: [], faq: [] });
  });

  test('grants a product with a reason, once for each key, one by one and in bulk', async () => {
    const planId = await newPlan({ giftCoin: 20 });
    const [one, two, gone] = [await newUser(), await newUser(), await newUser()];
    await space.proveMyself();
    await done('/user/anonymize', { id: gone });
    expect(Object.keys((await grant(one, planId, { reason: 'x' })).errors)).toEqual(['reason']);
    expect(Object.keys((await grant(one, 99_999)).errors)).toEqual(['planId']);
    expect((await grant(one, planId, { gifts: true })).data).toMatchObject({ outcome: 'started', level: 1 });
    expect((await api.call('userGet', { userId: one })).wallets.coin.balance).toBe(20);
    const params = { planId, days: 10, reason: 'for a campaign' };
    const bulk = await done('/user/batch', { action: 'grantMembership', ids: [one, two, gone], params });
    expect(bulk).toMatchObject({ affected: 2, failed: 1 });
    expect((bulk.items as { id: number; code: number }[]).map(({ id, code }) => [id, code])).toEqual([
      [one, 20_000],
      [two, 20_000],
      [gone, 40_902],
    ]);
    expect((await getMembership(one))?.expiresAt).toBe(space.now + 40 * day);
    expect(await getMembership(two)).toMatchObject({ planId, level: 1, expiresAt: space.now + 10 * day, next: null });
    const audits = await space.foundation.database.read
      .selectFrom('audit_logs')
      .select(['action', 'reason'])
      .where('resource', '=', 'user')
      .where('resource_id', '=', one)
      .execute();
    const granted = audits.filter(({ action }) => action === 'grantMembership').map(({ reason }) => reason);
    expect(granted).toEqual(['for a test', 'for a campaign']);
    expect(await space.broken()).toEqual([]);
  });

  test('charges members by the plan as it was sold, and shows that in the quote', async () => {
    const planId = await newPlan({
      rateMultiplier: 8000,
      concurrency: 2,
      quotas: [{ capability: 'chat', amount: 50, period: 'total' }],
    });
    const userId = await newUser();
    await done('/user/adjust-balance', { id: userId, asset: 'coin', amount: 100, reason: 'for a test' });
    await grant(userId, planId);
    await done('/vip-plan/update', { id: planId, version: 1, rateMultiplier: 20_000, concurrency: 1 });
    const use = { userId, capability: 'chat', asset: 'coin' } as const;
    const quote = await api.call('billingQuote', { ...use, amount: 101 });
    expect(quote).toMatchObject({ amount: 101, payable: 81, rateMultiplier: 8000, fromQuota: 50, enough: true });
    const hold = await api.call('billingHold', { ...use, amount: 101, requestId: randomUUID() });
    expect(hold).toMatchObject({ amount: 81, rateMultiplier: 8000, fromQuota: 50 });
    expect((await api.call('userGet', { userId })).wallets.coin).toEqual({ balance: 100, held: 31 });
    const captured = await api.call('billingCapture', { holdNo: hold.holdNo, amount: 101 });
    expect(captured).toMatchObject({ charged: 31, fromQuota: 50, balanceAfter: 69 });
    const task = { kind: 'draw', requestId: randomUUID(), userId, prompt: 'a cat', asset: 'coin', amount: 10 } as const;
    const { no } = await api.call('taskCreate', task);
    const second = await api.call('billingHold', { ...use, amount: 1, requestId: randomUUID() });
    expect((await api.call('userGet', { userId })).limits).toMatchObject({ concurrency: 2, open: 2 });
    const third = api.call('billingHold', { ...use, amount: 1, requestId: randomUUID() });
    await expect(third).rejects.toMatchObject({ code: 42_900 });
    await expect(api.call('taskCreate', { ...task, requestId: randomUUID() })).rejects.toMatchObject({ code: 42_900 });
    await api.call('billingRelease', { holdNo: second.holdNo });
    expect(await api.call('taskReport', { no, attempt: 1, status: 'succeeded' })).toMatchObject({ charged: 8 });
    const records = await space.foundation.database.read
      .selectFrom('usage_records')
      .select(['list_amount', 'charged_amount', 'quota_amount'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    expect(records).toEqual([
      { list_amount: 101, charged_amount: 31, quota_amount: 50 },
      { list_amount: 10, charged_amount: 8, quota_amount: 0 },
    ]);
    expect(await space.broken()).toEqual([]);
  });

  test('reports which models and apps members may use', async () => {
    const model = async (requiredVipLevel: number, minCharge = 1) => {
      const values = { name: randomUUID(), code: randomUUID(), requiredVipLevel, minCharge };
      return Number((await done('/ai-model/create', values)).id);
    };
    const [open, low, high] = [await model(0), await model(1), await model(9, 40)];
    const category = async () =>
      Number((await done('/mini-app-category/create', { name: randomUUID(), memberOnly: true })).id);
    const [named, other] = [await category(), await category()];
    const lists = { allowModels: [{ modelId: high }], allowAppCategories: [{ categoryId: named }] };
    const planId = await newPlan({ ...lists, rateMultiplier: 5000 });
    const rejected = await space.admin('/vip-plan/create', planOf({ allowModels: [{ modelId: 999_999 }] }));
    expect(Object.keys(rejected.errors)).toEqual(['allowModels']);
    const [member, guest] = [await newUser(), await newUser()];
    await grant(member, planId);
    for (const id of [member, guest])
      await done('/user/adjust-balance', { id, asset: 'coin', amount: 500, reason: 'for a test' });
    const use = (userId: number, rest: object) =>
      ({ userId, capability: 'app', asset: 'coin', amount: 60, requestId: randomUUID(), ...rest }) as const;
    expect((await api.call('billingHold', use(member, { modelId: open }))).amount).toBe(30);
    expect((await api.call('billingHold', use(member, { modelId: high }))).amount).toBe(40);
    for (const body of [use(member, { modelId: low }), use(guest, { modelId: low }), use(guest, { modelId: high })])
      await expect(api.call('billingHold', body)).rejects.toMatchObject({ code: 40_300 });
    const limits = async (userId: number) => (await api.call('userGet', { userId })).limits;
    expect((await limits(member)).modelIds).toEqual(expect.arrayContaining([open, high]));
    expect((await limits(member)).modelIds).not.toContain(low);
    expect(await limits(guest)).toMatchObject({ modelIds: expect.not.arrayContaining([low, high]) });
    expect((await limits(member)).appCategoryIds).toEqual([named]);
    const appIn = async (categoryId: number) => {
      const values = { name: randomUUID(), key: `app-${categoryId}`, categoryId, form: [], prompt: 'say' };
      const { id } = await done('/mini-app/create', values);
      await done('/mini-app/publish', { id });
      return Number(id);
    };
    const [mine, theirs] = [await appIn(named), await appIn(other)];
    const seen = async (userId: number) => {
      const { items } = await api.call('catalogueList', { kind: 'apps', userId });
      return items.flatMap(({ id, allowed }) => (allowed ? [id] : []));
    };
    expect([await seen(member), await seen(guest)]).toEqual([[mine], []]);
    expect((await api.call('billingHold', use(member, { appId: mine }))).amount).toBe(30);
    for (const body of [use(member, { appId: theirs }), use(guest, { appId: mine })])
      await expect(api.call('billingHold', body)).rejects.toMatchObject({ code: 40_300 });
    const agentFor = async (requiredVipLevel: number) => {
      const categoryId = Number((await done('/agent-category/create', { name: randomUUID() })).id);
      const values = {
        name: randomUUID(),
        key: `a-${categoryId}`,
        categoryId,
        systemPrompt: 'be kind',
        requiredVipLevel,
      };
      const { id } = await done('/agent/create', values);
      await done('/agent/publish', { id });
      return Number(id);
    };
    const agentId = await agentFor(1);
    expect((await api.call('billingHold', use(member, { agentId }))).amount).toBe(30);
    const agentRefused = { code: 40_300, data: { state: 'membership', agentId, requiredVipLevel: 1 } };
    await expect(api.call('billingHold', use(guest, { agentId }))).rejects.toMatchObject(agentRefused);
    // A lease without a hold is checked in the same way; a lease for an accepted hold is not checked again.
    const keyGroup = randomUUID();
    await done('/api-key/create', {
      secret: `sk-${keyGroup}`,
      baseUrl: 'https://example.com',
      keyGroup,
      provider: 'openai',
    });
    const key = (userId: number, rest: object) =>
      api.call('keyLease', { userId, keyGroup, provider: 'openai', requestId: randomUUID(), ...rest });
    expect((await key(member, { modelId: high, agentId })).leaseId).toBeTruthy();
    for (const rest of [{ modelId: high }, { modelId: open, agentId }, { modelId: open, appId: theirs }])
      await expect(key(guest, rest)).rejects.toMatchObject({ code: 40_300, data: { state: 'membership' } });
    await done('/mini-app-category/update', { id: other, version: 1, memberOnly: false });
    expect(await seen(guest)).toEqual([theirs]);
  });

  test('limits a quota to the models of one group, in quotes, holds and captures alike', async () => {
    const [keyGroup, planName] = [`group-${kind}`, randomUUID()];
    const model = async (values: object) => {
      const given = { name: randomUUID(), code: randomUUID(), type: 'chat', provider: 'openai', ...values };
      return Number(
        (await done('/ai-model/create', { ...given, billingMode: 'perCall', asset: 'coin', priceUnit: 1 })).id,
      );
    };
    const quotas = [
      { capability: 'chat', amount: 5, period: 'day' },
      { capability: 'chat', amount: 50, period: 'day', modelGroup: keyGroup },
    ];
    const plan = { name: planName, price: 100, level: 1, durationUnit: 'month', durationValue: 1 };
    const rejected = await space.admin('/vip-plan/create', { ...plan, quotas });
    expect([rejected.code, Object.keys(rejected.errors)]).toEqual([42_200, ['quotas']]);
    const [theirs, other] = [await model({ keyGroup }), await model({ keyGroup: 'another' })];
    const userId = await newUser();
    await done('/user/adjust-balance', { id: userId, asset: 'coin', amount: 100, reason: 'for a test' });
    await grant(userId, await newPlan({ quotas }));
    const quoted = async (modelId: number | undefined) => {
      const use = modelId === undefined ? { asset: 'coin', amount: 60 } : { modelId, use: { units: 60 } };
      return (await api.call('billingQuote', { userId, capability: 'chat', ...use } as never)).fromQuota;
    };
    expect([await quoted(theirs), await quoted(other), await quoted(undefined)]).toEqual([55, 5, 5]);
    const hold = async (amount: number, modelId: number) =>
      api.call('billingHold', { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount, modelId });
    const elsewhere = await hold(10, other);
    expect(elsewhere.fromQuota).toBe(5);
    const first = await hold(30, theirs);
    expect(first.fromQuota).toBe(30);
    // Usage above the hold is charged by the group of the hold: first the remaining 20 of its quota, then credits.
    expect(await api.call('billingCapture', { holdNo: first.holdNo, amount: 60 })).toMatchObject({
      fromQuota: 50,
      charged: 10,
    });
    expect(await api.call('billingCapture', { holdNo: elsewhere.holdNo, amount: 20 })).toMatchObject({
      fromQuota: 5,
      charged: 15,
    });
    expect((await api.call('userGet', { userId })).membership?.quotas).toMatchObject([
      { modelGroup: null, granted: 5, used: 5 },
      { modelGroup: keyGroup, granted: 50, used: 50 },
    ]);
    expect(await space.broken()).toEqual([]);
    const refusedMove = await space.admin('/ai-model/update', { id: theirs, version: 1, keyGroup: 'elsewhere' });
    expect([refusedMove.code, Object.keys(refusedMove.errors)]).toEqual([40_901, ['keyGroup']]);
    const renamed = async (from: string, to: string) => space.admin('/ai-model/rename-group', { from, to });
    for (const [from, to, field] of [
      [keyGroup, 'another', 'to'],
      ['nobody’s', 'free', 'from'],
    ] as const)
      expect(Object.keys((await renamed(from, to)).errors)).toEqual([field]);
    const fresh = `100% "${keyGroup}"`;
    expect((await renamed(keyGroup, fresh)).data).toEqual({ models: 1, keys: 0, plans: 1, memberships: 1 });
    space.now += day;
    await space.signIn();
    expect([await quoted(theirs), await quoted(other)]).toEqual([55, 5]);
    expect((await hold(30, theirs)).fromQuota).toBe(30);
    expect((await api.call('userGet', { userId })).membership?.quotas).toMatchObject([
      { modelGroup: null, granted: 5 },
      { modelGroup: fresh, granted: 50, used: 30 },
    ]);
    const [{ id: membershipId }] = (await done('/user-membership/list', { filters: { userId: [userId] } })).items as [
      { id: number },
    ];
    expect((await done('/user-membership/quotas', { id: membershipId })).quotas).toMatchObject([
      { capability: 'chat', modelGroup: null, period: 'day', granted: 5, used: 0, left: 5 },
      { modelGroup: fresh, granted: 50, used: 30, left: 20 },
    ]);
    expect((await renamed(fresh, keyGroup)).code).toBe(20_000);
    // Two names that differ only in case are separate groups.
    expect((await renamed(keyGroup, keyGroup.toUpperCase())).data).toMatchObject({ plans: 1, memberships: 1 });
    expect(await quoted(theirs)).toBe(25);
    expect(await space.broken()).toEqual([]);
  });

  test('pays for use from the quota before credits', async () => {
    const planId = await newPlan({ quotas: [{ capability: 'chat', amount: 50, period: 'day' }] });
    const userId = await newUser();
    await done('/user/adjust-balance', { id: userId, asset: 'coin', amount: 30, reason: 'for a test' });
    await grant(userId, planId);
    const use = (amount: number, capability: 'chat' | 'draw' = 'chat') =>
      ({ userId, requestId: randomUUID(), capability, asset: 'coin', amount }) as const;
    expect(await api.call('billingQuote', { userId, capability: 'chat', asset: 'coin', amount: 70 })).toMatchObject({
      available: 80,
      fromQuota: 50,
      enough: true,
    });
    const first = await api.call('billingHold', use(40));
    expect(first).toMatchObject({ amount: 40, fromQuota: 40 });
    const second = await api.call('billingHold', use(25));
    expect(second).toMatchObject({ amount: 25, fromQuota: 10 });
    expect((await api.call('userGet', { userId })).wallets.coin).toEqual({ balance: 30, held: 15 });
    expect(await api.call('billingCapture', { holdNo: first.holdNo, amount: 35 })).toMatchObject({
      charged: 0,
      fromQuota: 35,
    });
    // Above the hold the quota comes first again: the 5 that the first use released, then credits.
    const captured = await api.call('billingCapture', { holdNo: second.holdNo, amount: 35 });
    expect(captured).toMatchObject({ charged: 20, fromQuota: 15, balanceAfter: 10 });
    expect(await api.call('billingCapture', { holdNo: second.holdNo, amount: 35 })).toEqual(captured);
    const third = await api.call('billingHold', use(4, 'draw'));
    expect(third.fromQuota).toBe(0);
    await api.call('billingRelease', { holdNo: third.holdNo });
    expect((await getMembership(userId))?.quotas).toMatchObject([{ capability: 'chat', granted: 50, used: 50 }]);
    const records = await done('/usage-record/list', { filters: { userId: [userId] } });
    expect(records.items).toMatchObject([{ chargedAmount: 20 }, { chargedAmount: 0 }]);
    // The admin session has expired by then; the service session has not.
    space.now += day;
    expect((await getMembership(userId))?.quotas).toMatchObject([{ used: 0 }]);
    const later = await api.call('billingHold', use(9));
    await api.call('billingRelease', { holdNo: later.holdNo });
    expect((await getMembership(userId))?.quotas).toMatchObject([{ used: 0 }]);
    space.now -= day;
    expect(await space.broken()).toEqual([]);
  });

  test('extends, ends, pauses, resumes, restores and revokes a membership by an admin', async () => {
    const quotas = [{ capability: 'chat', amount: 8, period: 'total' }];
    const userId = await newUser();
    await grant(userId, await newPlan({ level: 1 }));
    const { membershipId: id, startAt } = (await grant(userId, await newPlan({ level: 2, quotas }))).data;
    const act = (name: string, rest = {}) =>
      space.admin(`/user-membership/${name}`, { id, reason: 'for a test', ...rest });
    const shown = async () => {
      const now = await getMembership(userId);
      return [now?.level, now?.next?.level, ((now?.expiresAt ?? 0) - Number(startAt)) / hour];
    };
    expect(await shown()).toEqual([2, 1, 720]);
    expect((await act('extend', { days: 5 })).data).toMatchObject({ status: 'active', version: 3 });
    expect(await shown()).toEqual([2, 1, 840]);
    expect(Object.keys((await act('set-end', { endAt: space.now })).errors)).toEqual(['endAt']);
    await act('set-end', { endAt: Number(startAt) + 20 * day });
    expect(await shown()).toEqual([2, 1, 480]);
    expect((await act('suspend')).data).toMatchObject({ status: 'suspended' });
    expect(await shown()).toEqual([1, undefined, 720]);
    expect((await act('suspend')).code).toBe(40_902);
    space.now += hour / 2;
    await act('resume');
    expect(await shown()).toEqual([2, 1, 480.5]);
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 8 } as const;
    const { holdNo } = await api.call('billingHold', use);
    await api.call('billingCapture', { holdNo, amount: 8 });
    await act('reset-quota');
    expect((await getMembership(userId))?.quotas).toMatchObject([{ granted: 16, used: 8 }]);
    const revoked = await done('/user-membership/batch', {
      action: 'revoke',
      ids: [id],
      params: { reason: 'for a test' },
    });
    expect(revoked).toMatchObject({ affected: 1 });
    expect(await shown()).toEqual([1, undefined, 720]);
    expect((await act('extend', { days: 1 })).code).toBe(40_902);
    expect(await space.broken()).toEqual([]);
  });

  test('is not granted to a user with a better lifetime membership', async () => {
    const userId = await newUser();
    await grant(userId, await newPlan({ level: 5, durationUnit: 'forever' }));
    expect((await grant(userId, await newPlan({ level: 4 }))).errors).toHaveProperty('planId');
    expect((await grant(userId, await newPlan({ level: 6 }))).code).toBe(20_000);
  });

  test('rejects deleting a product that users hold, and names them', async () => {
    const [held, free] = [await newPlan(), await newPlan()];
    await grant(await newUser(), held);
    const { data } = await space.admin('/vip-plan/delete', { id: held, version: 1 });
    expect(data.usages).toMatchObject([{ resource: 'userMembership', count: 1 }]);
    const bulk = await done('/vip-plan/batch', { action: 'delete', ids: [held, free] });
    expect(bulk).toMatchObject({ affected: 1, failed: 1 });
  });

  test('rejects deleting a product that was ordered, and applies a new price to later orders', async () => {
    const { id } = await done('/currency-pack/create', packOf());
    await done('/currency-pack/publish', { id });
    const userId = await newUser();
    const requested = { userId, productType: 'coin', productId: Number(id), channel: 'manual' } as const;
    const first = await api.call('orderCreate', requested);
    const { version } = await done('/currency-pack/get', { id });
    await done('/currency-pack/update', { id, version, price: 900, coin: 1 });
    const second = await api.call('orderCreate', requested);
    expect([first.payable, second.payable]).toEqual([500, 900]);
    const rejected = await space.admin('/currency-pack/delete', { id, version: Number(version) + 1 });
    expect(rejected.data.usages).toMatchObject([{ resource: 'order', count: 2 }]);
  });
});
