import { admins, defineSettings, fullAccess, secret, settingsCalls, systemSettings, text } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addAdmin,
  callBy,
  type Harness,
  openSessionHarness,
  rejection,
  signedIn,
  visitor,
} from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import type { Caller } from '../context/context.ts';
import { withNamedTables } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { readHistory, readPage } from './read-page.ts';
import { rollBackGroup, saveGroup } from './save-group.ts';
import { createSettingsReader } from './settings-reader.ts';

const mailSettings = defineSettings({
  name: 'mail',
  path: '/form/group',
  label: { zh: '邮件', en: 'Mail' },
  roles: admins,
  groups: {
    smtp: {
      label: { zh: '发信', en: 'Sending' },
      fields: {
        host: text({ zh: '主机', en: 'Host' }, { default: 'localhost' }),
        token: secret({ zh: '令牌', en: 'Token' }, { min: 8, max: 200 }),
      },
    },
  },
});

describe.each(databaseKinds)('settings on %s', (kind) => {
  let harness: Harness;
  let mei: Caller;
  beforeEach(async () => {
    harness = await openSessionHarness(kind, [systemSettings, mailSettings]);
    await addAdmin(harness.deps, 'mei');
    mei = await signedIn(harness.deps, 'mei');
  });
  afterEach(() => harness.drop());
  const save = (group: string, version: number, values: object, page = 'system', key: string | null = null) => {
    const body = { page, group, version, values };
    return saveGroup(harness.deps, callBy(mei, body, key), body);
  };
  const group = async (name: string, page = 'system') => (await readPage(harness.deps, mei, page)).groups[name];

  it('have defaults until they are saved, and list changed fields', async () => {
    expect(await group('site')).toMatchObject({
      version: 0,
      values: { name: 'Gantry', timezone: 'Asia/Shanghai', defaultLocale: 'zh-CN' },
      changed: [],
      updatedAt: null,
    });
    const saved = await save('site', 0, { name: 'Night Shift' });
    expect(saved).toMatchObject({ version: 1, changed: ['name'], updatedByLabel: 'Name of mei' });
    expect(saved.values).toEqual({
      ...{ name: 'Night Shift', url: null, timezone: 'Asia/Shanghai', defaultLocale: 'zh-CN' },
      ...{ maintenance: false, maintenanceText: '平台维护中，请稍后再来。', uploadMaxMb: 50 },
    });
    expect(await group('site')).toEqual(saved);
  });

  it('are saved completely or not at all, with errors by field', async () => {
    const rejected = await rejection(save('loginSecurity', 0, { maxFailures: 99, idleMinutes: 'x', captchaAfter: 3 }));
    expect(Object.keys(rejected.detail.errors as object).sort()).toEqual(['idleMinutes', 'maxFailures']);
    for (const values of [{ nope: 1 }, { __proto__: null, constructor: 1 }, { timezone: 'Mars/Base' }, { name: null }])
      expect((await rejection(save('site', 0, values))).problem).toBe('invalid');
    for (const values of [[], 'x', 7, null])
      expect((await rejection(save('site', 0, values as unknown as object))).problem).toBe('invalid');
    expect((await group('loginSecurity'))?.version).toBe(0);
  });

  it('are rejected for an outdated version, with the current values', async () => {
    await save('site', 0, { name: 'First' });
    const rejected = await rejection(save('site', 0, { name: 'Second' }));
    expect(rejected).toMatchObject({
      problem: 'conflict',
      detail: { data: { expected: 0, actual: 1, current: { values: { name: 'First' } } } },
    });
    const race = await Promise.all(
      Array.from({ length: 8 }, (_, at) => rejection(save('site', 1, { name: `Racer ${at}` }))),
    );
    expect(race.filter(({ problem }) => problem === 'none')).toHaveLength(1);
    expect((await group('site'))?.version).toBe(2);
  });

  it('return the same response for the same key, and are saved once', async () => {
    const first = await save('site', 0, { name: 'Once' }, 'system', 'key-1');
    expect(await save('site', 0, { name: 'Once' }, 'system', 'key-1')).toEqual(first);
    expect((await group('site'))?.version).toBe(1);
  });

  it('have a history, and can be rolled back to the state before any change', async () => {
    await save('site', 0, { name: 'One' });
    await save('site', 1, { name: 'Two', timezone: 'Europe/Paris' });
    const { items, next } = await readHistory(harness.deps, mei, { page: 'system', group: 'site' });
    expect(next).toBeNull();
    expect(items).toMatchObject([
      {
        version: 2,
        before: { name: 'One', timezone: 'Asia/Shanghai' },
        after: { name: 'Two', timezone: 'Europe/Paris' },
      },
      { version: 1, before: { name: 'Gantry' }, after: { name: 'One' }, changedByLabel: 'Name of mei' },
    ]);
    const body = { page: 'system', group: 'site', historyId: items[1]?.id, version: 2 };
    const rolledBack = await rollBackGroup(harness.deps, callBy(mei, body), body);
    expect(rolledBack).toMatchObject({ version: 3, changed: [] });
    const foreign = { ...body, group: 'privacy', version: 0 };
    expect((await rejection(rollBackGroup(harness.deps, callBy(mei, foreign), foreign))).problem).toBe('notFound');
  });

  it('have a history with pages', async () => {
    for (let version = 0; version < 25; version += 1) await save('site', version, { name: `Name ${version}` });
    const first = await readHistory(harness.deps, mei, { page: 'system' });
    const second = await readHistory(harness.deps, mei, { page: 'system', before: first.next });
    expect([first.items.length, second.items.length, second.next]).toEqual([20, 5, null]);
    expect(new Set([...first.items, ...second.items].map(({ version }) => version)).size).toBe(25);
  });

  it('are read immediately in the same process, and within a second in another one', async () => {
    const extra = await harness.extra();
    expect((await extra.settings.read('system', 'site')).name).toBe('Gantry');
    await save('site', 0, { name: 'Renamed' });
    expect((await harness.deps.settings.read('system', 'site')).name).toBe('Renamed');
    harness.clock.now += 1000;
    expect((await extra.settings.read('system', 'site')).name).toBe('Renamed');
  });

  it('reject an allowlist without the IP address of the admin who saves it', async () => {
    const rejected = await rejection(save('loginSecurity', 0, { adminIpAllowlist: ['10.0.0.0/8'] }));
    expect(String(Object.values(rejected.detail.errors as object))).toContain('198.51.100.7');
    expect((await rejection(save('loginSecurity', 0, { adminIpAllowlist: ['198.51.100.0/33'] }))).problem).toBe(
      'invalid',
    );
    expect((await rejection(save('loginSecurity', 0, { adminIpAllowlist: ['198.51.100.0/24', '::1'] }))).problem).toBe(
      'none',
    );
  });

  it('read the secrets of a group once a second, and again after a save', async () => {
    const { settings } = harness.deps;
    const first = 'tok-first-0123456789';
    await save('smtp', 0, { token: first }, 'mail');
    const countReads = () =>
      harness.testDatabase.statements.filter((text) => /^select .* from "setting_secrets"/.test(text)).length;
    const open = () => settings.secret('mail', 'smtp', 'token');
    const before = countReads();
    expect([await open(), await open(), ...(await Promise.all([open(), open()]))]).toEqual(Array(4).fill(first));
    expect(countReads() - before).toBe(1);
    const other = await harness.extra();
    expect(await other.settings.secret('mail', 'smtp', 'token')).toBe(first);
    await save('smtp', 1, { token: 'tok-second-987654321' }, 'mail');
    expect(await open()).toBe('tok-second-987654321');
    harness.clock.now += 1000;
    expect(await other.settings.secret('mail', 'smtp', 'token')).toBe('tok-second-987654321');
  });

  it('store secrets and never return them', async () => {
    const token = 'tok-canary-0123456789';
    const saved = await save('smtp', 0, { host: 'mail.example', token }, 'mail');
    expect(saved.secrets).toEqual({ token: 'tok***6789' });
    expect(await harness.deps.settings.secret('mail', 'smtp', 'token')).toBe(token);
    await save('smtp', 1, { host: 'other.example' }, 'mail');
    expect(await harness.deps.settings.secret('mail', 'smtp', 'token')).toBe(token);
    const { read } = harness.deps.database;
    const tables = ['settings', 'setting_secrets', 'setting_histories', 'audit_logs', 'idempotency_keys'];
    const dump = JSON.stringify(
      await Promise.all(tables.map((table) => withNamedTables(read).selectFrom(table).selectAll().execute())),
    );
    expect(dump).not.toContain('canary');
    const { items } = await readHistory(harness.deps, mei, { page: 'mail' });
    expect(items[1]?.after).toMatchObject({ token: expect.stringMatching(/^tok\*\*\*6789 #[0-9a-f]{12}$/) });
    expect((await rejection(save('smtp', 2, { token: 'short' }, 'mail'))).detail.errors).toHaveProperty('token');
    expect((await save('smtp', 2, { token: null }, 'mail')).secrets).toEqual({ token: null });
    expect(await harness.deps.settings.secret('mail', 'smtp', 'token')).toBeNull();
  });

  it('of another role, page or group are not found', async () => {
    const user: Caller = { ...visitor(), actor: { id: 9, name: 'x', role: 'user', permissionSet: fullAccess } };
    expect((await rejection(readPage(harness.deps, user, 'system'))).problem).toBe('notFound');
    expect((await rejection(readPage(harness.deps, mei, 'toString'))).problem).toBe('notFound');
    expect((await rejection(save('constructor', 0, {}))).problem).toBe('notFound');
    expect(settingsCalls.settingsSave.roles).toEqual(['admin']);
  });

  it('are reloaded on the change signal of another process', async () => {
    const other = openDatabase(harness.testDatabase.place, { announcesChanges: true });
    const { database, keyring } = harness.deps;
    database.changes.listen();
    await expect.poll(() => database.changes.isLive()).toBe(true);
    // Its clock does not advance, so that no cached value expires.
    const reader = createSettingsReader({ database, definitions: [systemSettings], keyring, clock: () => 1 });
    expect((await reader.read('system', 'site')).name).toBe('Gantry');
    const row = { page: 'system', group_name: 'site', content: '{"name":"Night Shift"}', version: 1, updated_at: 1 };
    await (kind === 'postgres' ? other : database).transaction((tx) => tx.insertInto('settings').values(row).execute());
    await expect.poll(async () => (await reader.read('system', 'site')).name, { timeout: 5_000 }).toBe('Night Shift');
    await other.close();
  });
});
