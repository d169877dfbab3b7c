import { createHash, randomUUID } from 'node:crypto';
import {
  buildTextToSign,
  createServiceClient,
  createSignatureHeader,
  type ServiceCredentials,
  signatureWindow,
  type Transport,
} from '@gantry/core';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { signWith } from '../../../platform/secrets/service-secret.ts';
import { loadUserSummaries } from '../../users/service-calls/user.ts';
import { purgeNonces } from './service-authenticator.ts';

const hour = 3_600_000;

describe.each(databaseKinds)('a client of the service API on %s', (kind) => {
  let space: ServiceHarness;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
  });
  afterAll(() => space.drop());

  const token = ({ clientId, secret }: { clientId: string; secret: string }) => `${clientId}.${secret}`;
  const snapshot = (given: string) => space.service('/config/snapshot', {}, given);

  test('shows its secret once: neither a record nor a repeated call contains it', async () => {
    const body = { name: randomUUID(), scopes: ['user'] };
    const made = await space.newClient(body);
    const { data } = await space.admin('/service-client/get', { id: made.id });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    const rows = await space.foundation.database.read.selectFrom('service_secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.secret);
    const keys = await space.foundation.database.read.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(keys)).not.toContain(made.secret);
  });

  test('calls only what its scopes name', async () => {
    const made = await space.newClient({ scopes: ['config'] });
    expect((await snapshot(token(made))).code).toBe(20000);
    const rejected = await space.service('/user/get', { userId: 1 }, token(made));
    expect(rejected).toMatchObject({ code: 40300, data: { scope: 'user' } });
  });

  test('accepts calls only from the allowed IP addresses', async () => {
    const near = await space.newClient({ ipAllowlist: ['127.0.0.0/8'] });
    const far = await space.newClient({ ipAllowlist: ['10.0.0.0/8', '::2'] });
    expect((await snapshot(token(near))).code).toBe(20000);
    expect((await snapshot(token(far))).code).toBe(40300);
    const wrong = await space.admin('/service-client/create', {
      name: randomUUID(),
      scopes: ['all'],
      ipAllowlist: ['nowhere'],
    });
    expect(Object.keys(wrong.errors)).toEqual(['ipAllowlist']);
  });

  test('limits calls per minute, and reports when the next one is accepted', async () => {
    const made = await space.newClient({ ratePerMinute: 3 });
    const codes = [];
    for (let n = 0; n < 4; n += 1) codes.push((await snapshot(token(made))).code);
    expect(codes).toEqual([20000, 20000, 20000, 42900]);
    space.now += 20_000;
    const rejected = await snapshot(token(made));
    expect(rejected).toMatchObject({ status: 429, data: { retryAfter: 40 } });
    expect(rejected.headers.get('retry-after')).toBe('40');
    space.now += 40_000;
    expect((await snapshot(token(made))).code).toBe(20000);
  });

  test('is rejected immediately when it is disabled, expired or deleted', async () => {
    const made = await space.newClient({ expiresAt: space.now + hour });
    await space.admin('/service-client/disable', { id: made.id });
    expect((await snapshot(token(made))).code).toBe(40001);
    const { data } = await space.admin('/service-client/enable', { id: made.id });
    expect((await snapshot(token(made))).code).toBe(20000);
    expect(await space.admin('/service-client/delete', { id: made.id, version: data.version })).toMatchObject({
      code: 20000,
    });
    expect((await snapshot(token(made))).code).toBe(40001);
    const short = await space.newClient({ expiresAt: space.now + 1000 });
    space.now += 1000;
    expect((await snapshot(token(short))).code).toBe(40001);
  });

  test('records the last use', async () => {
    const made = await space.newClient();
    await snapshot(token(made));
    await expect
      .poll(async () => (await space.admin('/service-client/get', { id: made.id })).data.lastUsedAt)
      .toBe(space.now);
  });

  test('rotates its secret after a step-up; the one before works for a day more', async () => {
    const made = await space.newClient();
    // A sign-in confirms the identity for five minutes.
    space.now += 6 * 60_000;
    expect((await space.admin('/service-client/rotate', { id: made.id })).code).toBe(40301);
    await space.proveMyself();
    const { data } = await space.admin('/service-client/rotate', { id: made.id });
    const after = { clientId: made.clientId, secret: String(data.secret) };
    expect((await snapshot(token(made))).code).toBe(20000);
    expect((await snapshot(token(after))).code).toBe(20000);
    space.now += 24 * hour;
    expect((await snapshot(token(made))).code).toBe(40001);
    expect((await snapshot(token(after))).code).toBe(20000);
  });

  test('recognizes a user by the token that it issued, for as long as it is valid', async () => {
    await space.signIn();
    const made = await space.newClient();
    const api = space.api(made);
    const newUser = async () => (await api.call('userRegister', { username: randomUUID() })).userId;
    const userId = await newUser();
    await setSettings(space.foundation, 'loginSecurity', { userSessionHours: 2 });
    const { token: given, expiresAt } = await api.call('userToken', { userId });
    await setSettings(space.foundation, 'loginSecurity', {});
    expect(expiresAt).toBe(space.now + 2 * 3_600_000);
    expect(await api.call('userGet', { token: given })).toEqual(await api.call('userGet', { userId }));
    const requested = async (body: object) => {
      const { code: reported, data, errors } = await space.service('/user/get', body, token(made));
      return { reported, state: data?.state ?? null, errors: Object.keys(errors) };
    };
    const other = await newUser();
    for (const wrong of [`${given.slice(0, -1)}_`, given.replace(`_${userId}_`, `_${other}_`), 'x', token(made)])
      expect(await requested({ token: wrong })).toMatchObject({ reported: 40400 });
    for (const body of [{}, { userId, token: given }])
      expect(await requested(body)).toMatchObject({ reported: 42200, errors: ['userId'] });
    space.now = expiresAt;
    expect(await requested({ token: given })).toMatchObject({ reported: 40902, state: 'expired' });
    space.now -= 1;
    await space.signIn();
    expect((await space.admin('/user/ban', { id: userId, banReason: 'a test of tokens' })).code).toBe(20000);
    expect(await requested({ token: given })).toMatchObject({ reported: 40902, state: 'ended' });
    const rejection = async (of: number) => (await space.service('/user/token', { userId: of }, token(made))).code;
    expect([await rejection(userId), await rejection(9_999_999)]).toEqual([40902, 40400]);
  });

  test('asks as many queries of many people as of one', async () => {
    // The time that passed above ended the session.
    await space.signIn();
    let requested = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        requested += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { database } = space.foundation;
    const counted = { ...database, dialect: database.dialect, read: database.read.withPlugin(counting) };
    const deps = { ...space.foundation, database: counted } as unknown as Parameters<typeof loadUserSummaries>[0];
    const api = space.api(await space.newClient());
    const people: number[] = [];
    while (people.length < 6) people.push((await api.call('userRegister', { username: randomUUID() })).userId);
    const queriesFor = async (ids: readonly number[]) => {
      requested = 0;
      expect((await loadUserSummaries(deps, ids)).size).toBe(ids.length);
      return requested;
    };
    await queriesFor(people);
    const ofOne = await queriesFor(people.slice(0, 1));
    expect([ofOne > 3, await queriesFor(people)]).toEqual([true, ofOne]);
  });

  describe('that signs its calls', () => {
    // The time that passed above ended the session.
    beforeAll(() => space.signIn());
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const path = '/api/v1/service/config/changes';
    /** A signed call as sent; `sent` replaces parts of what was signed. */
    const send = async (
      { clientId, secret }: ServiceCredentials,
      sent: { path?: string; body?: string; key?: string; time?: number; nonce?: string; signature?: string } = {},
    ) => {
      const body = '{"knownVersion":"x"}';
      const { time = space.now, nonce = randomUUID() } = sent;
      const signed = { time, nonce, path, key: 'a-key', bodyHash: sha256(body) };
      const signature = sent.signature ?? signWith(secret, buildTextToSign(signed));
      const answer = await fetch(space.url + (sent.path ?? path), {
        method: 'POST',
        body: sent.body ?? body,
        headers: {
          authorization: createSignatureHeader(clientId, signed, signature),
          'content-type': 'application/json',
          'idempotency-key': sent.key ?? 'a-key',
        },
      });
      const { code, data } = (await answer.json()) as { code: number; data: { state?: string; now?: number } | null };
      return { code, state: data?.state ?? null, now: data?.now };
    };

    test('is accepted without sending its secret, and with a rotated one for a day', async () => {
      const made = await space.newClient();
      expect((await send(made)).code).toBe(20000);
      await space.proveMyself();
      const { data } = await space.admin('/service-client/rotate', { id: made.id });
      const after = { clientId: made.clientId, secret: String(data.secret) };
      expect([(await send(made)).code, (await send(after)).code]).toEqual([20000, 20000]);
      space.now += 24 * hour;
      expect([(await send(made)).code, (await send(after)).code]).toEqual([40001, 20000]);
      await space.signIn();
      const stored = await space.foundation.database.read.selectFrom('service_secrets').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(after.secret);
    });

    test('changes nothing of what it signed', async () => {
      const made = await space.newClient();
      const other = await space.newClient();
      expect(await send(made, { body: '{"knownVersion":"y"}' })).toMatchObject({ code: 40001, state: 'body' });
      expect(await send(made, { body: '' })).toMatchObject({ code: 40001, state: 'body' });
      expect(await send(made, { path: '/api/v1/service/config/snapshot' })).toMatchObject({ code: 40001, state: null });
      expect(await send(made, { key: 'another' })).toMatchObject({ code: 40001, state: null });
      expect(await send({ ...made, secret: other.secret })).toMatchObject({ code: 40001, state: null });
      expect(await send(made, { signature: '0'.repeat(64) })).toMatchObject({ code: 40001, state: null });
      expect(await send(made, { nonce: 'short' })).toMatchObject({ code: 40001, state: 'malformed' });
    });

    test('sends each call once, in its time', async () => {
      const made = await space.newClient();
      const nonce = randomUUID();
      const codes = await Promise.all(Array.from({ length: 8 }, () => send(made, { nonce })));
      expect(codes.filter(({ code }) => code === 20000)).toHaveLength(1);
      expect(new Set(codes.filter(({ code }) => code !== 20000).map(({ state }) => state))).toEqual(
        new Set(['replayed']),
      );
      const other = await space.newClient();
      expect((await send(other, { nonce })).code).toBe(20000);
      for (const time of [space.now - signatureWindow - 1, space.now + signatureWindow + 1])
        expect(await send(made, { time })).toEqual({ code: 40001, state: 'clock', now: space.now });
      expect((await send(made, { time: space.now - signatureWindow })).code).toBe(20000);
      // A nonce is known for as long as its time would still be taken.
      const { database } = space.foundation;
      await purgeNonces(database, space.now);
      expect(await send(made, { nonce })).toMatchObject({ state: 'replayed' });
      expect(await purgeNonces(database, space.now + signatureWindow + 1)).toBeGreaterThan(0);
    });

    test('accepts no call signed before a backup was restored, which lacks later nonces', async () => {
      const made = await space.newClient();
      const { database } = space.foundation;
      const caught = { nonce: randomUUID(), time: space.now };
      expect((await send(made, caught)).code).toBe(20000);
      const restoreAt = (restored: number) =>
        database.transaction(async (tx) => {
          await tx.updateTable('session_epochs').set({ restored_at: restored }).execute();
          await tx.deleteFrom('service_nonces').execute();
        });
      await restoreAt(space.now + 1);
      space.now += 2;
      expect(await send(made, caught)).toEqual({ code: 40001, state: 'clock', now: space.now });
      expect((await send(made)).code).toBe(20000);
      await restoreAt(0);
    });

    test('does not count a replayed call against the rate limit', async () => {
      const made = await space.newClient({ ratePerMinute: 2 });
      const nonce = randomUUID();
      const states = [];
      for (let n = 0; n < 5; n += 1) states.push((await send(made, { nonce })).state);
      expect(states).toEqual([null, ...Array.from({ length: 4 }, () => 'replayed')]);
      expect((await send(made)).code).toBe(20000);
      expect((await send(made)).code).toBe(42900);
    });

    test('shows its secret in vain where it must sign', async () => {
      const made = await space.newClient({ signedOnly: true });
      expect((await send(made)).code).toBe(20000);
      expect(await snapshot(token(made))).toMatchObject({ code: 40001, data: { state: 'unsigned' } });
      const stranger = await snapshot(token({ ...made, secret: 'x' }));
      expect(stranger).toMatchObject({ code: 40001 });
      expect(stranger.data).not.toHaveProperty('state');
      const { data } = await space.admin('/service-client/get', { id: made.id });
      await space.admin('/service-client/update', { id: made.id, version: data.version, signedOnly: false });
      expect((await snapshot(token(made))).code).toBe(20000);
    });

    test('by the client of core', async () => {
      const made = await space.newClient();
      const shown: string[] = [];
      const transport: Transport = async ({ url, body, headers }) => {
        shown.push(JSON.stringify({ body, headers }));
        const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
        return { status: answer.status, body: await answer.text() };
      };
      const signer = { now: () => space.now, newNonce: randomUUID, sha256, hmac: signWith };
      const options = { baseUrl: space.url, transport, credentials: made, newKey: randomUUID };
      const api = createServiceClient({ ...options, signer });
      const { userId } = await api.call('userRegister', { username: randomUUID() });
      expect((await api.call('userGet', { userId })).status).toBe('active');
      expect(shown.join()).not.toContain(made.secret);
    });
  });
});
