import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { GrantRefused } from './account.ts';
import { readIdToken } from './id-token.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const published = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), ...more });
const keys = {
  keys: [
    published(rsa.publicKey, { kid: 'rsa' }),
    published(short.publicKey, { kid: 'short' }),
    published(ec.publicKey, { kid: 'ec' }),
    published(ed.publicKey, { kid: 'ed' }),
    published(rsa.publicKey, { kid: 'enc', use: 'enc' }),
    published(rsa.publicKey, { kid: 'only512', alg: 'RS512' }),
    { kty: 'RSA', kid: 'broken', n: '!', e: '' },
    null,
  ],
};

const now = 1_800_000_000_000;
const seconds = now / 1000;
const expected = { issuer: 'https://a.example', clientId: 'us', nonce: 'n-0123456', now };
const claims = {
  iss: expected.issuer,
  aud: 'us',
  sub: 'someone',
  nonce: expected.nonce,
  iat: seconds,
  exp: seconds + 60,
};
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Signer = (content: Buffer) => Buffer;
const byRsa: Signer = (content) => sign('sha256', content, rsa.privateKey);
function token(said: object, header: object = { alg: 'RS256', kid: 'rsa' }, signer: Signer = byRsa): string {
  const content = `${encoded(header)}.${encoded(said)}`;
  return `${content}.${signer(Buffer.from(content)).toString('base64url')}`;
}
function reasonOf(given: string, set: unknown = keys): string {
  try {
    return readIdToken(given, set, expected).subject;
  } catch (error) {
    if (error instanceof GrantRefused) return error.reason;
    throw error;
  }
}

const pss = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const ways: [object, Signer][] = [
  [{ alg: 'RS256', kid: 'rsa' }, byRsa],
  [{ alg: 'RS256' }, byRsa],
  [{ alg: 'PS256', kid: 'rsa' }, (content) => sign('sha256', content, pss)],
  [{ alg: 'RS512', kid: 'only512' }, (content) => sign('sha512', content, rsa.privateKey)],
  [
    { alg: 'ES256', kid: 'ec' },
    (content) => sign('sha256', content, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
  ],
  [{ alg: 'EdDSA', kid: 'ed' }, (content) => sign(null, content, ed.privateKey)],
];
it.each(ways)('knows the signature of %o', (header, signer) => {
  expect(reasonOf(token(claims, header, signer))).toBe('someone');
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
it.each(forged)('refuses for its %s what says %o', (reason, header, signer) => {
  expect(reasonOf(token(claims, header, signer))).toBe(reason);
});

const wrong: [string, object][] = [
  ['issuer', { iss: 'https://a.example/' }],
  ['audience', { aud: 'others' }],
  ['audience', { aud: undefined }],
  ['party', { aud: ['us', 'others'] }],
  ['party', { aud: ['us', 'others'], azp: 'others' }],
  ['party', { azp: 'others' }],
  ['expired', { exp: seconds - 60 }],
  ['expired', { exp: undefined }],
  ['expired', { exp: String(seconds + 60) }],
  ['issuedAt', { iat: seconds + 60 }],
  ['issuedAt', { iat: undefined }],
  ['notBefore', { nbf: seconds + 60 }],
  ['nonce', { nonce: 'another' }],
  ['nonce', { nonce: undefined }],
  ['subject', { sub: '' }],
  ['subject', { sub: 7 }],
  ['subject', { sub: 'x'.repeat(256) }],
];
it.each(wrong)('refuses for its %s what claims %o', (reason, more) => {
  expect(reasonOf(token({ ...claims, ...more }))).toBe(reason);
});

test('allows for clocks that differ by less than a minute, and for several it is meant for', () => {
  expect(reasonOf(token({ ...claims, exp: seconds - 59, iat: seconds + 59 }))).toBe('someone');
  expect(reasonOf(token({ ...claims, aud: ['others', 'us'], azp: 'us' }))).toBe('someone');
});

test('refuses what was changed behind the signature, and what is no token', () => {
  const [header, , signature] = token(claims).split('.');
  expect(reasonOf(`${header}.${encoded({ ...claims, sub: 'else' })}.${signature}`)).toBe('signature');
  for (const odd of ['', 'a.b', 'a.b.c.d', '..', 'x'.repeat(20_000)])
    expect(['token', 'algorithm']).toContain(reasonOf(odd));
  for (const set of [null, {}, { keys: 7 }, []]) expect(reasonOf(token(claims), set)).toBe('signature');
});
