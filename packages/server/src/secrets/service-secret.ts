import { createHash, randomBytes } from 'node:crypto';

/** A public name for a client: what logs may show. */
export function newClientId(): string {
  return `svc_${randomBytes(9).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`;
}

/** 256 random bits: too many to guess, so that a plain hash is all that has to be kept. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
