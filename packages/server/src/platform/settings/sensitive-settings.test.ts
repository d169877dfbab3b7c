import { catalogue, isSensitive } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

const ok = 20_000;
const stepUpNeeded = 40_301;
const minute = 60_000;

/** A change of each type of setting that affects money, network access, external code or accounts. */
const changes: readonly (readonly [page: string, group: string, field: string, value: unknown])[] = [
  ['system', 'site', 'url', 'https://pay.example.com'],
  ['system', 'loginSecurity', 'maxFailures', 9],
  ['system', 'billing', 'adjustMax', 5],
  ['system', 'approval', 'hours', 3],
  ['system', 'pay', 'sandboxSecret', 'a-secret-of-the-sandbox'],
  ['system', 'alipay', 'appId', '2021'],
  ['system', 'wechatPay', 'enabled', true],
  ['system', 'epay', 'merchantKey', 'merchant-key-1'],
  ['system', 'stripe', 'webhookSecret', 'whsec_0123456789abcdef'],
  ['system', 'outbound', 'privateHosts', ['10.0.0.1']],
  ['system', 'register', 'giftCoin', 7],
  ['system', 'privacy', 'adminCanExportChats', true],
  ['extensions', 'mail', 'fromName', 'Gantry'],
  ['extensions', 'sms', 'accessKeySecret', 'sms-secret-1'],
  ['extensions', 'webhook', 'url', 'https://hooks.example.com/x'],
  ['extensions', 'storage', 'bucket', 'pictures'],
  ['extensions', 'captcha', 'siteKey', 'site-key'],
  ['front', 'analytics', 'code', '<script src="https://x.example.com/a.js"></script>'],
  ['front', 'seo', 'headHtml', '<meta name="a" content="b">'],
  ['data', 'backups', 'copyOutside', true],
  ['distribution', 'withdrawals', 'feeFixed', 3],
];

describe.each(databaseKinds)('sensitive settings on %s', (kind) => {
  let harness: ServiceHarness;
  let token = '';
  beforeAll(async () => {
    harness = await createServiceHarness(kind);
    token = await (await harness.otherAdmin('scripts')).accessToken();
  });
  afterAll(() => harness.drop());

  type Group = { version: number; values: Record<string, unknown>; secrets: Record<string, string | null> };
  const readGroup = async (page: string, group: string): Promise<Group> => {
    const { groups } = (await harness.admin('/settings/get', { page })).data as { groups: Record<string, Group> };
    return groups[group] as Group;
  };
  const save = async (page: string, group: string, values: object, as?: string) => {
    const body = { page, group, version: (await readGroup(page, group)).version, values };
    return as === undefined ? harness.admin('/settings/save', body) : harness.callAs(as, '/settings/save', body);
  };
  const readEntries = async (resource: string) => {
    const filters = { resource: [resource], result: ['ok'] };
    const { items } = (await harness.admin('/audit-log/list', { filters })).data as { items: { id: number }[] };
    return Promise.all(items.map(async ({ id }) => (await harness.admin('/audit-log/get', { id })).data));
  };

  test('are marked as sensitive in their definitions', () => {
    for (const [page, group, field] of changes) {
      const found = catalogue.settings.find(({ name }) => name === page)?.groups[group];
      expect([page, group, field, found && isSensitive(found, field)]).toEqual([page, group, field, true]);
    }
  });

  test.each(changes)('%s/%s.%s requires a step-up to be saved and rolled back', async (page, group, field, value) => {
    harness.now += 6 * minute;
    const before = await readGroup(page, group);
    expect((await save(page, group, { [field]: value })).code).toBe(stepUpNeeded);
    expect(await save(page, group, { [field]: value }, token)).toMatchObject({ code: 40_300, data: { token: true } });
    expect(await readGroup(page, group)).toEqual(before);
    await harness.proveMyself();
    expect(await save(page, group, { [field]: value })).toMatchObject({ code: ok, errors: {} });
    const [entry] = await readEntries(`settings/${page}/${group}`);
    const { before: old, after: now } = entry as { before: Record<string, unknown>; after: Record<string, unknown> };
    expect([field in old, field in now]).toEqual([true, true]);
    if (field in before.secrets) {
      expect(JSON.stringify(entry)).not.toContain(value);
      expect([old[field], now[field]]).toEqual([null, expect.stringContaining('#')]);
      return;
    }
    expect([old[field], now[field]]).toEqual([before.values[field], value]);
    harness.now += 6 * minute;
    const { items } = (await harness.admin('/settings/history', { page, group })).data as { items: { id: number }[] };
    const { version } = await readGroup(page, group);
    const rollback = { page, group, version, historyId: items[0]?.id };
    expect((await harness.admin('/settings/rollback', rollback)).code).toBe(stepUpNeeded);
    expect((await harness.callAs(token, '/settings/rollback', rollback)).code).toBe(40_300);
    await harness.proveMyself();
    expect((await harness.admin('/settings/rollback', rollback)).code).toBe(ok);
    expect((await readGroup(page, group)).values[field]).toEqual(before.values[field]);
  });

  test('do not require a step-up for other settings of their page', async () => {
    harness.now += 6 * minute;
    expect((await save('system', 'appearance', { menuWidth: 240 })).code).toBe(ok);
    expect((await save('system', 'site', { name: 'Ours' }, token)).code).toBe(ok);
    expect((await save('front', 'seo', { title: 'Ours' }, token)).code).toBe(ok);
  });

  test('require a step-up to publish and roll back the front-end configuration', async () => {
    await harness.proveMyself();
    const first = await harness.admin('/front-version/publish', { note: 'one' });
    expect(first.code).toBe(ok);
    await harness.admin('/front-version/publish', { note: 'two' });
    harness.now += 6 * minute;
    for (const [path, body] of [
      ['/front-version/publish', { note: 'three' }],
      ['/front-version/rollback', { id: first.data.id }],
    ] as const) {
      expect([path, (await harness.admin(path, body)).code]).toEqual([path, stepUpNeeded]);
      expect([path, (await harness.callAs(token, path, body)).code]).toEqual([path, 40_300]);
    }
  });

  test('allow either the sandbox or real payment channels, even in concurrent saves', async () => {
    await harness.proveMyself();
    const sandbox = { sandboxEnabled: true, sandboxSecret: 'a-secret-of-the-sandbox' };
    expect((await save('system', 'stripe', { enabled: true })).code).toBe(ok);
    const rejected = await save('system', 'pay', sandbox);
    expect([rejected.code, Object.keys(rejected.errors)]).toEqual([42_200, ['sandboxEnabled']]);
    expect((await save('system', 'stripe', { enabled: false })).code).toBe(ok);
    expect((await save('system', 'pay', sandbox)).code).toBe(ok);
    for (const group of ['alipay', 'wechatPay', 'epay', 'stripe']) {
      const real = await save('system', group, { enabled: true });
      expect([group, real.code, Object.keys(real.errors)]).toEqual([group, 42_200, ['enabled']]);
    }
    for (let round = 0; round < 5; round += 1) {
      expect((await save('system', 'pay', { sandboxEnabled: false })).code).toBe(ok);
      const both = [save('system', 'pay', { sandboxEnabled: true }), save('system', 'epay', { enabled: true })];
      const codes = (await Promise.all(both)).map(({ code }) => code);
      expect(codes.sort()).toEqual([ok, 42_200]);
      await save('system', 'epay', { enabled: false });
    }
  });
});
