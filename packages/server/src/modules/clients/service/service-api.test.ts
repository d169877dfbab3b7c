import { randomUUID } from 'node:crypto';
import { ResponseError, type ServiceApiClient, type ServiceCredentials } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';

describe.each(databaseKinds)('the service API on %s', (kind) => {
  let space: ServiceHarness;
  let credentials: ServiceCredentials & { readonly id: number };
  let api: ServiceApiClient;
  let token: string;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    credentials = await space.newClient();
    api = space.api(credentials);
    token = `${credentials.clientId}.${credentials.secret}`;
  });
  afterAll(() => space.drop());

  const newUser = async (coin = 0) => {
    const { userId } = await api.call('userRegister', { username: randomUUID() });
    if (coin > 0) await adjust(userId, coin);
    return userId;
  };
  const adjust = async (id: number, amount: number) => {
    const adjusted = { id, asset: 'coin', amount, reason: 'for a test' };
    expect((await space.admin('/user/adjust-balance', adjusted)).code).toBe(20000);
  };
  const use = (userId: number, amount: number) =>
    ({ userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount }) as const;
  const code = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof ResponseError) return error.code;
    throw error ?? new Error('it was not refused');
  };

  test('accepts only a valid secret', async () => {
    const body = { userId: await newUser() };
    const getCode = async (given: string | null) => (await space.service('/user/get', body, given)).code;
    expect(await getCode(token)).toBe(20000);
    for (const wrong of [null, 'x', `${credentials.clientId}.`, `${token}x`, `svc_nobody.${credentials.secret}`])
      expect(await getCode(wrong)).toBe(40001);
  });

  test('serves only its own paths, and only POST', async () => {
    expect((await space.service('/user/nothing', {}, token)).code).toBe(40400);
  });

  test('registers each user once, with the inviter', async () => {
    const first = await api.call('userRegister', { username: `u-${randomUUID()}`, phone: null, nickname: '' });
    const body = { username: `u-${randomUUID()}`, inviterCode: first.inviteCode.toLowerCase(), ip: '10.1.1.1' };
    const [one, two] = await Promise.all([api.call('userRegister', body, 'k1'), api.call('userRegister', body, 'k1')]);
    expect(one).toEqual(two);
    expect(one).toMatchObject({ inviterId: first.userId, status: 'active' });
    const taken = await space.service('/user/register', body, token);
    expect(taken).toMatchObject({ code: 42200, errors: { username: [expect.stringContaining('taken')] } });
    const unknown = await space.service('/user/register', { username: 'abc', inviterCode: 'NOBODY' }, token);
    expect(unknown).toMatchObject({ code: 42200, errors: { inviterCode: [expect.any(String)] } });
  });

  test('holds, captures and reports, and records the usage of the day', async () => {
    const userId = await newUser(100);
    const { holdNo, expiresAt } = await api.call('billingHold', use(userId, 40));
    expect(expiresAt).toBe(space.now + 30 * 60_000);
    const held = { coin: { balance: 100, held: 40 }, compute: { balance: 0, held: 0 } };
    expect((await api.call('userGet', { userId })).wallets).toEqual(held);
    const quote = await api.call('billingQuote', { userId, capability: 'chat', asset: 'coin', amount: 61 });
    expect(quote).toMatchObject({ available: 60, enough: false });
    const tokens = { promptTokens: 5, cachedTokens: 2, completionTokens: 7 };
    const usage = { modelName: 'm', ...tokens, upstreamCost: 9, latencyMs: 3, firstTokenMs: 1 };
    const captured = await api.call('billingCapture', { holdNo, amount: 25, usage });
    expect(captured).toEqual({ holdNo, charged: 25, fromQuota: 0, writtenOff: 0, balanceAfter: 75 });
    expect(await api.call('billingCapture', { holdNo, amount: 25, usage })).toEqual(captured);
    const { database } = space.foundation;
    const records = await database.read.selectFrom('usage_records').selectAll().where('user_id', '=', userId).execute();
    expect(records).toMatchObject([{ charged_amount: 25, prompt_tokens: 5, model_name: 'm', status: 'success' }]);
    expect(records).toMatchObject([{ cached_tokens: 2, first_token_ms: 1 }]);
    const daily = await database.read.selectFrom('usage_daily').selectAll().where('user_id', '=', userId).execute();
    expect(daily).toMatchObject([{ requests: 1, charged_coin: 25, completion_tokens: 7, day: records[0]?.day }]);
    expect(await space.broken()).toEqual([]);
  });

  test('stores the purpose of a use, and finds the use by it', async () => {
    const userId = await newUser(100);
    const { holdNo } = await api.call('billingHold', use(userId, 30));
    const of = { type: 'app', id: '17' } as const;
    await api.call('billingCapture', { holdNo, amount: 7, refs: of });
    const filters = { userId: [userId], sourceType: ['app'], sourceId: ['17'] };
    const { data } = await space.admin('/usage-record/list', { filters });
    expect(data.items).toMatchObject([{ chargedAmount: 7 }]);
    const [{ id }] = data.items as [{ id: number }];
    expect((await space.admin('/usage-record/get', { id })).data).toMatchObject({ sourceType: 'app', sourceId: '17' });
    const other = await space.service(
      '/billing/capture',
      { holdNo, amount: 7, refs: { type: 'moon', id: '1' } },
      token,
    );
    expect(Object.keys(other.errors)).toEqual(['refs.type']);
  });

  test('returns a result for each item of a batch', async () => {
    const [one, two] = [await newUser(5), await newUser(6)];
    const { items } = await api.call('userGetBatch', { userIds: [two, 9_999_999, one] });
    expect(
      items.map((item) => [item.code, item.data?.userId ?? null, item.data?.wallets.coin.balance ?? null]),
    ).toEqual([
      [20000, two, 6],
      [40400, null, null],
      [20000, one, 5],
    ]);
    expect(items[0]?.data).toEqual(await api.call('userGet', { userId: two }));
    const userIds = Array.from({ length: 201 }, () => one);
    expect(await code(api.call('userGetBatch', { userIds }))).toBe(42200);
  });

  test('checks many texts in parallel: each is reported and counted once, in whatever order two such calls arrive', async () => {
    const words = [0, 1].map(() => randomUUID().slice(0, 12));
    for (const word of words) await space.admin('/banned-word/create', { word, category: 'custom', level: '1' });
    const userId = await newUser();
    const bad = words.map((word) => ({ text: `a ${word} b`, userId }));
    const texts = [{ text: 'clean' }, bad[0], { text: bad[1]?.text ?? '', userId: 9_999_999 }, bad[1]].map(
      (given) => given ?? { text: '' },
    );
    const { lexiconVersion } = await api.call('textCheck', { text: bad[0]?.text ?? '', dryRun: true });
    expect(lexiconVersion).toBeGreaterThan(0);
    const dry = await api.call('textCheckBatch', { texts, dryRun: true });
    const [back, forth] = await Promise.all([
      api.call('textCheckBatch', { texts }, 'texts-1'),
      api.call('textCheckBatch', { texts: [...texts].reverse() }, 'texts-2'),
    ]);
    const shape = (reported: typeof dry) => reported.items.map((item) => [item.code, item.data?.action ?? null]);
    expect(shape(back)).toEqual(shape(dry));
    expect(shape(forth)).toEqual(shape(dry).reverse());
    expect(shape(back).map(([reported]) => reported)).toEqual([20000, 20000, 40400, 20000]);
    expect(dry.items.every(({ data }) => (data?.violationId ?? null) === null)).toBe(true);
    expect(await api.call('textCheckBatch', { texts }, 'texts-1')).toEqual(back);
    const { read } = space.foundation.database;
    const stored = await read.selectFrom('violation_logs').select('id').where('user_id', '=', userId).execute();
    expect(stored).toHaveLength(4);
    const hits = await read.selectFrom('banned_words').select('hit_count').where('word', 'in', words).execute();
    expect(hits.map(({ hit_count: hit }) => Number(hit))).toEqual([2, 2]);
  });

  test('adds the uses of a day to one sum', async () => {
    const userId = await newUser(100);
    for (const amount of [10, 20, 0]) {
      const { holdNo } = await api.call('billingHold', use(userId, 30));
      const usage = amount === 0 ? ({ status: 'failed', errorCode: 'timeout' } as const) : {};
      await api.call('billingCapture', { holdNo, amount, usage });
    }
    const { read } = space.foundation.database;
    const daily = await read.selectFrom('usage_daily').selectAll().where('user_id', '=', userId).execute();
    expect(daily).toMatchObject([{ requests: 3, success: 2, failed: 1, charged_coin: 30 }]);
    expect(await space.broken()).toEqual([]);
  });

  test('never holds more than the balance in parallel calls, each key once', async () => {
    const userId = await newUser(50);
    const bodies = Array.from({ length: 12 }, () => use(userId, 10));
    const ended = await Promise.allSettled(
      [...bodies, ...bodies].map((body) => api.call('billingHold', body, body.requestId)),
    );
    const numbers = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value.holdNo] : []));
    expect(new Set(numbers).size).toBe(5);
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 40200 });
    for (const holdNo of new Set(numbers)) await api.call('billingRelease', { holdNo });
    expect((await api.call('userGet', { userId })).wallets.coin).toEqual({ balance: 50, held: 0 });
  });

  test('rejects an insufficient balance with 402, the balance and the requested amount', async () => {
    const userId = await newUser(5);
    const rejected = await space.service('/billing/hold', use(userId, 6), token);
    expect(rejected).toMatchObject({ status: 402, code: 40200, data: { available: 5, requested: 6 } });
  });

  test('rejects a key for another body, and a write without one', async () => {
    const userId = await newUser(50);
    const body = use(userId, 5);
    expect((await space.service('/billing/hold', body, token, 'one-key')).code).toBe(20000);
    expect((await space.service('/billing/hold', { ...body, amount: 6 }, token, 'one-key')).code).toBe(40903);
    const raw = await space.service('/billing/hold', body, token, null);
    expect(raw).toMatchObject({ code: 42200, errors: { 'Idempotency-Key': [expect.any(String)] } });
    const other = await space.newClient();
    const theirs = await space.service('/billing/hold', use(userId, 5), `${other.clientId}.${other.secret}`, 'one-key');
    expect(theirs.code).toBe(20000);
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ asset: 'gold' }, 'asset'],
    [{ capability: '' }, 'capability'],
    [{ requestId: '' }, 'requestId'],
    [{ more: 1 }, 'more'],
  ])('names the field of %j', async (wrong, field) => {
    const rejected = await space.service('/billing/hold', { ...use(1, 5), ...wrong }, token);
    expect(rejected.code).toBe(42200);
    expect(Object.keys(rejected.errors)).toEqual([field]);
  });

  test('rejects unknown and banned users', async () => {
    expect(await code(api.call('billingHold', use(999_999, 1)))).toBe(40400);
    expect(await code(api.call('userGet', { userId: 999_999 }))).toBe(40400);
    expect(await code(api.call('billingCapture', { holdNo: 'H0', amount: 1 }))).toBe(40400);
    const userId = await newUser(10);
    expect((await space.admin('/user/ban', { id: userId, banReason: 'a test of bans' })).code).toBe(20000);
    expect((await api.call('userGet', { userId })).status).toBe('banned');
    expect(await code(api.call('billingHold', use(userId, 1)))).toBe(40902);
  });

  test('lets a finished use make the balance negative up to the limit of the settings', async () => {
    const userId = await newUser(10);
    const { holdNo } = await api.call('billingHold', use(userId, 10));
    const captured = await api.call('billingCapture', { holdNo, amount: 2000 });
    expect(captured).toMatchObject({ charged: 1010, writtenOff: 990, balanceAfter: -1000 });
    expect(await space.broken()).toEqual([]);
  });

  test('applies each setting of billing', async () => {
    const set = (group: string, values: object) => setSettings(space.foundation, group, { ...values });
    const userId = await newUser(10);
    await set('billing', { holdMinutes: 5, allowNegativeOnSettle: false });
    const { holdNo, expiresAt } = await api.call('billingHold', use(userId, 10));
    expect(expiresAt).toBe(space.now + 5 * 60_000);
    const captured = await api.call('billingCapture', { holdNo, amount: 2000 });
    expect(captured).toMatchObject({ charged: 10, writtenOff: 1990, balanceAfter: 0 });
    await set('billing', { negativeLimit: 7 });
    const owing = await newUser(10);
    const { holdNo: second } = await api.call('billingHold', use(owing, 10));
    const over = await api.call('billingCapture', { holdNo: second, amount: 2000 });
    expect(over).toMatchObject({ charged: 17, writtenOff: 1983, balanceAfter: -7 });
    await set('billing', { adjustMax: 5 });
    const most = await space.admin('/user/adjust-balance', {
      id: userId,
      asset: 'coin',
      amount: 6,
      reason: 'for a test',
    });
    expect(most.code).toBe(42200);
    await set('billing', {});
    await set('membership', { guestRate: 5_000 });
    const quote = await api.call('billingQuote', { userId, capability: 'chat', asset: 'coin', amount: 61 });
    expect(quote).toMatchObject({ rateMultiplier: 5_000, payable: 31 });
    await set('membership', {});
    expect(await space.broken()).toEqual([]);
  });

  test('checks text as the console does', async () => {
    const word = `word${randomUUID().slice(0, 8)}`;
    await space.admin('/banned-word/create', {
      word,
      match: 'contains',
      category: 'custom',
      level: '3',
      action: 'block',
    });
    await expect
      .poll(async () => (await api.call('textCheck', { text: `a ${word} b`, userId: 1 })).action, { timeout: 20_000 })
      .toBe('block');
    expect((await api.call('textCheck', { text: 'nothing in it' })).violationId).toBeNull();
  });

  test('appends chats once, and returns the configuration of the platform', async () => {
    const userId = await newUser();
    const messages = [{ clientId: 'a', role: 'user', content: 'hello' } as const];
    const body = { sessionId: randomUUID(), userId, messages };
    const { sessionId, messageIds } = await api.call('chatAppend', body);
    expect(messageIds).toHaveLength(1);
    expect(await api.call('chatAppend', body)).toEqual({ sessionId, messageIds, duplicates: 1 });
    const snapshot = await api.call('configSnapshot', {});
    expect(snapshot).toMatchObject({ site: { timezone: 'Asia/Shanghai' }, content: { bannedWordsEnabled: true } });
    expect((await api.call('configSnapshot', {})).version).toBe(snapshot.version);
  });

  test('rejects new work under maintenance with a message, and completes started work', async () => {
    const userId = await newUser(100);
    const hold = () => api.call('billingHold', use(userId, 10));
    const { holdNo } = await hold();
    const redeem = () => code(api.call('redeemUse', { userId, code: 'NOSUCHCODE' }, 'guess'));
    const wrong = await redeem();
    expect([wrong, await redeem()]).toEqual([wrong, wrong]);
    await setSettings(space.foundation, 'site', { maintenance: true, maintenanceText: '半小时后回来' });
    const rejected = await hold().catch((error: ResponseError) => error);
    expect(rejected).toMatchObject({ code: 50300, message: '半小时后回来' });
    expect(await code(api.call('userRegister', { username: randomUUID() }))).toBe(50300);
    const requested = { userId, requestId: randomUUID(), pdfId: 1, query: 'what' };
    expect(await code(api.call('pdfAsk', requested))).toBe(50300);
    expect(await redeem()).toBe(50300);
    expect((await api.call('configSnapshot', {})).site.maintenance).toBe('半小时后回来');
    expect(await api.call('billingCapture', { holdNo, amount: 4 })).toMatchObject({ charged: 4 });
    await setSettings(space.foundation, 'site', { maintenance: false });
    expect((await api.call('configSnapshot', {})).site.maintenance).toBeNull();
    await hold();
  });

  test('checks what people write and what models write, each unless it is switched off', async () => {
    await space.admin('/banned-word/create', { word: '禁用之词', level: '3', action: 'block' });
    const actions = async () => {
      const check = async (scope: 'prompt' | 'output' | 'nickname') =>
        (await api.call('textCheck', { text: '一个禁用之词', scope })).action;
      return [await check('prompt'), await check('output'), await check('nickname')];
    };
    await expect.poll(actions, { timeout: 10_000 }).toEqual(['block', 'block', 'block']);
    await setSettings(space.foundation, 'content', { checkOutput: false, stopOnHit: false });
    expect(await actions()).toEqual(['block', 'pass', 'block']);
    await setSettings(space.foundation, 'content', { checkPrompt: false, stopOnHit: false });
    expect(await actions()).toEqual(['pass', 'block', 'block']);
    const { content, billing } = await api.call('configSnapshot', {});
    expect(content).toMatchObject({ checkPrompt: false, checkOutput: true, stopOnHit: false });
    expect(billing).toEqual({ lowBalanceNotice: 100 });
    await setSettings(space.foundation, 'content', {});
  });

  test('keeps when people were last there and signed in, and never an earlier moment', async () => {
    const userId = await newUser();
    const visits = async () => {
      const { data } = await space.admin('/user/get', { id: userId });
      return [data.lastActiveAt, data.lastLoginAt, data.lastLoginIp];
    };
    const [early, late] = [space.now - 5000, space.now - 1000];
    const people = [
      { userId, at: early, signedIn: true, ip: '10.0.0.1' },
      { userId: 999_999, at: early },
    ];
    expect(await api.call('userSeen', { people })).toEqual({ seen: 1 });
    await api.call('userSeen', { people: [{ userId, at: late }] });
    await api.call('userSeen', { people: [{ userId, at: early - 1, signedIn: true, ip: '10.0.0.2' }] });
    expect(await visits()).toEqual([late, early, '10.0.0.1']);
    await api.call('userSeen', { people: [{ userId, at: space.now + 60_000, signedIn: true }] });
    expect(await visits()).toEqual([space.now, space.now, null]);
    const papers = { realName: '王小明', idCard: '11010519491231002x' };
    expect(await code(api.call('userVerify', { userId, ...papers, idCard: '110105194912310021' }))).toBe(42200);
    expect(await code(api.call('userVerify', { userId, ...papers, realName: '  ' }))).toBe(42200);
    expect(await api.call('userVerify', { userId, ...papers })).toEqual({ userId, others: 0 });
    expect((await api.call('userGet', { userId })).verified).toBe(true);
    const { data } = await space.admin('/user/get', { id: userId });
    expect(data).toMatchObject({ verified: true, realNameMask: '王**', idCardMask: '***002X', verifiedAt: space.now });
    expect(JSON.stringify(data)).not.toContain('小明');
    await space.proveMyself();
    const full = { realName: '王小明', idCard: '11010519491231002X' };
    expect((await space.admin('/user/reveal-name', { id: userId })).data).toMatchObject(full);
    const named = { id: userId, version: data.version, gender: 'female' };
    expect((await space.admin('/user/update', named)).code).toBe(20000);
    expect((await space.admin('/user/anonymize', { id: userId })).code).toBe(20000);
    expect((await space.admin('/user/reveal-name', { id: userId })).code).toBe(40902);
    const forgotten = (await space.admin('/user/get', { id: userId })).data;
    expect(forgotten).toMatchObject({
      realNameMask: null,
      idCardMask: null,
      verified: false,
      gender: null,
      lastLoginIp: null,
    });
  });

  test('leaves no line in the log of changes', async () => {
    const { read } = space.foundation.database;
    const count = async () => {
      const entries = read.selectFrom('audit_entries').select(({ fn }) => fn.countAll().as('all'));
      return (await entries.executeTakeFirstOrThrow()).all;
    };
    const before = await count();
    const { userId } = await api.call('userRegister', { username: randomUUID() });
    expect(await code(api.call('billingHold', use(userId, 1)))).toBe(40200);
    expect(await count()).toBe(before);
  });

  test('returns the changes after a position, again for a repeated call', async () => {
    const { next: since } = await api.call('eventSubscribe', {});
    const [userId, other] = [await newUser(), await newUser()];
    await space.admin('/banned-word/create', { word: randomUUID().slice(0, 12), category: 'custom', level: '1' });
    expect((await space.admin('/user/ban', { id: userId, banReason: 'a test of events' })).code).toBe(20000);
    const ids = [userId, other];
    await space.admin('/user/batch', { action: 'update', ids, values: { remark: 'seen' } });
    const { events, next, more } = await api.call('eventSubscribe', { since });
    expect(events.map(({ event }) => event).slice(0, 2)).toEqual(['lexicon.changed', 'user.banned']);
    expect(events[1]).toMatchObject({ resource: 'user', ids: [userId], action: 'ban' });
    expect(more).toBe(false);
    expect(await api.call('eventSubscribe', { since: next })).toEqual({ events: [], next, more: false, reset: false });
    const banned = await api.call('eventSubscribe', { since, events: ['user.banned'] });
    expect(banned.events.map(({ ids: named }) => named)).toEqual([[userId]]);
    expect((await api.call('eventSubscribe', { since: events[0]?.id ?? '' })).events).toEqual(events.slice(1));
    expect(await code(api.call('eventSubscribe', { since: 'yesterday' }))).toBe(42200);
  });

  test('reports that a position is invalid after a restored backup, and continues from now', async () => {
    const { next } = await api.call('eventSubscribe', {});
    const lost = { events: [], next, more: false, reset: true };
    expect(await api.call('eventSubscribe', { since: '999999999-0' })).toEqual(lost);
    const restoredAt = async (at: number) =>
      space.foundation.database.transaction(async (tx) => {
        await tx.updateTable('session_epochs').set({ restored_at: at }).execute();
      });
    await restoredAt(1_700_000_000_000);
    const after = await api.call('eventSubscribe', { since: next });
    expect(after).toMatchObject({ events: [], more: false, reset: true, next: `${next}-1700000000000` });
    expect(await api.call('eventSubscribe', { since: after.next })).toMatchObject({ reset: false, next: after.next });
    expect((await api.call('eventSubscribe', { since: '0-0' })).events).not.toEqual([]);
    await restoredAt(0);
  });

  test('continues an interrupted stream from its last position', async () => {
    const userId = await newUser();
    const { next: since } = await api.call('eventSubscribe', {});
    await space.admin('/user/ban', { id: userId, banReason: 'before the stream' });
    const listen = (secret: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${space.url}/api/v1/service/event/subscribe`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(60_000),
        headers: {
          ...{ 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${secret}` },
          ...headers,
        },
      });
    const stream = await listen(token, { 'last-event-id': since });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('x-request-id')).toBeTruthy();
    const reported = getText(stream, 3);
    expect((await space.admin('/user/unban', { id: userId })).code).toBe(20000);
    const text = await reported;
    expect(text).toContain(`id: ${since}\nevent: ready\n`);
    expect(text.match(/^event: .*$/gmu)).toEqual(['event: ready', 'event: user.banned', 'event: user.changed']);
    expect(text).toContain(`"ids":[${userId}]`);
    const ended = await space.newClient({ scopes: ['event'] });
    const received = getText(await listen(`${ended.clientId}.${ended.secret}`), 9);
    expect((await space.admin('/service-client/disable', { id: ended.id })).code).toBe(20000);
    await space.admin('/user/ban', { id: userId, banReason: 'after the client was disabled' });
    expect((await received).match(/^event: .*$/gmu)).toEqual(['event: ready']);
    const greedy = await space.newClient({ scopes: ['event'] });
    const eight = await Promise.all(Array.from({ length: 8 }, () => listen(`${greedy.clientId}.${greedy.secret}`)));
    const ninth = await listen(`${greedy.clientId}.${greedy.secret}`);
    expect([...eight.map(({ status }) => status), ninth.status]).toEqual([...Array(8).fill(200), 429]);
    expect(await ninth.json()).toMatchObject({ code: 42900, data: { streams: 8 } });
    const lost = await listen(token, { 'last-event-id': '999999999-0' });
    expect((await getText(lost, 2)).match(/^event: .*$/gmu)).toEqual(['event: ready', 'event: reset']);
    await Promise.all(eight.map(({ body }) => body?.cancel()));
    const narrow = await space.newClient({ scopes: ['user'] });
    expect((await listen(`${narrow.clientId}.${narrow.secret}`)).status).toBe(403);
  });

  test('sends what it runs by only when it changed, and checks a text without a trace', async () => {
    const first = await api.call('configChanges', {});
    expect(first.snapshot).toMatchObject({ version: first.version, front: 0 });
    expect(Object.keys(first.snapshot?.catalogue ?? {})).toContain('menuItems');
    // Words of before may come a moment late.
    const changes = async () => {
      const { version } = await api.call('configSnapshot', {});
      return (await api.call('configChanges', { knownVersion: version })).snapshot;
    };
    await expect.poll(changes, { timeout: 20_000 }).toBeNull();
    const word = `dry${randomUUID().slice(0, 8)}`;
    await space.admin('/banned-word/create', {
      word,
      match: 'contains',
      category: 'custom',
      level: '3',
      action: 'block',
    });
    const check = () => api.call('textCheck', { text: `a ${word}`, userId: 1, dryRun: true });
    await expect.poll(async () => (await check()).action, { timeout: 20_000 }).toBe('block');
    expect(await check()).toMatchObject({ violationId: null, hits: [expect.objectContaining({ word })] });
    const { data } = await space.admin('/banned-word/list', { keyword: word });
    expect(data.items).toMatchObject([{ hitCount: 0 }]);
    expect((await api.call('configChanges', { knownVersion: first.version })).snapshot).not.toBeNull();
  });

  test('returns the number of keys by status when none can be leased', async () => {
    const rejected = await space.service('/key/lease', { keyGroup: 'nobody' }, token);
    expect(rejected).toMatchObject({ status: 503, code: 50301, data: { keys: {} } });
    expect(rejected.headers.get('retry-after')).not.toBeNull();
  });
});

/** Reads a stream up to its nth event, then closes it. */
async function getText({ body }: Response, count: number): Promise<string> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    if ((text.match(/^event: /gmu)?.length ?? 0) >= count) break;
  }
  return text;
}
