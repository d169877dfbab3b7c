import { catalogue, isSensitive } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

const ok = 20_000;
const stepUpNeeded = 40_301;
const minute = 60_000;

/** A change of each kind of setting that moves money, opens the network, runs code elsewhere or guards accounts. */
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
  let space: ServiceHarness;
  let token = '';
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    token = await (await space.otherAdmin('scripts')).accessToken();
  });
  afterAll(() => space.drop());

  type Group = { version: number; values: Record<string, unknown>; secrets: Record<string, string | null> };
  const groupOf = async (page: string, group: string): Promise<Group> => {
    const { groups } = (await space.admin('/settings/get', { page })).data as { groups: Record<string, Group> };
    return groups[group] as Group;
  };
  const save = async (page: string, group: string, values: object, as?: string) => {
    const body = { page, group, version: (await groupOf(page, group)).version, values };
    return as === undefined ? space.admin('/settings/save', body) : space.callAs(as, '/settings/save', body);
  };
  const entriesOf = async (resource: string) => {
    const filters = { resource: [resource], result: ['ok'] };
    const { items } = (await space.admin('/audit-log/list', { filters })).data as { items: { id: number }[] };
    return Promise.all(items.map(async ({ id }) => (await space.admin('/audit-log/get', { id })).data));
  };

  test('are classified where they are defined', () => {
    for (const [page, group, field] of changes) {
      const found = catalogue.settings.find(({ name }) => name === page)?.groups[group];
      expect([page, group, field, found && isSensitive(found, field)]).toEqual([page, group, field, true]);
    }
  });

  test.each(changes)(
    '%s/%s.%s is saved and rolled back by a confirmed identity alone',
    async (page, group, field, value) => {
      space.now += 6 * minute;
      const before = await groupOf(page, group);
      expect((await save(page, group, { [field]: value })).code).toBe(stepUpNeeded);
      expect(await save(page, group, { [field]: value }, token)).toMatchObject({ code: 40_300, data: { token: true } });
      expect(await groupOf(page, group)).toEqual(before);
      await space.proveMyself();
      expect(await save(page, group, { [field]: value })).toMatchObject({ code: ok, errors: {} });
      const [entry] = await entriesOf(`settings/${page}/${group}`);
      const { before: old, after: now } = entry as { before: Record<string, unknown>; after: Record<string, unknown> };
      expect([field in old, field in now]).toEqual([true, true]);
      if (field in before.secrets) {
        expect(JSON.stringify(entry)).not.toContain(value);
        expect([old[field], now[field]]).toEqual([null, expect.stringContaining('#')]);
        return;
      }
      expect([old[field], now[field]]).toEqual([before.values[field], value]);
      space.now += 6 * minute;
      const { items } = (await space.admin('/settings/history', { page, group })).data as { items: { id: number }[] };
      const { version } = await groupOf(page, group);
      const back = { page, group, version, historyId: items[0]?.id };
      expect((await space.admin('/settings/rollback', back)).code).toBe(stepUpNeeded);
      expect((await space.callAs(token, '/settings/rollback', back)).code).toBe(40_300);
      await space.proveMyself();
      expect((await space.admin('/settings/rollback', back)).code).toBe(ok);
      expect((await groupOf(page, group)).values[field]).toEqual(before.values[field]);
    },
  );

  test('leave the others of their page to whoever may save it', async () => {
    space.now += 6 * minute;
    expect((await save('system', 'appearance', { menuWidth: 240 })).code).toBe(ok);
    expect((await save('system', 'site', { name: 'Ours' }, token)).code).toBe(ok);
    expect((await save('front', 'seo', { title: 'Ours' }, token)).code).toBe(ok);
  });

  test('put what clients load in force, and back, by a confirmed identity alone', async () => {
    await space.proveMyself();
    const first = await space.admin('/front-version/publish', { note: 'one' });
    expect(first.code).toBe(ok);
    await space.admin('/front-version/publish', { note: 'two' });
    space.now += 6 * minute;
    for (const [path, body] of [
      ['/front-version/publish', { note: 'three' }],
      ['/front-version/rollback', { id: first.data.id }],
    ] as const) {
      expect([path, (await space.admin(path, body)).code]).toEqual([path, stepUpNeeded]);
      expect([path, (await space.callAs(token, path, body)).code]).toEqual([path, 40_300]);
    }
  });

  test('enable either the sandbox or real payment channels, also when both are enabled at once', async () => {
    await space.proveMyself();
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
