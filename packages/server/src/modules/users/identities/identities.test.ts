import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityHost, identityClient, identityHost } from '../../../../test/identity-host.ts';
import { type Answered, createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { withNamedTables } from '../../../platform/store/database.ts';

const redirectUri = 'https://shop.example/back';
const nonce = 'nonce-of-this-visit';

describe.each(databaseKinds)('third-party sign-in on %s', (kind) => {
  let space: ServiceHarness;
  let host: IdentityHost;
  let token: string;
  const providers = new Map<string, number>();
  const call = (path: string, body: unknown, key: string = randomUUID()): Promise<Answered> =>
    space.service(path, body, token, key);
  const make = async (code: string, more: object = {}) => {
    const client = { clientId: identityClient.id, secret: identityClient.secret };
    const made = await space.admin('/identity-provider/create', { name: code, code, ...client, ...more });
    if (made.code === 20_000) providers.set(code, Number(made.data.id));
    return made;
  };
  const act = (code: string, action: string, more: object = {}) =>
    space.admin(`/identity-provider/${action}`, { id: providers.get(code), ...more });
  beforeAll(async () => {
    [host, space] = [await identityHost(), await createServiceHarness(kind)];
    const { clientId, secret } = await space.newClient({ scopes: ['identity', 'user'] });
    token = `${clientId}.${secret}`;
    const outbound = { page: 'system', group: 'outbound', version: 0, values: { privateHosts: [host.host] } };
    expect((await space.admin('/settings/save', outbound)).code).toBe(20_000);
    await make('corp', { kind: 'oidc', issuer: `${host.url}/realm` });
    await make('wechat', { kind: 'wechat', issuer: host.url });
    await make('mini', { kind: 'wechatMini', issuer: host.url, mayRegister: false });
  });
  afterAll(async () => {
    expect(await space.broken()).toEqual([]);
    await space.drop();
    await host.stop();
  });
  beforeEach(async () => {
    await setSettings(space.foundation, 'register', {});
  });

  /** Simulates a user who returns from the provider with a code. */
  const sentBack = (claims: object, more: object = {}) => {
    const code = randomUUID();
    host.codes.set(code, { claims: { nonce, ...claims }, redirectUri, ...more });
    return { provider: 'corp', code, redirectUri, nonce };
  };
  const scanned = (answer: object, provider = 'wechat') => {
    const code = randomUUID();
    host.wechat.set(code, { access_token: 'x', ...answer });
    return { provider, code };
  };
  const signIn = (body: object, key?: string) => call('/identity/sign-in', body, key);
  const linked = async (userId: unknown) =>
    (await space.admin('/user-identity/list', { filters: { userId: [userId] } })).data.items as { id: number }[];

  test('signs in existing users during maintenance, and registers no new ones', async () => {
    const { userId } = (await signIn(sentBack({ sub: 'was-there' }))).data;
    await setSettings(space.foundation, 'site', { maintenance: true });
    expect((await signIn(sentBack({ sub: 'was-there' }))).data).toMatchObject({ userId, isNew: false });
    expect(await signIn(sentBack({ sub: 'comes-now' }))).toMatchObject({ code: 50_300, data: { maintenance: true } });
    await setSettings(space.foundation, 'site', { maintenance: false });
    expect((await signIn(sentBack({ sub: 'comes-now' }))).data).toMatchObject({ isNew: true });
  });

  test('lists the enabled providers and returns their sign-in URLs', async () => {
    const { items } = (await call('/identity/providers', {})).data as { items: { provider: string }[] };
    expect(items.map(({ provider }) => provider)).toEqual(['corp', 'wechat', 'mini']);
    const start = async (provider: string, more: object = {}) =>
      new URL(String((await call('/identity/start', { provider, redirectUri, state: 'state-007', ...more })).data.url));
    const corp = await start('corp', { nonce, codeChallenge: 'c'.repeat(43) });
    expect(corp.href.startsWith(`${host.url}/realm/authorize?tenant=7&`)).toBe(true);
    expect(Object.fromEntries(corp.searchParams)).toEqual({
      ...{ tenant: '7', response_type: 'code', client_id: identityClient.id, redirect_uri: redirectUri },
      ...{ scope: 'openid profile email', state: 'state-007', nonce },
      ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
    });
    const scan = await start('wechat');
    expect([scan.origin + scan.pathname, scan.hash]).toEqual([
      'https://open.weixin.qq.com/connect/qrconnect',
      '#wechat_redirect',
    ]);
    expect(scan.searchParams.get('scope')).toBe('snsapi_login');
    const none = { provider: 'mini', redirectUri, state: 'state-007' };
    expect(await call('/identity/start', none)).toMatchObject({ code: 40_902 });
    expect(await call('/identity/start', { ...none, provider: 'nobody' })).toMatchObject({ code: 40_400 });
  });

  test('registers a user for a new account once, and recognizes the account afterwards', async () => {
    const claims = { sub: 'account-of-ming', name: '小明', email: 'Ming@example.com', email_verified: true };
    const [back, key] = [sentBack(claims), randomUUID()];
    const first = await signIn(back, key);
    expect(first.data).toMatchObject({ isNew: true, status: 'active', tokenVersion: 1, userId: expect.any(Number) });
    expect((await signIn(back, key)).data).toEqual(first.data);
    expect((await signIn(sentBack(claims))).data).toEqual({ ...first.data, isNew: false });
    const { data } = await space.admin('/user/get', { id: first.data.userId });
    expect(data).toMatchObject({ nickname: '小明', email: 'Ming@example.com' });
    expect(await linked(first.data.userId)).toMatchObject([
      { providerIdLabel: 'corp', mask: '***', lastUsedAt: space.now },
    ]);
    const sharedNetwork = await Promise.all(
      Array.from({ length: 6 }, () => signIn(sentBack({ sub: 'account-of-crowd' }))),
    );
    const people = sharedNetwork.filter(({ code }) => code === 20_000).map(({ data: { userId } }) => userId);
    expect(new Set(people).size).toBe(1);
  });

  test('stores no email address that is unverified, not allowed or used by another user', async () => {
    const getEmail = async (claims: object) => {
      const { userId } = (await signIn(sentBack({ sub: randomUUID(), ...claims }))).data;
      return (await space.admin('/user/get', { id: userId })).data.email;
    };
    const email = `${randomUUID()}@example.com`;
    expect(await getEmail({ email })).toBeNull();
    expect(await getEmail({ email, email_verified: 'true' })).toBeNull();
    expect(await getEmail({ email: 'a+b@example.com', email_verified: true })).toBeNull();
    expect(await getEmail({ email, email_verified: true })).toBe(email);
    expect(await getEmail({ email: email.toUpperCase(), email_verified: true })).toBeNull();
  });

  test('does not link an account to a user who is erased meanwhile', async () => {
    const { database } = space.foundation;
    const { data: made } = await call('/user/register', { username: randomUUID() });
    const userId = Number(made.userId);
    const binding = await database.transaction(async (tx) => {
      await tx.updateTable('users').set({ status: 'deleted' }).where('id', '=', userId).execute();
      const begun = call('/identity/bind', { userId, ...sentBack({ sub: 'account-of-nobody' }) });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { begun };
    });
    expect(await binding.begun).toMatchObject({ code: 40_902, data: { state: 'deleted' } });
    expect(await linked(userId)).toEqual([]);
  });

  test('rejects responses for another sign-in, another client or another key', async () => {
    const rejected = async (body: object) => {
      const { code, data, errors } = await signIn(body);
      return [code, data.reason, Object.keys(errors)];
    };
    const why = (reason: string) => [42_200, `grant.${reason}`, ['code']];
    const used = sentBack({ sub: 'x' });
    expect((await signIn(used)).code).toBe(20_000);
    expect(await rejected(used)).toEqual(why('invalid_grant'));
    expect(await rejected({ ...sentBack({ sub: 'x' }), redirectUri: 'https://evil.example/' })).toEqual(
      why('invalid_grant'),
    );
    expect(await rejected({ ...sentBack({ sub: 'x' }), nonce: 'nonce-of-another' })).toEqual(why('nonce'));
    expect(await rejected({ ...sentBack({ sub: 'x' }), nonce: null })).toEqual(why('nonce'));
    expect(await rejected(sentBack({ sub: 'x', aud: 'others' }))).toEqual(why('audience'));
    const codeVerifier = 'v'.repeat(43);
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    expect(await rejected(sentBack({ sub: 'x' }, { codeChallenge }))).toEqual(why('invalid_grant'));
    expect((await signIn({ ...sentBack({ sub: 'x' }, { codeChallenge }), codeVerifier })).code).toBe(20_000);
    const { signer } = host;
    host.signer = host.stranger;
    expect(await rejected(sentBack({ sub: 'x' }))).toEqual(why('signature'));
    host.signer = signer;
  });

  test('rejects a provider with another issuer, and reports one that cannot be reached', async () => {
    const broken = async () => (await signIn(sentBack({ sub: 'x' }))).data.upstream;
    host.discovered = { issuer: 'https://a.example' };
    expect(await broken()).toBe('issuer');
    host.discovered = { token_endpoint: undefined };
    expect(await broken()).toBe('metadata');
    host.discovered = { jwks_uri: `${host.url}/nowhere` };
    expect(await broken()).toBe('rejected');
    host.discovered = { token_endpoint: 'http://10.0.0.1/token' };
    expect(await broken()).toBe('address');
    host.discovered = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    expect((await signIn(sentBack({ sub: 'x' }))).code).toBe(20_000);
    host.discovered = {};
  });

  test('recognizes one person in several WeChat apps, only some of which allow registration', async () => {
    expect((await signIn(scanned({ openid: 'mini-1' }, 'mini'))).data).toMatchObject({ userId: null, isNew: false });
    const { data } = await signIn(scanned({ openid: 'web-1', unionid: 'union-1' }));
    expect(data).toMatchObject({ isNew: true });
    expect((await space.admin('/user/get', { id: data.userId })).data.source).toBe('wechat');
    const mini = await signIn(scanned({ openid: 'mini-1', unionid: 'union-1', session_key: 'k' }, 'mini'));
    expect(mini.data).toMatchObject({ userId: data.userId, isNew: false });
    expect((await signIn(scanned({ openid: 'mini-1' }, 'mini'))).data.userId).toBe(data.userId);
    expect(await linked(data.userId)).toHaveLength(2);
    const rejected = async (body: object) => (await signIn(body)).data.reason;
    expect(await rejected({ provider: 'wechat', code: 'unknown' })).toBe('grant.40029');
    expect(await rejected(scanned({ openid: 'looks-only', is_snapshotuser: 1 }))).toBe('grant.snapshot');
    await setSettings(space.foundation, 'register', { enabled: false });
    expect(await rejected(scanned({ openid: 'late' }))).toBe('closed');
  });

  test('links an account to an existing user, and to only one', async () => {
    const { userId } = (await call('/user/register', { username: randomUUID() })).data;
    const bind = (body: object, who = userId) => call('/identity/bind', { userId: who, ...body });
    const back = () => sentBack({ sub: 'linked-1' });
    expect((await bind(back())).data).toEqual({ userId, isNew: true });
    expect((await bind(back())).data).toEqual({ userId, isNew: false });
    expect((await signIn(back())).data).toMatchObject({ userId, isNew: false });
    const { userId: other } = (await call('/user/register', { username: randomUUID() })).data;
    expect(await bind(back(), other)).toMatchObject({ code: 40_902, data: { state: 'linked' } });
    expect((await bind(back(), 999_999)).code).toBe(40_400);
    const [identity] = await linked(userId);
    expect((await space.admin('/user-identity/delete', { id: identity?.id, version: 1 })).code).toBe(20_000);
    expect((await bind(back(), other)).data).toEqual({ userId: other, isNew: true });
    await space.proveMyself();
    expect((await space.admin('/user/anonymize', { id: other })).code).toBe(20_000);
    expect(await linked(other)).toEqual([]);
    expect((await bind(back(), other)).data).toMatchObject({ state: 'deleted' });
    expect((await signIn(back())).data).toMatchObject({ isNew: true });
  });

  test('stores neither secrets nor accounts in plain text', async () => {
    const tables = ['identity_providers', 'user_identities', 'idempotency_keys', 'audit_logs', 'users'];
    const { read } = space.foundation.database;
    const rows = await Promise.all(
      tables.map((table) => withNamedTables(read).selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(rows);
    for (const word of [identityClient.secret, 'union-1', 'mini-1', 'linked-1', 'account-of-ming'])
      expect([word, stored.includes(word)]).toEqual([word, false]);
    const { data } = await act('corp', 'get');
    expect(data).not.toHaveProperty('secret');
  });

  test('tests a provider, and sends a secret only to the URL that it was entered for', async () => {
    expect((await act('corp', 'test')).data).toMatchObject({ ok: true, code: 'invalid_grant' });
    expect((await act('wechat', 'test')).data).toMatchObject({ ok: true, code: '40029' });
    const { data } = await act('corp', 'get');
    const moved = { version: data.version, issuer: 'https://evil.example' };
    expect((await act('corp', 'update', moved)).code).toBe(42_200);
    await space.proveMyself();
    expect((await act('corp', 'change-secret', { secret: 'another' })).code).toBe(20_000);
    expect((await act('corp', 'test')).data).toMatchObject({ ok: false, problem: 'auth' });
    expect((await signIn(sentBack({ sub: 'x' }))).data).toMatchObject({ upstream: 'auth' });
    expect((await make('raw', { kind: 'oidc' })).errors).toHaveProperty('issuer');
    expect((await make('corp', { name: 'another', kind: 'wechat' })).errors).toHaveProperty('code');
    await act('wechat', 'disable');
    expect((await signIn(scanned({ openid: 'web-1' }))).code).toBe(40_400);
    expect((await act('corp', 'delete', { version: Number(data.version) + 1 })).code).toBe(40_901);
  });
});
