import { constants, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encoded, type IdentityHost, identityClient, identityHost } from '../../../../test/identity-host.ts';
import { createOutboundClient, OutboundError } from '../../../platform/outbound/index.ts';
import { GrantError } from './account.ts';
import { tryProvider } from './call-provider.ts';
import { fetchOidcAccount } from './oidc.ts';
import type { Provider, ProviderContext } from './provider.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const published = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more });
const keys = [
  published(rsa.publicKey, { kid: 'rsa' }),
  published(short.publicKey, { kid: 'short' }),
  published(ec.publicKey, { kid: 'ec' }),
  published(ed.publicKey, { kid: 'ed' }),
  published(rsa.publicKey, { kid: 'enc', use: 'enc' }),
  published(rsa.publicKey, { kid: 'only512', alg: 'RS512' }),
  { kty: 'RSA', kid: 'broken', n: '!', e: '' },
];
const redirectUri = 'https://shop.example/back';
const nonce = 'n-0123456';
const seconds = () => Math.floor(Date.now() / 1000);

type Signer = (content: Buffer) => Buffer;
const byRsa: Signer = (content) => sign('sha256', content, rsa.privateKey);
const pss = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

describe('OpenID Connect accounts', () => {
  let host: IdentityHost;
  let context: ProviderContext;
  beforeAll(async () => {
    host = await identityHost();
    host.moreKeys = keys;
    const policy = async () => ({ publicHosts: [], privateHosts: [host.host] });
    context = { outbound: createOutboundClient({ policy }) };
  });
  afterAll(() => host.stop());
  afterEach(() => {
    host.forge = null;
    host.discovered = {};
  });

  const providerAt = (issuer: string | null): Provider => ({
    ...{ id: 1, code: 'corp', kind: 'oidc', clientId: identityClient.id, secret: identityClient.secret },
    ...{ issuer, scope: null, timeoutMs: 10_000, mayRegister: true },
  });
  const signIn = (claims: object, userInfo: Readonly<Record<string, unknown>> = {}, issuer = `${host.url}/realm`) => {
    const code = randomUUID();
    host.codes.set(code, { claims: { sub: 'someone', nonce, ...claims }, redirectUri, userInfo });
    return fetchOidcAccount(context, providerAt(issuer), { code, redirectUri, nonce, codeVerifier: null });
  };
  const getReason = async (claims: object) => {
    const account = signIn(claims).then(({ subject }) => subject);
    return account.catch((error) => (error instanceof GrantError ? error.reason : Promise.reject(error)));
  };
  const signedBy = (header: object, signer: Signer) => (claims: object) => {
    const content = `${encoded(header)}.${encoded(claims)}`;
    return `${content}.${signer(Buffer.from(content)).toString('base64url')}`;
  };

  const ways: [object, Signer][] = [
    [{ alg: 'RS256', kid: 'rsa' }, byRsa],
    [{ alg: 'PS256', kid: 'rsa' }, (content) => sign('sha256', content, pss)],
    [{ alg: 'RS512', kid: 'only512' }, (content) => sign('sha512', content, rsa.privateKey)],
    [
      { alg: 'ES256', kid: 'ec' },
      (content) => sign('sha256', content, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
    ],
    [{ alg: 'EdDSA', kid: 'ed' }, (content) => sign(null, content, ed.privateKey)],
  ];
  it.each(ways)('accepts the signature of %o', async (header, signer) => {
    host.forge = signedBy(header, signer);
    expect(await getReason({})).toBe('someone');
  });

  const publicText = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const forged: [string, object, Signer][] = [
    ['algorithm', { alg: 'none' }, () => Buffer.alloc(0)],
    ['algorithm', { alg: 'HS256', kid: 'rsa' }, (content) => createHmac('sha256', publicText).update(content).digest()],
    ['algorithm', { alg: '__proto__' }, byRsa],
    ['algorithm', { alg: 'RS256', kid: 'rsa', crit: ['b64'], b64: false }, byRsa],
    ['signature', { alg: 'RS256', kid: 'ec' }, byRsa],
    ['signature', { alg: 'RS256', kid: 'enc' }, byRsa],
    ['signature', { alg: 'RS256', kid: 'only512' }, byRsa],
    ['signature', { alg: 'RS256', kid: 'unknown' }, byRsa],
    ['signature', { alg: 'RS256', kid: 'broken' }, byRsa],
    ['signature', { alg: 'RS256', kid: 'short' }, (content) => sign('sha256', content, short.privateKey)],
    ['signature', { alg: 'RS256', kid: 'rsa' }, () => Buffer.alloc(256)],
    ['signature', { alg: 'ES256', kid: 'ec' }, (content) => sign('sha256', content, ec.privateKey)],
  ];
  it.each(forged)('rejects the %s of a token with %o', async (reason, header, signer) => {
    host.forge = signedBy(header, signer);
    expect(await getReason({})).toBe(reason);
  });

  it.each<[string, () => object]>([
    ['issuer', () => ({ iss: 'https://a.example' })],
    ['issuer', () => ({ iss: `${host.url}/realm/` })],
    ['audience', () => ({ aud: 'others' })],
    ['audience', () => ({ aud: [identityClient.id, 'others'] })],
    ['party', () => ({ aud: [identityClient.id, 'others'], azp: 'others' })],
    ['expired', () => ({ exp: seconds() - 61 })],
    ['claims', () => ({ exp: undefined })],
    ['claims', () => ({ iat: undefined })],
    ['notBefore', () => ({ nbf: seconds() + 90 })],
    ['nonce', () => ({ nonce: 'another' })],
    ['claims', () => ({ nonce: undefined })],
    ['subject', () => ({ sub: '' })],
    ['subject', () => ({ sub: 'x'.repeat(256) })],
  ])('rejects an invalid %s', async (reason, claims) => {
    expect(await getReason(claims())).toBe(reason);
  });

  it('tolerates clocks that differ by less than a minute', async () => {
    expect(await getReason({ exp: seconds() - 50, iat: seconds() + 50 })).toBe('someone');
  });

  it('compares the issuer character by character, with and without a trailing slash', async () => {
    const [plain, slash] = [`${host.url}/realm`, `${host.url}/realm/`];
    host.discovered = { issuer: slash };
    expect((await signIn({}, {}, slash)).subject).toBe('someone');
    await expect(signIn({}, {}, plain)).rejects.toMatchObject({ problem: 'issuer', code: slash });
    host.discovered = {};
    await expect(signIn({}, {}, slash)).rejects.toMatchObject({ problem: 'issuer', code: plain });
  });

  it('reads missing claims from the userinfo endpoint, and never combines an email with the verification of another source', async () => {
    host.discovered = { userinfo_endpoint: `${host.url}/realm/userinfo` };
    const info = { name: 'Ming', email: 'ming@example.com', email_verified: true };
    expect(await signIn({}, info)).toMatchObject({ name: 'Ming', email: 'ming@example.com' });
    const own = { name: 'Own', email: 'own@example.com', email_verified: false };
    expect(await signIn(own, info)).toMatchObject({ name: 'Own', email: null });
    expect(await signIn({ email: 'own@example.com' }, { email_verified: true })).toMatchObject({ email: null });
    await expect(signIn({}, { sub: 'another' })).rejects.toMatchObject({ reason: 'subject' });
    const before = host.requested.length;
    await signIn({ ...own, email_verified: true });
    expect(host.requested.slice(before).some(({ url }) => url.endsWith('/userinfo'))).toBe(false);
  });

  it('reports in a connection test what is wrong with the discovery document', async () => {
    const test = async (issuer: string | null) => {
      const { ok, problem, code } = await tryProvider(context, providerAt(issuer));
      return [ok, problem, code];
    };
    expect(await test(`${host.url}/realm`)).toEqual([true, null, 'invalid_grant']);
    expect(await test(`${host.url}/nowhere`)).toEqual([false, 'discovery', '404']);
    host.discovered = { issuer: 'https://a.example/' };
    expect(await test(`${host.url}/realm`)).toEqual([false, 'issuer', 'https://a.example/']);
    host.discovered = { issuer: 7 };
    expect(await test(`${host.url}/realm`)).toEqual([false, 'discovery', null]);
    host.discovered = { jwks_uri: undefined };
    expect(await test(`${host.url}/realm`)).toEqual([false, 'metadata', 'jwks_uri']);
  });

  it('calls only hosts that the outbound rules allow', async () => {
    host.discovered = { token_endpoint: 'http://10.0.0.1/token' };
    await expect(signIn({})).rejects.toBeInstanceOf(OutboundError);
    host.discovered = { jwks_uri: 'http://10.0.0.1/keys' };
    await expect(signIn({})).rejects.toBeInstanceOf(OutboundError);
  });
});
