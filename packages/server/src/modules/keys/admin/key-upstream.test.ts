import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { getError } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelHost, modelHost } from '../../../../test/model-host.ts';
import { type ProxyHost, proxyHost } from '../../../../test/proxy-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { withNamedTables } from '../../../platform/store/database.ts';
import { checkBalances } from '../keys-job.ts';

const minute = 60_000;

describe.each(databaseKinds)('the upstream of a key on %s', (kind) => {
  let space: ServiceHarness;
  let host: ModelHost;
  let proxy: ProxyHost;
  let token: string;
  beforeAll(async () => {
    [host, proxy] = [await modelHost(), await proxyHost()];
    space = await createServiceHarness(kind);
    await setSettings(space.foundation, 'outbound', { privateHosts: [host.host, proxy.host] });
    const { clientId, secret } = await space.newClient({ scopes: ['key'] });
    token = `${clientId}.${secret}`;
  });
  afterAll(async () => {
    await space.drop();
    await host.stop();
    await proxy.stop();
  });

  const newKey = async (values: Readonly<Record<string, unknown>> = {}) => {
    const secret = `sk-${randomUUID().replaceAll('-', '')}`;
    const group = `g-${randomUUID()}`;
    const given = { secret, baseUrl: host.baseUrl, keyGroup: group, maxConcurrency: 100, ...values };
    const { data, code } = await space.admin('/api-key/create', given);
    expect(code).toBe(20_000);
    return { id: Number(data.id), secret, group };
  };
  /** An overloaded server rejects the call before it reads any key, so the test retries. */
  const lease = async (keyGroup: string, more: object = {}) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await space.service('/key/lease', { keyGroup, ...more }, token);
      if (answer.code !== 50_300 || tries === 100) return answer;
      await delay(100);
    }
  };
  const inFlight = async (id: number) => (await space.admin('/api-key/get', { id })).data.inFlight;

  test('is not queried again for a retried call, one by one or in bulk', async () => {
    const [{ id, secret }, another] = [
      await newKey({ balanceSource: 'deepseek' }),
      await newKey({ balanceSource: 'deepseek' }),
    ];
    host.pages.set('/user/balance', { balance_infos: [{ currency: 'CNY', total_balance: '1' }] });
    const requested = () => host.calls.filter((call) => call.endsWith(secret) || call.endsWith(another.secret)).length;
    const calls = [
      ['/api-key/check-balance', { id }, { id: another.id }],
      ['/api-key/batch', { action: 'checkBalance', ids: [id] }, { action: 'checkBalance', ids: [another.id] }],
    ] as const;
    for (const [path, body, other] of calls) {
      const key = randomUUID();
      const first = await space.admin(path, body, key);
      const times = requested();
      expect(times).toBeGreaterThan(0);
      expect(await space.admin(path, body, key)).toMatchObject({ code: first.code, data: first.data });
      expect((await space.admin(path, other, key)).code).toBe(getError('keyReused').code);
      expect(requested()).toBe(times);
      await space.admin(path, body);
      expect(requested()).toBeGreaterThan(times);
    }
  });

  test('is compared for a whole provider, and synced when every upstream answers', async () => {
    const call = async (path: string, body: object) => (await space.admin(path, body)).data;
    const provider = 'zhipu';
    const { group, secret } = await newKey({ provider });
    const model = { provider, keyGroup: group, priceIn: 1, priceOut: 1 };
    const [gone, stored] = [`gone-${group}`, 'gpt-tiny'];
    const { id: goneId } = await call('/ai-model/create', { ...model, name: gone, code: gone });
    host.pages.set('/v1/models', { data: [{ id: stored }, { id: 'bge-new' }] });
    await call('/ai-model/create', { ...model, name: stored, code: stored });
    const preview = await call('/ai-model/preview-sync', { provider });
    expect(preview).toMatchObject({ upstreams: 1, unasked: [] });
    expect(preview.items).toMatchObject([
      { keyGroup: group, code: 'bge-new' },
      { keyGroup: group, code: gone },
    ]);
    host.answers.set(secret, { status: 500 });
    expect((await space.admin('/ai-model/sync-provider', { provider, disableGone: true })).code).toBe(40_902);
    expect(await call('/ai-model/get', { id: goneId })).toMatchObject({ status: 'enabled' });
    host.answers.delete(secret);
    const { listed, resting } = { listed: host.pages.get('/v1/models'), resting: `${host.baseUrl}/resting` };
    host.pages.set('/v1/models', { data: [] });
    expect((await space.admin('/ai-model/sync-provider', { provider, disableGone: true })).code).toBe(40_902);
    host.pages.set('/v1/models', listed ?? {});
    const cooling = await newKey({ provider, keyGroup: group, baseUrl: resting });
    const rest = (status: string) =>
      space.foundation.database.transaction((tx) =>
        withNamedTables(tx).updateTable('api_keys').set({ status }).where('id', '=', cooling.id).execute(),
      );
    await rest('cooling');
    const unasked = [`${group} · ${resting}`];
    expect(await call('/ai-model/preview-sync', { provider })).toMatchObject({
      unasked,
      items: [{ code: 'bge-new' }],
    });
    const careful = { provider, add: false, disableGone: true };
    expect(await call('/ai-model/sync-provider', careful)).toEqual({ added: [], disabled: [], left: 0, unasked });
    await rest('disabled');
    const done = { added: ['bge-new'], disabled: [gone], left: 0, unasked: [] };
    expect(await call('/ai-model/sync-provider', { provider, disableGone: true })).toEqual(done);
    expect(await call('/ai-model/get', { id: goneId })).toMatchObject({ status: 'disabled' });
    const { items } = await call('/ai-model/list', { filters: { keyGroup: [group] }, keyword: 'bge-new' });
    expect(items).toMatchObject([{ status: 'disabled', type: 'embedding', provider }]);
    expect(await call('/ai-model/sync-provider', { provider, disableGone: true })).toMatchObject({
      added: [],
      disabled: [],
    });
    host.pages.delete('/v1/models');
  });

  test('is called at most as often in any minute as the limit of its key allows', async () => {
    const { id, group } = await newKey({ rpm: 5 });
    const first = await Promise.all(Array.from({ length: 12 }, () => lease(group)));
    expect(first.filter(({ code }) => code === 20_000)).toHaveLength(5);
    const rejected = first.filter(({ code }) => code === 50_301);
    expect(rejected).toHaveLength(7);
    expect(rejected[0]?.data).toMatchObject({ keys: { active: 1 }, limited: true });
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBe(60);
    expect(await inFlight(id)).toBe(5);
    for (const { data } of first) {
      if (data.leaseId) await space.service('/key/report', { leaseId: data.leaseId, outcome: 'ok' }, token);
    }
    space.now += minute - 1;
    expect((await lease(group)).code).toBe(50_301);
    space.now += 1;
    expect((await lease(group)).code).toBe(20_000);
  });

  test('uses the next key when the first has reached its limit per minute', async () => {
    const one = await newKey({ rpm: 1, priority: 1 });
    const two = await newKey({ keyGroup: one.group, priority: 2 });
    const keys = [];
    for (let n = 0; n < 3; n += 1) keys.push((await lease(one.group)).data.keyId);
    expect(keys).toEqual([one.id, two.id, two.id]);
  });

  test('counts tokens as estimated, then as reported', async () => {
    const { group } = await newKey({ tpm: 1000 });
    const { data } = await lease(group, { tokens: 900 });
    expect((await lease(group, { tokens: 200 })).code).toBe(50_301);
    await space.service('/key/report', { leaseId: data.leaseId, outcome: 'ok', tokens: 300 }, token);
    expect((await lease(group, { tokens: 700 })).code).toBe(20_000);
    expect((await lease(group, { tokens: 1 })).code).toBe(50_301);
    space.now += minute;
    expect((await lease(group, { tokens: 5000 })).code).toBe(20_000);
  });

  test('is called through the proxy of its key, whose password only a lease reveals', async () => {
    const { id, group, secret } = await newKey({ proxyUrl: proxy.url, org: 'org-7', balanceSource: 'deepseek' });
    const mask = `http://***@${proxy.host}`;
    const sent = proxy.opened.length;
    expect((await space.admin('/api-key/test', { id })).data).toMatchObject({ ok: true });
    expect((await space.admin('/api-key/compare-models', { id })).code).toBe(20_000);
    host.pages.set('/user/balance', { balance_infos: [{ currency: 'CNY', total_balance: '1' }] });
    expect((await space.admin('/api-key/check-balance', { id })).code).toBe(20_000);
    expect(proxy.opened.slice(sent)).toEqual([host.host, host.host, host.host]);
    expect(host.calls.at(-1)).toBe(`GET /user/balance ${secret}`);
    expect((await lease(group)).data).toMatchObject({ proxyUrl: proxy.url, org: 'org-7', secret });
    const shown = await space.admin('/api-key/get', { id });
    expect(shown.data).toMatchObject({ proxyMask: mask, org: 'org-7' });
    const logged = await space.admin('/audit-log/list', {});
    expect(JSON.stringify([shown, logged])).not.toContain(proxy.password);
    const stored = await space.foundation.database.read
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(proxy.password);
  });

  test('is not reached through a proxy that rejects, is missing or may not be called, and is reached directly without one', async () => {
    const wrong = proxy.url.replace(proxy.password, 'guessed');
    const { id, group } = await newKey({ proxyUrl: wrong });
    const tested = async () => (await space.admin('/api-key/test', { id })).data;
    expect(await tested()).toMatchObject({ ok: false, errorCode: 'outbound_proxy' });
    for (const proxyUrl of ['socks5://127.0.0.1:1', 'http://127.0.0.1:1/path', 'nonsense'])
      expect(Object.keys((await space.admin('/api-key/set-proxy', { id, proxyUrl })).errors)).toEqual(['proxyUrl']);
    const set = (proxyUrl?: string) =>
      space.admin('/api-key/set-proxy', proxyUrl === undefined ? { id } : { id, proxyUrl });
    expect((await set('http://127.0.0.1:9')).data).toMatchObject({ proxyMask: 'http://127.0.0.1:9' });
    expect(await tested()).toMatchObject({ ok: false, errorCode: 'outbound_address' });
    expect((await set()).data).toMatchObject({ proxyMask: null });
    const sent = proxy.opened.length;
    expect(await tested()).toMatchObject({ ok: true });
    expect(proxy.opened.length).toBe(sent);
    expect((await lease(group)).data).toMatchObject({ proxyUrl: null, org: null });
  });

  test('is queried for the balance in the format of its provider', async () => {
    const cases = [
      [
        'deepseek',
        '/user/balance',
        { balance_infos: [{ currency: 'CNY', total_balance: '110.05' }] },
        110_050_000,
        'CNY',
      ],
      ['siliconflow', '/v1/user/info', { code: 20000, data: { totalBalance: '88.00' } }, 88_000_000, 'CNY'],
      ['moonshot', '/v1/users/me/balance', { code: 0, data: { available_balance: -0.5 } }, -500_000, 'CNY'],
      ['openrouter', '/api/v1/credits', { data: { total_credits: 100.5, total_usage: 25.75 } }, 74_750_000, 'USD'],
    ] as const;
    for (const [balanceSource, path, body, upstreamBalance, balanceCurrency] of cases) {
      const { id, secret } = await newKey({ balanceSource });
      host.pages.set(path, body);
      const { data } = await space.admin('/api-key/check-balance', { id });
      expect(data).toEqual({ id, upstreamBalance, balanceCurrency });
      expect(host.calls.at(-1)).toBe(`GET ${path} ${secret}`);
      expect((await space.admin('/api-key/get', { id })).data).toMatchObject({ upstreamBalance, balanceAt: space.now });
    }
    const filters = { upstreamBalance: { to: 0 } };
    expect((await space.admin('/api-key/list', { filters })).data.total).toBe(1);
  });

  test('is queried for the balance at intervals, and admins are notified once when too little is left', async () => {
    const { id, secret } = await newKey({ balanceSource: 'deepseek', lowBalance: 5_000_000 });
    const silent = await newKey({ lowBalance: 5_000_000 });
    const left = (amount: string) =>
      host.pages.set('/user/balance', { balance_infos: [{ currency: 'CNY', total_balance: amount }] });
    const requested = () => host.calls.filter((call) => call === `GET /user/balance ${secret}`).length;
    const reported = async () => {
      const found = await space.foundation.database.read
        .selectFrom('notifications')
        .select(['happened', 'params'])
        .where('dedupe_key', '=', `lowUpstreamBalance ${id}`)
        .executeTakeFirst();
      return found ? [found.happened, JSON.parse(found.params).balance] : null;
    };
    const round = async (amount: string) => {
      left(amount);
      space.now += 60 * minute;
      await Promise.all([checkBalances(space.foundation), checkBalances(space.foundation)]);
      return reported();
    };
    expect(await round('5')).toBe(null);
    expect(await round('4.99')).toEqual([1, '4.99 CNY']);
    expect(await round('3')).toEqual([1, '4.99 CNY']);
    await space.signIn();
    expect((await space.admin('/api-key/list', { filters: { balanceIsLow: [true] } })).data.total).toBe(1);
    expect(await round('50')).toEqual([1, '4.99 CNY']);
    expect(await round('1')).toEqual([2, '1.00 CNY']);
    expect(requested()).toBe(5);
    await checkBalances(space.foundation);
    expect(requested()).toBe(5);
    host.answers.set(secret, { status: 401, code: 'invalid_api_key' });
    expect(await round('0')).toEqual([2, '1.00 CNY']);
    await setSettings(space.foundation, 'balance', { enabled: false }, 'keyPool');
    expect(await round('0')).toEqual([2, '1.00 CNY']);
    expect(requested()).toBe(6);
    expect(host.calls.filter((call) => call.endsWith(silent.secret))).toEqual([]);
    await space.signIn();
    const low = async () => (await space.admin('/api-key/get', { id })).data;
    expect(await low()).toMatchObject({ balanceIsLow: true });
    await space.admin('/api-key/update', { id, version: (await low()).version, lowBalance: 500_000 });
    await checkBalances(space.foundation);
    expect(await low()).toMatchObject({ balanceIsLow: false });
  });

  test('leaves the balance as it was when the query is rejected, unreadable or not made', async () => {
    const { id, secret } = await newKey({ balanceSource: 'deepseek' });
    host.pages.set('/user/balance', { balance_infos: [] });
    expect(await space.admin('/api-key/check-balance', { id })).toMatchObject({
      code: 40_902,
      data: { state: 'unreadable' },
    });
    host.answers.set(secret, { status: 401, code: 'invalid_api_key' });
    const rejected = await space.admin('/api-key/check-balance', { id });
    expect(rejected).toMatchObject({ code: 40_902, data: { state: 'invalid_api_key' } });
    expect(JSON.stringify(rejected)).not.toContain(secret);
    const silent = await newKey();
    expect(Object.keys((await space.admin('/api-key/check-balance', { id: silent.id })).errors)).toEqual([
      'balanceSource',
    ]);
    expect((await space.admin('/api-key/get', { id })).data).toMatchObject({ upstreamBalance: null, balanceAt: null });
  });

  test('lists its models next to ours, and creates the selected ones once, disabled', async () => {
    const { id, group } = await newKey();
    const mine = { name: 'Old', code: 'gpt-old', keyGroup: group };
    expect((await space.admin('/ai-model/create', mine)).code).toBe(20_000);
    host.pages.set('/v1/models', {
      data: [{ id: 'gpt-new' }, { id: 'text-embedding-9' }, { id: 'gpt-new' }, { id: 7 }],
    });
    const compare = async () => (await space.admin('/api-key/compare-models', { id })).data;
    expect(await compare()).toEqual({ id, fresh: ['gpt-new', 'text-embedding-9'], known: [], gone: ['gpt-old'] });
    const wrong = await space.admin('/api-key/add-models', { id, codes: ['gpt-new', 'gpt-mine'] });
    expect(Object.keys(wrong.errors)).toEqual(['codes']);
    const codes = ['gpt-new', 'text-embedding-9'];
    expect((await space.admin('/api-key/add-models', { id, codes })).data).toEqual({ id, added: codes, known: [] });
    expect((await space.admin('/api-key/add-models', { id, codes })).data).toEqual({ id, added: [], known: codes });
    const { data } = await space.admin('/ai-model/list', { filters: { keyGroup: [group] } });
    expect((data.items as Record<string, unknown>[]).map(({ code, status }) => [code, status]).sort()).toEqual([
      ['gpt-new', 'disabled'],
      ['gpt-old', 'enabled'],
      ['text-embedding-9', 'disabled'],
    ]);
    expect(await compare()).toMatchObject({ fresh: [], known: codes, gone: ['gpt-old'] });
  });
});
