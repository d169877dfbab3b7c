import { randomUUID } from 'node:crypto';
import type { ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answered, createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { hourMs, pruneAttempts } from '../../../platform/store/attempts.ts';
import { withNamedTables } from '../../../platform/store/database.ts';
import { dayMs } from '../calendar-day.ts';

describe.each(databaseKinds)('registration and redemption on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  let token: string;
  let opened: number;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    opened = space.now;
    const credentials = await space.newClient();
    api = space.api(credentials);
    token = `${credentials.clientId}.${credentials.secret}`;
  });
  afterAll(async () => {
    expect(await space.broken()).toEqual([]);
    await space.drop();
  });
  beforeEach(async () => {
    space.now = opened;
    await setSettings(space.foundation, 'register', {});
    await setSettings(space.foundation, 'redeem', {});
  });

  /** Retries with the same key while the server is busy, like every client. */
  const call = async (path: string, body: unknown, key: string = randomUUID()): Promise<Answered> => {
    const answer = await space.service(path, body, token, key);
    return answer.code === 50_300 ? call(path, body, key) : answer;
  };
  const register = (values: Readonly<Record<string, unknown>> = {}) =>
    call('/user/register', { username: randomUUID(), ...values });
  const getGift = async (values: Readonly<Record<string, unknown>> = {}) => (await register(values)).data.gift;
  const coin = (amount: number) => [{ asset: 'coin', amount }];

  test('grants the gift with the registration, in lots that expire', async () => {
    await setSettings(space.foundation, 'register', { giftCoin: 50, giftCompute: 8, giftDays: 3 });
    const { data } = await register({ email: 'first@example.com' });
    expect(data.gift).toEqual([...coin(50), { asset: 'compute', amount: 8 }]);
    const lots = space.foundation.database.read.selectFrom('credit_lots').selectAll();
    expect(await lots.where('user_id', '=', Number(data.userId)).orderBy('asset').execute()).toMatchObject([
      { source: 'gift', amount: 50, expires_at: space.now + 3 * dayMs },
      { source: 'gift', amount: 8, expires_at: space.now + 3 * dayMs },
    ]);
  });

  test('grants one gift per mailbox, however it is written, and none without a mailbox', async () => {
    await setSettings(space.foundation, 'register', { giftCoin: 50, blockAlias: false });
    expect(await getGift({ email: 'Some.Body@gmail.com' })).toEqual(coin(50));
    expect(await getGift({ email: 'somebody+2@gmail.com' })).toEqual([]);
    expect(await getGift({ email: 'some.body@example.com' })).toEqual(coin(50));
    expect(await getGift({ email: 'somebody@example.com' })).toEqual(coin(50));
    expect(await getGift({ phone: '13900139000' })).toEqual(coin(50));
    expect(await getGift()).toEqual([]);
    await setSettings(space.foundation, 'register', { giftCoin: 50, giftOncePerEmail: false });
    expect(await getGift()).toEqual(coin(50));
  });

  test('grants no gift for a rejected registration', async () => {
    await setSettings(space.foundation, 'register', { giftCoin: 50 });
    const body = { username: randomUUID(), email: 'twice@example.com' };
    expect((await register(body)).code).toBe(20_000);
    expect((await register({ ...body, email: 'other@example.com' })).code).toBe(42_200);
    expect(await getGift({ email: 'other@example.com' })).toEqual(coin(50));
  });

  test('grants the first users more, exactly as many as configured', async () => {
    await setSettings(space.foundation, 'register', {
      giftCoin: 5,
      firstN: 3,
      firstNCoin: 100,
      giftOncePerEmail: false,
    });
    const gifts = await Promise.all(Array.from({ length: 12 }, () => getGift()));
    const amounts = gifts.map((gift) => (gift as { amount: number }[])[0]?.amount);
    expect(amounts.filter((amount) => amount === 105)).toHaveLength(3);
    expect(amounts.filter((amount) => amount === 5)).toHaveLength(9);
    await setSettings(space.foundation, 'register', { firstN: 1_000, firstNCompute: 4, giftOncePerEmail: false });
    expect(await getGift()).toEqual([{ asset: 'compute', amount: 4 }]);
  });

  test('limits registrations per IP address by hour and day, and says when to retry', async () => {
    await setSettings(space.foundation, 'register', { perIpPerHour: 2, perIpPerDay: 3 });
    const from = (ip: string) => register({ ip });
    const sharedNetwork = await Promise.all(Array.from({ length: 8 }, () => from('192.0.2.1')));
    expect(sharedNetwork.filter(({ code }) => code === 20_000)).toHaveLength(2);
    const rejected = sharedNetwork.find(({ code }) => code === 42_900);
    expect(rejected?.headers.get('retry-after')).toBe('3600');
    expect((await from('192.0.2.2')).code).toBe(20_000);
    space.now += hourMs;
    expect((await from('192.0.2.1')).code).toBe(20_000);
    const full = await from('192.0.2.1');
    expect([full.code, full.headers.get('retry-after')]).toEqual([42_900, String(23 * 3600)]);
    await pruneAttempts(space.foundation.database, space.now + 22 * hourMs);
    expect((await from('192.0.2.1')).code).toBe(42_900);
    space.now += 23 * hourMs;
    expect((await from('192.0.2.1')).code).toBe(20_000);
    const stored = await space.foundation.database.read.selectFrom('attempts').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('192.0.2');
  });

  test('rejects users that the settings do not allow', async () => {
    expect(await register({ email: 'a+b@example.com' })).toMatchObject({ code: 42_200, data: { reason: 'alias' } });
    await setSettings(space.foundation, 'register', { emailDomains: ['@Example.com'] });
    expect(await register({ email: 'a@example.org' })).toMatchObject({ data: { reason: 'domain' } });
    expect((await register({ email: 'a@EXAMPLE.com' })).code).toBe(20_000);
    await setSettings(space.foundation, 'register', { enabled: false });
    expect(await register()).toMatchObject({ code: 42_200, errors: { username: [expect.any(String)] } });
  });

  const twoCodes = async (): Promise<[string, string]> => {
    const { data } = await space.admin('/redeem-batch/generate', { name: 'b', kind: 'coin', coin: 10, count: 2 });
    const codes = await space.foundation.database.read
      .selectFrom('redeem_codes')
      .select('id')
      .where('batch_id', '=', Number(data.id))
      .execute();
    await space.proveMyself();
    const reveal = async (at: number) =>
      String((await space.admin('/redeem-code/reveal', { id: codes[at]?.id })).data.code);
    return [await reveal(0), await reveal(1)];
  };

  test('limits wrong codes of a user per hour, and then rejects even a correct one', async () => {
    await setSettings(space.foundation, 'redeem', { maxErrorsPerHour: 3 });
    const [right, spare] = await twoCodes();
    const [userId, other] = [
      (await api.call('userRegister', { username: randomUUID() })).userId,
      (await api.call('userRegister', { username: randomUUID() })).userId,
    ];
    const use = (code: string, who = userId, key: string = randomUUID()) =>
      call('/redeem/use', { userId: who, code }, key);
    const again = [await use('nonsense', userId, 'the-same'), await use('nonsense', userId, 'the-same')];
    expect(again.map(({ code, data: { reason } }) => [code, reason])).toEqual([
      [42_200, 'lookAlike'],
      [42_200, 'lookAlike'],
    ]);
    const sharedNetwork = await Promise.all(Array.from({ length: 8 }, () => use('0000-0000')));
    expect(sharedNetwork.filter(({ code }) => code === 42_200)).toHaveLength(2);
    expect(sharedNetwork.filter(({ code }) => code === 42_900)).toHaveLength(6);
    const shut = await use(right);
    expect([shut.code, shut.headers.get('retry-after')]).toEqual([42_900, '3600']);
    expect((await use(spare, other)).code).toBe(20_000);
    space.now += hourMs;
    expect((await use(right)).code).toBe(20_000);
  });

  test('limits wrong codes of an IP address per hour, however many users share it', async () => {
    await setSettings(space.foundation, 'redeem', { maxErrorsPerHour: 3, maxErrorsPerIpPerHour: 4 });
    const [right] = await twoCodes();
    const users = await Promise.all(
      Array.from({ length: 6 }, () => api.call('userRegister', { username: randomUUID() })),
    );
    const [own = { userId: 0 }] = users;
    const use = (userId: number, code: string, ip: string) => call('/redeem/use', { userId, code, ip });
    const sharedNetwork = await Promise.all(users.map(({ userId }) => use(userId, '0000-0000', '198.51.100.9')));
    expect(sharedNetwork.filter(({ code }) => code === 42_200)).toHaveLength(4);
    expect(sharedNetwork.filter(({ code }) => code === 42_900)).toHaveLength(2);
    // The IPv6 notation of the same IP address counts together with it.
    expect((await use(own.userId, right, '::ffff:198.51.100.9')).code).toBe(42_900);
    expect((await use(own.userId, right, '198.51.100.10')).code).toBe(20_000);
    const home = (place: string) => `2001:db8:1:2::${place}`;
    for (const at of ['1', '2', '3', '4']) await use(users[Number(at)]?.userId ?? 0, '0000-0000', home(at));
    expect((await use(own.userId, '0000-0000', home('5'))).code).toBe(42_900);
    const stored = await space.foundation.database.read.selectFrom('attempts').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('198.51.100');
  });

  test('grants one gift per mailbox for all spellings of an email address', async () => {
    await setSettings(space.foundation, 'register', { giftCoin: 50, giftOncePerEmail: true, blockAlias: false });
    const name = randomUUID().slice(0, 8);
    const gifts: number[] = [];
    for (const email of [`${name}@gmail.com`, `${name[0]}.${name.slice(1)}@googlemail.com`, `${name}+x@GMAIL.com`])
      gifts.push(((await register({ email })).data.gift as unknown[]).length);
    expect(gifts).toEqual([1, 0, 0]);
  });

  const getRedemptions = async (userId: number) =>
    (await space.admin('/redemption/list', { filters: { userId: [userId] } })).data.items as [{ id: number }];

  test('notifies only the user of a reversed redemption, in their language', async () => {
    const { userId } = await api.call('userRegister', { username: randomUUID() });
    const other = await api.call('userRegister', { username: randomUUID() });
    const [code] = await twoCodes();
    expect((await call('/redeem/use', { userId, code })).code).toBe(20_000);
    const [{ id }] = await getRedemptions(userId);
    const { next: since } = await api.call('eventSubscribe', {});
    expect((await space.admin('/redemption/reverse', { id, reason: 'given by mistake' })).code).toBe(20_000);
    const { events } = await api.call('eventSubscribe', { since });
    expect(events).toMatchObject([
      { event: 'redemption.reversed', resource: 'redemption', ids: [id], userIds: [userId] },
      { event: 'notice.changed', resource: 'notice', userIds: null },
    ]);
    const reported = async (language: string, about: number) => {
      const answer = await fetch(`${space.url}/api/v1/service/news/notices`, {
        method: 'POST',
        body: JSON.stringify({ userId: about }),
        headers: {
          ...{ 'content-type': 'application/json', 'accept-language': language },
          authorization: `Bearer ${token}`,
        },
      });
      const { data } = (await answer.json()) as { data: { items: { title: string; content: string }[] } };
      return data.items.map(({ title, content }) => `${title}: ${content}`);
    };
    expect(await reported('en-US', userId)).toEqual([
      expect.stringMatching(/^A redemption was reversed: .* [\d-]{10} were reclaimed: \d+ coins\./u),
    ]);
    expect(await reported('zh-CN', userId)).toEqual([expect.stringMatching(/^兑换已被收回: .*：\d+ 积分。/u)]);
    expect((await reported('en-US', userId)).join()).not.toContain('by mistake');
    expect(await reported('en-US', other.userId)).toEqual([]);
  });

  test('stores the source of a registration as long as allowed, and not for an erased user', async () => {
    const { userId: inviterId } = await api.call('userRegister', { username: randomUUID() });
    const inviterCode = String((await space.admin('/user/get', { id: inviterId })).data.inviteCode);
    const ip = '203.0.113.9';
    const userId = Number((await register({ inviterCode, ip })).data.userId);
    const [one, two] = await twoCodes();
    expect((await call('/redeem/use', { userId, code: one, ip })).code).toBe(20_000);
    expect((await call('/sign/in', { userId, ip })).code).toBe(20_000);
    await setSettings(space.foundation, 'privacy', { recordIp: false });
    expect((await call('/redeem/use', { userId, code: two, ip })).code).toBe(20_000);
    await setSettings(space.foundation, 'privacy', {});
    const stored = async () => {
      const { read } = space.foundation.database;
      const rows = async (table: string, whose: string) =>
        (
          await withNamedTables(read).selectFrom(table).select('ip').where(whose, '=', userId).orderBy('id').execute()
        ).map((row) => row.ip);
      return [
        await rows('redemptions', 'user_id'),
        await rows('sign_logs', 'user_id'),
        await rows('invite_records', 'invitee_id'),
      ];
    };
    expect(await stored()).toEqual([[ip, null], [ip], [ip]]);
    expect((await space.admin('/user/anonymize', { id: userId })).code).toBe(20_000);
    expect(await stored()).toEqual([[null, null], [null], [null]]);
    // There is no user left to notify.
    const [{ id }] = await getRedemptions(userId);
    const { next: since } = await api.call('eventSubscribe', {});
    expect((await space.admin('/redemption/reverse', { id, reason: 'given by mistake' })).code).toBe(20_000);
    const { events } = await api.call('eventSubscribe', { since });
    expect(events).toMatchObject([{ event: 'redemption.reversed', ids: [id], userIds: [userId], action: 'reverse' }]);
  });
});
