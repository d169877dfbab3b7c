import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelHost, modelHost } from '../../../../test/model-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { withNamedTables } from '../../../platform/store/database.ts';
import { keepRates, maintainKeys, selectRatesSince } from '../keys-job.ts';

const minute = 60_000;

describe.each(databaseKinds)('the key pool on %s', (kind) => {
  let space: ServiceHarness;
  let host: ModelHost;
  let token: string;
  beforeAll(async () => {
    host = await modelHost();
    space = await createServiceHarness(kind);
    const { clientId, secret } = await space.newClient({ scopes: ['key'] });
    token = `${clientId}.${secret}`;
  });
  afterAll(async () => {
    await space.drop();
    await host.stop();
  });

  const newSecret = () => `sk-${randomUUID().replaceAll('-', '')}`;
  const prompt = async (path: string, body: unknown) => {
    const answer = await space.admin(path, body);
    if (answer.code !== 20000) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const newKey = async (values: Readonly<Record<string, unknown>> = {}) => {
    const secret = newSecret();
    const group = `g-${randomUUID()}`;
    const given = { secret, baseUrl: host.baseUrl, keyGroup: group, testModel: 'gpt-tiny', ...values };
    const { id } = await prompt('/api-key/create', given);
    return { id: Number(id), secret, group };
  };
  const get = (id: number) => prompt('/api-key/get', { id });
  const getRows = (table: string) =>
    withNamedTables(space.foundation.database.read).selectFrom(table).selectAll().execute();
  const lease = (body: unknown, key?: string) => space.service('/key/lease', body, token, key);
  const report = (leaseId: unknown, outcome: string, more = {}) =>
    space.service('/key/report', { leaseId, outcome, ...more }, token);
  const maintain = () => maintainKeys(space.foundation, '2026-01-01');
  const outbound = async (privateHosts: readonly string[]) => {
    const { groups } = (await prompt('/settings/get', { page: 'system' })) as {
      groups: Record<string, { version: number }>;
    };
    const version = groups.outbound?.version;
    await prompt('/settings/save', { page: 'system', group: 'outbound', version, values: { privateHosts } });
  };

  test('calls no private host until the settings allow it', async () => {
    const { id } = await newKey();
    expect(await prompt('/api-key/test', { id })).toMatchObject({ ok: false, errorCode: 'outbound_address' });
    expect(host.calls).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'active', lastErrorCode: 'outbound_address' });
    await outbound([host.host]);
    expect(await prompt('/api-key/test', { id })).toMatchObject({ ok: true, errorCode: null });
  });

  test('lists its groups with the keys of each, and how many of them are available', async () => {
    const { group, id } = await newKey();
    await newKey({ keyGroup: group });
    await prompt('/api-key/disable', { id });
    const { groups } = await prompt('/api-key/groups', {});
    expect(groups).toContainEqual({ keyGroup: group, keys: 2, available: 1 });
  });

  test('limits the uses of a model per user and hour, on every path', async () => {
    const { group } = await newKey({ maxConcurrency: 99 });
    const client = await space.newClient();
    const all = `${client.clientId}.${client.secret}`;
    const { id: modelId } = await prompt('/ai-model/create', {
      ...{ name: randomUUID(), code: 'gpt-tiny', type: 'chat', keyGroup: group, billingMode: 'free', ratePerHour: 4 },
    });
    const newUser = async () => {
      const { data } = await space.service('/user/register', { username: randomUUID() }, all);
      await prompt('/user/adjust-balance', { id: data.userId, asset: 'coin', amount: 100, reason: 'for a test' });
      return Number(data.userId);
    };
    const [userId, other] = [await newUser(), await newUser()];
    const hold = (requestId: string = randomUUID(), more = {}) =>
      space.service(
        '/billing/hold',
        { userId, requestId, capability: 'chat', asset: 'coin', amount: 1, modelId, ...more },
        all,
      );
    const leased = (requestId: string = randomUUID(), whose = userId) => lease({ modelId, userId: whose, requestId });
    const [one, two] = [randomUUID(), randomUUID()];
    // One use consists of its hold, requested twice, and the leases of two keys.
    for (const { code } of [await hold(one), await hold(one), await leased(one), await leased(one)])
      expect(code).toBe(20000);
    space.now += 60_000;
    expect((await leased(two)).code).toBe(20000);
    const many = await Promise.all([...Array(5)].flatMap(() => [hold(), leased()]));
    expect(many.map(({ code }) => code).sort()).toEqual([20000, 20000, ...Array(8).fill(42900)]);
    const rejected = await hold();
    expect(rejected).toMatchObject({ status: 429, data: { state: 'ratePerHour', modelId, most: 4 } });
    expect(rejected.headers.get('retry-after')).toBe(String(3600 - 60));
    // An accepted request is not counted again, and nothing else is delayed: neither other users, nor a use that could not be paid.
    expect([(await leased(two)).code, (await leased(randomUUID(), other)).code]).toEqual([20000, 20000]);
    expect((await hold(randomUUID(), { userId: other, amount: 1000 })).code).toBe(40200);
    expect((await getRows('model_uses')).map((row) => Number(row.user_id)).sort()).toEqual(
      [userId, userId, userId, userId, other].sort(),
    );
    space.now += 3_540_000;
    expect([(await hold()).code, (await hold()).code]).toEqual([20000, 42900]);
    expect((await lease({ modelId, userId })).errors).toHaveProperty('requestId');
    expect(await space.broken()).toEqual([]);
    await space.signIn();
  });

  test('returns the hourly results of the calls with a key', async () => {
    const { id, group } = await newKey({ maxConcurrency: 9 });
    for (const [outcome, more] of [
      ['ok', { tokens: 42 }],
      ['request', { status: 400 }],
      ['server', { status: 500 }],
    ] as const) {
      const { data } = await lease({ keyGroup: group });
      expect((await report(data.leaseId, outcome, more)).code).toBe(20000);
    }
    const { data: open } = await lease({ keyGroup: group });
    expect(open.leaseId).toBeTruthy();
    const day = await prompt('/api-key/stats', { id });
    const { hours, ...sums } = day as { hours: Record<string, number>[] } & Record<string, number>;
    expect(sums).toMatchObject({ calls: 4, succeeded: 2, failed: 1, unreported: 1, successBps: 6666, tokens: 42 });
    expect(hours).toHaveLength(24);
    expect(hours.map(({ hour = 0 }, at) => hour - (hours[0]?.hour ?? 0) - at * 60 * minute)).toEqual(Array(24).fill(0));
    expect(hours.at(-1)).toMatchObject({ calls: 4, succeeded: 2, failed: 1, tokens: 42 });
    // Calls older than a day are not included.
    await space.foundation.database.transaction((tx) =>
      tx
        .updateTable('key_leases')
        .set({ created_at: Date.now() - 25 * 60 * minute })
        .where('key_id', '=', id)
        .where('outcome', '=', 'server')
        .execute(),
    );
    expect(await prompt('/api-key/stats', { id })).toMatchObject({ calls: 3, failed: 0, successBps: 10_000 });
    const other = await newKey();
    expect(await prompt('/api-key/stats', { id: other.id })).toMatchObject({
      calls: 0,
      successBps: null,
      averageMs: null,
    });
  });

  test('stores a key sealed, shows only its ends, and recognizes it when it is entered again', async () => {
    const { id, secret, group } = await newKey();
    const record = await get(id);
    expect(record).toMatchObject({ mask: `sk-***${secret.slice(-4)}`, name: `openai ${secret.slice(-4)}` });
    expect(JSON.stringify([record, await prompt('/api-key/list', {})])).not.toContain(secret);
    for (const table of ['api_keys', 'audit_logs', 'idempotency_keys'])
      expect(`${table} ${JSON.stringify(await getRows(table)).includes(secret)}`).toBe(`${table} false`);
    const again = await space.admin('/api-key/create', { secret: ` ${secret}\n`, keyGroup: group });
    expect(again.errors.secret?.[0]).toContain(`#${id}`);
    for (const odd of ['sk with spaces in it', 'sk-密钥密钥密钥', '\u0000'.repeat(9)])
      expect(Object.keys((await space.admin('/api-key/create', { secret: odd })).errors)).toEqual(['secret']);
  });

  test('shows a full key only after identity confirmation, and logs the access', async () => {
    const { id, secret } = await newKey();
    space.now += 6 * minute;
    expect((await space.admin('/api-key/reveal', { id })).code).toBe(40301);
    await space.proveMyself();
    expect(await prompt('/api-key/reveal', { id })).toEqual({ id, secret });
    expect(JSON.stringify(await getRows('idempotency_keys'))).not.toContain(secret);
    const shown = (await getRows('audit_logs')).filter(({ action }) => action === 'reveal');
    expect(shown).toMatchObject([{ resource: 'apiKey', resource_id: id, result: 'ok' }]);
    expect(shown).toHaveLength(1);
  });

  test('shows one admin at most ten keys within an hour', async () => {
    const { id } = await newKey();
    const anHourLater = async () => {
      for (let half = 0; half < 2; half++) {
        space.now += 30 * minute;
        await get(id);
      }
      await space.proveMyself();
    };
    await anHourLater();
    for (let shown = 0; shown < 10; shown++) expect(await prompt('/api-key/reveal', { id })).toMatchObject({ id });
    const rejected = await space.admin('/api-key/reveal', { id });
    expect(rejected).toMatchObject({ status: 429, code: 42900, data: { retryAfter: 3600 } });
    await anHourLater();
    expect(await prompt('/api-key/reveal', { id })).toMatchObject({ id });
  });

  test('rotates to another key, with another address if one is given', async () => {
    const { id, secret, group } = await newKey();
    const next = newSecret();
    await prompt('/api-key/rotate', { id, secret: next, baseUrl: `${host.baseUrl}/` });
    const { data } = await lease({ keyGroup: group });
    expect(data).toMatchObject({ secret: next, baseUrl: `${host.baseUrl}/`, keyId: id });
    expect((await space.admin('/api-key/rotate', { id, secret: next })).code).toBe(20000);
    const other = await newKey();
    expect(Object.keys((await space.admin('/api-key/rotate', { id: other.id, secret: next })).errors)).toEqual([
      'secret',
    ]);
    expect((await space.admin('/api-key/create', { secret })).code).toBe(20000);
    expect(
      Object.keys((await space.admin('/api-key/update', { id, version: 1, baseUrl: 'https://evil.test' })).errors),
    ).toEqual(['baseUrl']);
  });

  test('does not lease an expired key, removes it from the pool, and restores it when its expiry is extended', async () => {
    const end = space.now + minute;
    const { id, group } = await newKey({ expiresAt: end });
    expect((await lease({ keyGroup: group })).code).toBe(20000);
    const todos = async () => ((await prompt('/message_panel', {})).todos as { key: string; count: number }[]) ?? [];
    expect(await todos()).toContainEqual(expect.objectContaining({ key: 'keysExpiring', count: 1 }));
    space.now = end;
    expect((await lease({ keyGroup: group })).code).toBe(50301);
    await maintain();
    expect(await get(id)).toMatchObject({ status: 'expired', expiresAt: end });
    expect((await space.admin('/api-key/disable', { id })).code).toBe(20000);
    expect((await space.admin('/api-key/enable', { id })).code).toBe(40902);
    await prompt('/api-key/rotate', { id, secret: newSecret() });
    expect((await space.admin('/api-key/enable', { id })).code).toBe(20000);
    const { version } = await get(id);
    await prompt('/api-key/update', { id, version, expiresAt: end });
    await maintain();
    expect((await lease({ keyGroup: group })).data.keys).toEqual({ expired: 1 });
    await prompt('/api-key/update', { id, version: Number((await get(id)).version), expiresAt: end + minute });
    await maintain();
    expect((await lease({ keyGroup: group })).code).toBe(20000);
    const moves = (await getRows('api_key_events')).filter(({ key_id: key }) => Number(key) === id);
    expect(moves.map(({ to_state: to }) => to)).toEqual(['expired', 'disabled', 'active', 'expired', 'active']);
  });

  test('distinguishes new, duplicate and invalid lines of a file before anything is written', async () => {
    const there = await newKey();
    const fresh = [newSecret(), newSecret()];
    const rows = [...fresh, there.secret, fresh[0], 'short', 'two words here'].map((secret, at) => ({
      line: at + 1,
      values: { secret, keyGroup: there.group },
    }));
    const count = async () => (await prompt('/api-key/list', { filters: { keyGroup: [there.group] } })).total;
    const dry = (await space.admin('/api-key/import', { rows, dryRun: true })).data;
    expect(dry).toMatchObject({ created: 2, skipped: 0, failed: 4 });
    expect((dry.errors as { line: number }[]).map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    expect(await count()).toBe(1);
    const skipped = (await space.admin('/api-key/import', { rows, onConflict: 'skip' })).data;
    expect(skipped).toMatchObject({ created: 2, skipped: 2, failed: 2 });
    expect(await count()).toBe(3);
  });

  test('leases a key for one call and returns the secret only in that response', async () => {
    const modelMap = [{ ours: 'ours', theirs: 'theirs' }];
    const { id, secret, group } = await newKey({ maxConcurrency: 1, modelMap });
    const key = randomUUID();
    const body = { keyGroup: group, model: 'ours' };
    const { data } = await lease(body, key);
    expect(data).toMatchObject({ keyId: id, secret, provider: 'openai', baseUrl: host.baseUrl, model: 'theirs' });
    expect((await lease(body, key)).data).toEqual(data);
    expect(JSON.stringify(await getRows('idempotency_keys'))).not.toContain(secret);
    expect(await lease(body)).toMatchObject({ status: 503, data: { keys: { active: 1 } } });
    expect((await report(data.leaseId, 'ok', { latencyMs: 5 })).data).toMatchObject({ state: 'active' });
    expect((await lease(body, key)).code).toBe(40902);
    expect((await lease({ keyGroup: 'nobody' })).code).toBe(50301);
    expect(Object.keys((await lease({ model: 'ours' })).errors)).toEqual(['keyGroup']);
  });

  test('maps models to their upstream names, in the current and the former format of maps', async () => {
    const { id, group } = await newKey({ maxConcurrency: 2, modelMap: { ours: 'theirs' } });
    const body = { keyGroup: group, model: 'ours' };
    expect((await lease(body)).data.model).toBe('theirs');
    const { version } = await get(id);
    const rejected = async (modelMap: unknown) =>
      Object.keys((await space.admin('/api-key/update', { id, version, modelMap })).errors ?? {});
    const pair = { ours: 'ours', theirs: 'other' };
    for (const map of [[{ ours: 'ours' }], [pair, pair], [{ ...pair, more: 1 }], { ours: 7 }, 'ours'])
      expect(await rejected(map)).toEqual(['modelMap']);
    expect(await rejected([pair])).toEqual([]);
    expect((await lease(body)).data.model).toBe('other');
  });

  test('cools a rate-limited key, and restores it when the cooldown is over', async () => {
    const { id, secret, group } = await newKey();
    const { data } = await lease({ keyGroup: group });
    const message = `too many for ${secret}`;
    expect((await report(data.leaseId, 'rateLimited', { status: 429, message })).data.state).toBe('cooling');
    expect(await get(id)).toMatchObject({ lastErrorCode: '429', lastError: 'too many for ***', inFlight: 0 });
    expect((await lease({ keyGroup: group })).code).toBe(50301);
    await maintain();
    expect((await get(id)).status).toBe('cooling');
    space.now += minute;
    await maintain();
    expect(await get(id)).toMatchObject({ status: 'active', coolLevel: 1 });
    await report((await lease({ keyGroup: group })).data.leaseId, 'timeout');
    await prompt('/api-key/clear-cooldown', { id });
    expect(await get(id)).toMatchObject({ status: 'active', coolLevel: 0 });
  });

  test('cools down as long as the longest reported time, however long that is', async () => {
    const { id, group } = await newKey({ maxConcurrency: 3 });
    const day = 86_400_000;
    const leases = await Promise.all([1, 2, 3].map(() => lease({ keyGroup: group })));
    const [one, two, three] = leases.map(({ data }) => data.leaseId);
    const limited = (leaseId: unknown, retryAfterMs: number) => report(leaseId, 'rateLimited', { retryAfterMs });
    const began = space.now;
    expect((await limited(one, 60_000)).code).toBe(20_000);
    expect((await limited(two, 2 * day)).data.state).toBe('cooling');
    expect((await get(id)).coolUntil).toBe(began + 2 * day);
    expect((await limited(three, 1e15)).code).toBe(20_000);
    expect((await get(id)).coolUntil).toBe(began + 30 * day);
    space.now += 3 * day;
    await maintain();
    space.now = began;
    expect((await get(id)).status).toBe('cooling');
  });

  test('cools for hours where the settings say so', async () => {
    const settings = (await prompt('/settings/get', { page: 'keyPool' })) as {
      groups: Record<string, { version: number }>;
    };
    const save = async (version: number, coolMaxSeconds: number, coolFirstSeconds: number) =>
      prompt('/settings/save', {
        page: 'keyPool',
        group: 'rules',
        version,
        values: { coolMaxSeconds, coolFirstSeconds },
      });
    const version = settings.groups.rules?.version ?? 0;
    await save(version, 14_400, 3600);
    const { id, group } = await newKey();
    for (const seconds of [3600, 7200, 14_400, 14_400]) {
      space.now += 1001;
      const { data } = await lease({ keyGroup: group });
      const began = space.now;
      await report(data.leaseId, 'rateLimited');
      expect((await get(id)).coolUntil).toBe(began + seconds * 1000);
      space.now += seconds * 1000;
      await maintain();
      await space.signIn();
    }
    await save(version + 1, 600, 30);
    space.now += 1001;
  });

  test('disables a rejected key, notifies the admins, probes it and enables it again', async () => {
    const { id, secret, group } = await newKey();
    host.answers.set(secret, { status: 401, code: 'invalid_api_key' });
    const { data } = await lease({ keyGroup: group });
    expect((await report(data.leaseId, 'auth', { status: 401 })).data.state).toBe('autoDisabled');
    const messages = JSON.stringify((await prompt('/message_panel', {})).messages);
    expect(messages).toContain(`openai ${secret.slice(-4)}`);
    const before = host.calls.length;
    await maintain();
    expect(host.calls.length).toBe(before);
    space.now += 6 * minute;
    await maintain();
    expect(host.calls.slice(before)).toEqual([`POST /v1/chat/completions ${secret} gpt-tiny`]);
    expect(await get(id)).toMatchObject({ status: 'autoDisabled', lastErrorCode: 'invalid_api_key' });
    host.answers.delete(secret);
    space.now += 6 * minute;
    await maintain();
    expect(await get(id)).toMatchObject({ status: 'active', failStreak: 0 });
    const { items } = await prompt('/api-key-event/list', { filters: { keyId: { from: id, to: id } } });
    expect((items as { toState: string; cause: string }[]).map(({ toState, cause }) => `${cause} ${toState}`)).toEqual([
      'probe active',
      'probe probing',
      'probe autoDisabled',
      'probe probing',
      'report autoDisabled',
    ]);
  });

  test('does not change keys that were disabled by hand', async () => {
    const { id, group } = await newKey();
    const { data } = await lease({ keyGroup: group });
    await prompt('/api-key/disable', { id });
    expect((await report(data.leaseId, 'auth', { status: 401 })).data.state).toBe('disabled');
    expect(await prompt('/api-key/test', { id })).toMatchObject({ ok: true });
    await prompt('/api-key/test-all', {});
    space.now += 6 * minute;
    await maintain();
    expect((await get(id)).status).toBe('disabled');
    await prompt('/api-key/enable', { id });
    expect((await lease({ keyGroup: group })).data.keyId).toBe(id);
  });

  test('tests many keys in parallel: each has its result, and the results are stored', async () => {
    const group = `g-${randomUUID()}`;
    const good = await newKey({ keyGroup: group });
    const bad = await newKey({ keyGroup: group });
    host.answers.set(bad.secret, { status: 403 });
    const call = { action: 'test', filters: { keyGroup: [group] } };
    const before = host.calls.length;
    expect((await space.admin('/api-key/batch', { ...call, dryRun: true })).data).toMatchObject({ total: 2 });
    expect(host.calls.length).toBe(before);
    const { data } = await space.admin('/api-key/batch', call);
    expect(data).toMatchObject({ affected: 1, failed: 1 });
    expect((data.items as { id: number; code: number }[]).find(({ code }) => code !== 20000)?.id).toBe(bad.id);
    expect([(await get(good.id)).status, (await get(bad.id)).status]).toEqual(['active', 'autoDisabled']);
    await space.proveMyself();
    expect(Number((await prompt('/api-key/delete-invalid', {})).deleted)).toBeGreaterThanOrEqual(1);
    expect((await space.admin('/api-key/get', { id: bad.id })).code).toBe(40400);
    expect((await space.admin('/api-key/batch', { action: 'reveal', ids: [good.id] })).code).toBe(42200);
    const tags = { action: 'update', ids: [good.id], params: { tag: 'eu', priority: 7, weight: 9 } };
    expect((await space.admin('/api-key/batch', tags)).data).toMatchObject({ affected: 1 });
    expect(await get(good.id)).toMatchObject({ tag: 'eu', priority: 7, weight: 9 });
  });

  test('queues all keys for a test that the server runs in the background', async () => {
    const { id, secret } = await newKey();
    host.answers.set(secret, { status: 429, retryAfter: 45 });
    expect(Number((await prompt('/api-key/test-all', {})).queued)).toBeGreaterThan(0);
    await maintain();
    expect(await get(id)).toMatchObject({ status: 'cooling', coolUntil: space.now + 45_000, lastTestAt: space.now });
    expect((await prompt('/api-key/test-all', { untestedOnly: true })).queued).toBe(0);
    const { id: unknown } = await newKey();
    expect((await prompt('/api-key/test-all', { untestedOnly: true })).queued).toBe(1);
    await maintain();
    expect(await get(unknown)).toMatchObject({ status: 'active', lastTestAt: space.now });
  });

  test('tests only the disabled keys, which stay disabled', async () => {
    const [off, on] = [await newKey(), await newKey()];
    await prompt('/api-key/disable', { id: off.id });
    const before = host.calls.length;
    expect(Number((await prompt('/api-key/test-all', { disabledOnly: true })).queued)).toBeGreaterThan(0);
    await maintain();
    expect(host.calls.slice(before).join()).toContain(off.secret);
    expect(host.calls.slice(before).join()).not.toContain(on.secret);
    expect(await get(off.id)).toMatchObject({ status: 'disabled', lastTestAt: space.now });
    expect(await get(on.id)).toMatchObject({ status: 'active', lastTestAt: null });
  });

  test('stores the success rate of the last day, and sorts keys with problems first', async () => {
    const { id, group } = await newKey({ maxConcurrency: 9, failThreshold: 9 });
    const bad = await newKey({ keyGroup: group });
    for (const outcome of ['ok', 'request', 'server'])
      await report((await lease({ keyGroup: group, exclude: [bad.id] })).data.leaseId, outcome);
    await lease({ keyGroup: group, exclude: [bad.id] });
    await keepRates(space.foundation);
    expect(await get(id)).toMatchObject({ successBps: 6666, trouble: 0 });
    expect(await get(bad.id)).toMatchObject({ successBps: null });
    host.answers.set(bad.secret, { status: 401 });
    await prompt('/api-key/test', { id: bad.id });
    const sort = [{ field: 'trouble', order: 'desc' }];
    const { items } = (await prompt('/api-key/list', { filters: { keyGroup: [group] }, sort })) as { items: object[] };
    expect(items).toMatchObject([{ id: bad.id, trouble: 5 }, { id }]);
    // However many leases a week has, a day of them is read from the index only.
    const { database } = space.foundation;
    const plan = await database.transaction(async (tx) => {
      if (kind === 'postgres')
        for (const way of ['seqscan', 'bitmapscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
      const words = sql.raw(kind === 'postgres' ? 'explain' : 'explain query plan');
      return JSON.stringify((await sql`${words} ${selectRatesSince(space.now)}`.execute(tx)).rows);
    });
    expect(plan).toMatch(/(Index Only Scan using|COVERING INDEX) key_leases_told/);
    const later = { ...space.foundation, clock: () => space.now + 25 * 60 * minute };
    await keepRates(later);
    expect(await get(id)).toMatchObject({ successBps: null });
  });
});
