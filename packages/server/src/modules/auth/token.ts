import { createHash, randomBytes } from 'node:crypto';

/** `session` ends by itself when idle; `token` is for scripts, until its day comes. */
export type TokenKind = 'session' | 'token';

const prefixes: Readonly<Record<TokenKind, string>> = { session: 'adm_', token: 'pat_' };
const shape = /^(?:adm|pat)_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/;

function checksum(secret: string): string {
  return createHash('sha256').update(`gantry:${secret}`).digest('base64url').slice(0, 6);
}

/** 256 random bits and a checksum, which tells a mistyped token from an unknown one without the database. */
export function generateToken(kind: TokenKind): string {
  const secret = randomBytes(32).toString('base64url');
  return `${prefixes[kind]}${secret}${checksum(secret)}`;
}

/** May this be a token of ours at all? */
export function isToken(given: string): boolean {
  const [, secret, sum] = shape.exec(given) ?? [];
  return secret !== undefined && sum === checksum(secret);
}

/** All that is kept of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
