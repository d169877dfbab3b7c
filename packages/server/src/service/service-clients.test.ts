import { createHash, randomUUID } from 'node:crypto';
import {
  createServiceClient,
  type ServiceCredentials,
  signatureHeader,
  signatureWindow,
  type Transport,
  textToSign,
} from '@gantry/core';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { type ServiceRoom, serviceRoom } from '../../test/service-room.ts';
import { setSettings } from '../../test/set-settings.ts';
import { signWith } from '../secrets/service-secret.ts';
import { purgeNonces } from './nonces.ts';
import { peopleNow } from './person-now.ts';

const hour = 3_600_000;

describe.each(databaseKinds)('a client of the service API on %s', (kind) => {
  let room: ServiceRoom;
  beforeAll(async () => {
    room = await serviceRoom(kind);
  });
  afterAll(() => room.drop());

  const token = ({ clientId, secret }: { clientId: string; secret: string }) => `${clientId}.${secret}`;
  const snapshot = (given: string) => room.service('/config/snapshot', {}, given);

  test('shows its secret once: neither a record nor the same call again has it', async () => {
    const body = { name: randomUUID(), scopes: ['user'] };
    const made = await room.newClient(body);
    const { data } = await room.admin('/service-client/get', { id: made.id });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    const rows = await room.foundation.database.read.selectFrom('service_secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.secret);
    const keys = await room.foundation.database.read.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(keys)).not.toContain(made.secret);
  });

  test('calls only what its scopes name', async () => {
    const made = await room.newClient({ scopes: ['config'] });
    expect((await snapshot(token(made))).code).toBe(20000);
    const refused = await room.service('/user/get', { userId: 1 }, token(made));
    expect(refused).toMatchObject({ code: 40300, data: { scope: 'user' } });
  });

  test('calls only from where it may', async () => {
    const near = await room.newClient({ ipAllowlist: ['127.0.0.0/8'] });
    const far = await room.newClient({ ipAllowlist: ['10.0.0.0/8', '::2'] });
    expect((await snapshot(token(near))).code).toBe(20000);
    expect((await snapshot(token(far))).code).toBe(40300);
    const wrong = await room.admin('/service-client/create', {
      name: randomUUID(),
      scopes: ['all'],
      ipAllowlist: ['nowhere'],
    });
    expect(Object.keys(wrong.errors)).toEqual(['ipAllowlist']);
  });

  test('calls so often a minute, and is told when it may again', async () => {
    const made = await room.newClient({ ratePerMinute: 3 });
    const codes = [];
    for (let n = 0; n < 4; n += 1) codes.push((await snapshot(token(made))).code);
    expect(codes).toEqual([20000, 20000, 20000, 42900]);
    room.now += 20_000;
    const refused = await snapshot(token(made));
    expect(refused).toMatchObject({ status: 429, data: { retryAfter: 40 } });
    expect(refused.headers.get('retry-after')).toBe('40');
    room.now += 40_000;
    expect((await snapshot(token(made))).code).toBe(20000);
  });

  test('is shut out at once when it is disabled, when its time is over and when it is deleted', async () => {
    const made = await room.newClient({ expiresAt: room.now + hour });
    await room.admin('/service-client/disable', { id: made.id });
    expect((await snapshot(token(made))).code).toBe(40001);
    const { data } = await room.admin('/service-client/enable', { id: made.id });
    expect((await snapshot(token(made))).code).toBe(20000);
    expect(await room.admin('/service-client/delete', { id: made.id, version: data.version })).toMatchObject({
      code: 20000,
    });
    expect((await snapshot(token(made))).code).toBe(40001);
    const short = await room.newClient({ expiresAt: room.now + 1000 });
    room.now += 1000;
    expect((await snapshot(token(short))).code).toBe(40001);
  });

  test('is written down as used', async () => {
    const made = await room.newClient();
    await snapshot(token(made));
    await expect
      .poll(async () => (await room.admin('/service-client/get', { id: made.id })).data.lastUsedAt)
      .toBe(room.now);
  });

  test('rotates its secret after a step-up; the one before works for a day more', async () => {
    const made = await room.newClient();
    // Signing in was a proof for five minutes.
    room.now += 6 * 60_000;
    expect((await room.admin('/service-client/rotate', { id: made.id })).code).toBe(40301);
    await room.proveMyself();
    const { data } = await room.admin('/service-client/rotate', { id: made.id });
    const after = { clientId: made.clientId, secret: String(data.secret) };
    expect((await snapshot(token(made))).code).toBe(20000);
    expect((await snapshot(token(after))).code).toBe(20000);
    room.now += 24 * hour;
    expect((await snapshot(token(made))).code).toBe(40001);
    expect((await snapshot(token(after))).code).toBe(20000);
  });

  test('knows somebody by the token that it gave out, for as long as it is good', async () => {
    await room.signIn();
    const made = await room.newClient();
    const api = room.api(made);
    const newUser = async () => (await api.call('userRegister', { username: randomUUID() })).userId;
    const userId = await newUser();
    await setSettings(room.foundation, 'loginSecurity', { userSessionHours: 2 });
    const { token: given, expiresAt } = await api.call('userToken', { userId });
    await setSettings(room.foundation, 'loginSecurity', {});
    expect(expiresAt).toBe(room.now + 2 * 3_600_000);
    expect(await api.call('userGet', { token: given })).toEqual(await api.call('userGet', { userId }));
    const asked = async (body: object) => {
      const { code: told, data, errors } = await room.service('/user/get', body, token(made));
      return { told, state: data?.state ?? null, errors: Object.keys(errors) };
    };
    const other = await newUser();
    for (const wrong of [`${given.slice(0, -1)}_`, given.replace(`_${userId}_`, `_${other}_`), 'x', token(made)])
      expect(await asked({ token: wrong })).toMatchObject({ told: 40400 });
    for (const body of [{}, { userId, token: given }])
      expect(await asked(body)).toMatchObject({ told: 42200, errors: ['userId'] });
    room.now = expiresAt;
    expect(await asked({ token: given })).toMatchObject({ told: 40902, state: 'expired' });
    room.now -= 1;
    await room.signIn();
    expect((await room.admin('/user/ban', { id: userId, banReason: 'a test of tokens' })).code).toBe(20000);
    expect(await asked({ token: given })).toMatchObject({ told: 40902, state: 'ended' });
    const refusal = async (of: number) => (await room.service('/user/token', { userId: of }, token(made))).code;
    expect([await refusal(userId), await refusal(9_999_999)]).toEqual([40902, 40400]);
  });

  test('asks as many queries of many people as of one', async () => {
    // The time that passed above ended the session.
    await room.signIn();
    let asked = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { database } = room.foundation;
    const counted = { ...database, dialect: database.dialect, read: database.read.withPlugin(counting) };
    const needs = { ...room.foundation, database: counted } as unknown as Parameters<typeof peopleNow>[0];
    const api = room.api(await room.newClient());
    const people: number[] = [];
    while (people.length < 6) people.push((await api.call('userRegister', { username: randomUUID() })).userId);
    const queriesFor = async (ids: readonly number[]) => {
      asked = 0;
      expect((await peopleNow(needs, ids)).size).toBe(ids.length);
      return asked;
    };
    await queriesFor(people);
    const ofOne = await queriesFor(people.slice(0, 1));
    expect([ofOne > 4, await queriesFor(people)]).toEqual([true, ofOne]);
  });

  describe('that signs its calls', () => {
    // The time that passed above ended the session.
    beforeAll(() => room.signIn());
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const path = '/api/v1/service/config/changes';
    /** A signed call as it stands on the wire; `sent` is what came instead of what was signed. */
    const send = async (
      { clientId, secret }: ServiceCredentials,
      sent: { path?: string; body?: string; key?: string; time?: number; nonce?: string; signature?: string } = {},
    ) => {
      const body = '{"knownVersion":"x"}';
      const { time = room.now, nonce = randomUUID() } = sent;
      const signed = { time, nonce, path, key: 'a-key', bodyHash: sha256(body) };
      const signature = sent.signature ?? signWith(secret, textToSign(signed));
      const answer = await fetch(room.url + (sent.path ?? path), {
        method: 'POST',
        body: sent.body ?? body,
        headers: {
          authorization: signatureHeader(clientId, signed, signature),
          'content-type': 'application/json',
          'idempotency-key': sent.key ?? 'a-key',
        },
      });
      const { code, data } = (await answer.json()) as { code: number; data: { state?: string; now?: number } | null };
      return { code, state: data?.state ?? null, now: data?.now };
    };

    test('is let in without ever sending its secret, also by one that was rotated away, for its day', async () => {
      const made = await room.newClient();
      expect((await send(made)).code).toBe(20000);
      await room.proveMyself();
      const { data } = await room.admin('/service-client/rotate', { id: made.id });
      const after = { clientId: made.clientId, secret: String(data.secret) };
      expect([(await send(made)).code, (await send(after)).code]).toEqual([20000, 20000]);
      room.now += 24 * hour;
      expect([(await send(made)).code, (await send(after)).code]).toEqual([40001, 20000]);
      await room.signIn();
      const kept = await room.foundation.database.read.selectFrom('service_secrets').selectAll().execute();
      expect(JSON.stringify(kept)).not.toContain(after.secret);
    });

    test('changes nothing of what it signed', async () => {
      const made = await room.newClient();
      const other = await room.newClient();
      expect(await send(made, { body: '{"knownVersion":"y"}' })).toMatchObject({ code: 40001, state: 'body' });
      expect(await send(made, { body: '' })).toMatchObject({ code: 40001, state: 'body' });
      expect(await send(made, { path: '/api/v1/service/config/snapshot' })).toMatchObject({ code: 40001, state: null });
      expect(await send(made, { key: 'another' })).toMatchObject({ code: 40001, state: null });
      expect(await send({ ...made, secret: other.secret })).toMatchObject({ code: 40001, state: null });
      expect(await send(made, { signature: '0'.repeat(64) })).toMatchObject({ code: 40001, state: null });
      expect(await send(made, { nonce: 'short' })).toMatchObject({ code: 40001, state: 'malformed' });
    });

    test('sends each call once, in its time', async () => {
      const made = await room.newClient();
      const nonce = randomUUID();
      const codes = await Promise.all(Array.from({ length: 8 }, () => send(made, { nonce })));
      expect(codes.filter(({ code }) => code === 20000)).toHaveLength(1);
      expect(new Set(codes.filter(({ code }) => code !== 20000).map(({ state }) => state))).toEqual(
        new Set(['replayed']),
      );
      const other = await room.newClient();
      expect((await send(other, { nonce })).code).toBe(20000);
      for (const time of [room.now - signatureWindow - 1, room.now + signatureWindow + 1])
        expect(await send(made, { time })).toEqual({ code: 40001, state: 'clock', now: room.now });
      expect((await send(made, { time: room.now - signatureWindow })).code).toBe(20000);
      // A nonce is known for as long as its time would still be taken.
      const { database } = room.foundation;
      await purgeNonces(database, room.now);
      expect(await send(made, { nonce })).toMatchObject({ state: 'replayed' });
      expect(await purgeNonces(database, room.now + signatureWindow + 1)).toBeGreaterThan(0);
    });

    test('signs nothing of before a backup was put back, which knows no nonce of since', async () => {
      const made = await room.newClient();
      const { database } = room.foundation;
      const caught = { nonce: randomUUID(), time: room.now };
      expect((await send(made, caught)).code).toBe(20000);
      const putBack = (restored: number) =>
        database.transaction(async (tx) => {
          await tx.updateTable('session_epochs').set({ restored_at: restored }).execute();
          await tx.deleteFrom('service_nonces').execute();
        });
      await putBack(room.now + 1);
      room.now += 2;
      expect(await send(made, caught)).toEqual({ code: 40001, state: 'clock', now: room.now });
      expect((await send(made)).code).toBe(20000);
      await putBack(0);
    });

    test('takes nothing of its calls a minute when a call of it is caught and sent again', async () => {
      const made = await room.newClient({ ratePerMinute: 2 });
      const nonce = randomUUID();
      const states = [];
      for (let n = 0; n < 5; n += 1) states.push((await send(made, { nonce })).state);
      expect(states).toEqual([null, ...Array.from({ length: 4 }, () => 'replayed')]);
      expect((await send(made)).code).toBe(20000);
      expect((await send(made)).code).toBe(42900);
    });

    test('shows its secret in vain where it must sign', async () => {
      const made = await room.newClient({ signedOnly: true });
      expect((await send(made)).code).toBe(20000);
      expect(await snapshot(token(made))).toMatchObject({ code: 40001, data: { state: 'unsigned' } });
      const stranger = await snapshot(token({ ...made, secret: 'x' }));
      expect(stranger).toMatchObject({ code: 40001 });
      expect(stranger.data).not.toHaveProperty('state');
      const { data } = await room.admin('/service-client/get', { id: made.id });
      await room.admin('/service-client/update', { id: made.id, version: data.version, signedOnly: false });
      expect((await snapshot(token(made))).code).toBe(20000);
    });

    test('by the client of core', async () => {
      const made = await room.newClient();
      const shown: string[] = [];
      const transport: Transport = async ({ url, body, headers }) => {
        shown.push(JSON.stringify({ body, headers }));
        const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
        return { status: answer.status, body: await answer.text() };
      };
      const signer = { now: () => room.now, newNonce: randomUUID, sha256, hmac: signWith };
      const options = { baseUrl: room.url, transport, credentials: made, newKey: randomUUID };
      const api = createServiceClient({ ...options, signer });
      const { userId } = await api.call('userRegister', { username: randomUUID() });
      expect((await api.call('userGet', { userId })).status).toBe('active');
      expect(shown.join()).not.toContain(made.secret);
    });
  });
});
