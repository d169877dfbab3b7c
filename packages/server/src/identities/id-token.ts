import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { at, jsonIn } from '../outbound/index.ts';
import { GrantRefused } from './account.ts';

/** What a token must say. */
export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  /** UTC ms. */
  readonly now: number;
}

interface Algorithm {
  readonly type: 'RSA' | 'EC' | 'OKP';
  readonly hash: string | null;
  readonly curve?: string;
  readonly isPss?: true;
}

/** Signatures that a provider alone can make; `none` and those by a shared secret are not among them. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: { type: 'RSA', hash: 'sha256' },
  RS384: { type: 'RSA', hash: 'sha384' },
  RS512: { type: 'RSA', hash: 'sha512' },
  PS256: { type: 'RSA', hash: 'sha256', isPss: true },
  PS384: { type: 'RSA', hash: 'sha384', isPss: true },
  PS512: { type: 'RSA', hash: 'sha512', isPss: true },
  ES256: { type: 'EC', hash: 'sha256', curve: 'P-256' },
  ES384: { type: 'EC', hash: 'sha384', curve: 'P-384' },
  ES512: { type: 'EC', hash: 'sha512', curve: 'P-521' },
  EdDSA: { type: 'OKP', hash: null, curve: 'Ed25519' },
};

/** Clocks differ by so much, in seconds. */
const leeway = 60;
const shortestRsa = 2048;
const longestToken = 16 * 1024;

const decoded = (part: string | undefined) => Buffer.from(part ?? '', 'base64url');

/** Keys of a set that may have made such a signature. */
function keysFor(keys: unknown, name: string, { type, curve }: Algorithm, keyId: unknown): KeyObject[] {
  const set = at(keys, 'keys');
  if (!Array.isArray(set)) return [];
  const fitting = set.filter(
    (key: unknown) =>
      at(key, 'kty') === type &&
      (curve === undefined || at(key, 'crv') === curve) &&
      at(key, 'use') !== 'enc' &&
      (at(key, 'alg') ?? name) === name &&
      (keyId === undefined || at(key, 'kid') === keyId),
  );
  return fitting.slice(0, 10).flatMap((key: JsonWebKey) => {
    try {
      const made = createPublicKey({ key, format: 'jwk' });
      const isLong = type !== 'RSA' || (made.asymmetricKeyDetails?.modulusLength ?? 0) >= shortestRsa;
      return isLong ? [made] : [];
    } catch {
      return [];
    }
  });
}

function isSignedBy(key: KeyObject, { hash, type, isPss }: Algorithm, content: Buffer, signature: Buffer): boolean {
  const padding = isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
  const encoding = type === 'EC' ? ({ dsaEncoding: 'ieee-p1363' } as const) : {};
  return verify(hash, content, { key, ...padding, ...encoding }, signature);
}

/** Whom the claims are about; throws for the first that is not as it has to be. */
function subjectIn(claims: unknown, { issuer, clientId, nonce, now }: Expected): string {
  const refuse = (isRight: boolean, reason: string) => {
    if (!isRight) throw new GrantRefused(reason);
  };
  const seconds = now / 1000;
  const audience = at(claims, 'aud');
  const all: unknown[] = Array.isArray(audience) ? audience : [audience];
  const party = at(claims, 'azp');
  const [expires, issued, from] = [at(claims, 'exp'), at(claims, 'iat'), at(claims, 'nbf') ?? 0];
  const subject = at(claims, 'sub');
  refuse(at(claims, 'iss') === issuer, 'issuer');
  refuse(all.includes(clientId), 'audience');
  refuse(party === undefined ? all.length === 1 : party === clientId, 'party');
  refuse(typeof expires === 'number' && expires > seconds - leeway, 'expired');
  refuse(typeof issued === 'number' && issued < seconds + leeway, 'issuedAt');
  refuse(typeof from === 'number' && from < seconds + leeway, 'notBefore');
  refuse(at(claims, 'nonce') === nonce, 'nonce');
  if (typeof subject !== 'string' || subject.length === 0 || subject.length > 255) throw new GrantRefused('subject');
  return subject;
}

/** The claims of a token whose signature and claims are right, and whom it is about. Throws GrantRefused. */
export function readIdToken(token: string, keys: unknown, expected: Expected): { subject: string; claims: unknown } {
  const parts = token.split('.');
  if (parts.length !== 3 || token.length > longestToken) throw new GrantRefused('token');
  const header = jsonIn(decoded(parts[0]));
  const name = String(at(header, 'alg'));
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (!algorithm || at(header, 'crit') !== undefined) throw new GrantRefused('algorithm');
  const content = Buffer.from(`${parts[0]}.${parts[1]}`);
  const signature = decoded(parts[2]);
  const possible = keysFor(keys, name, algorithm, at(header, 'kid'));
  if (!possible.some((key) => isSignedBy(key, algorithm, content, signature))) throw new GrantRefused('signature');
  const claims = jsonIn(decoded(parts[1]));
  return { subject: subjectIn(claims, expected), claims };
}
