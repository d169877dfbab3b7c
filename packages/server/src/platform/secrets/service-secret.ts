import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SecretPlace } from './envelope.ts';

/** A public name for a client: what logs may show. */
export function generateClientId(): string {
  return `svc_${randomBytes(9).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`;
}

/** 256 random bits: too many to guess, so that storing a plain hash is enough. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Where the secret is stored, sealed, with which a client signs: a hash would be enough to sign with, and so as good as the secret. */
export function getSigningKeyPlace(id: number): SecretPlace {
  return { table: 'service_secrets', id, column: 'signing_key' };
}

/** HMAC-SHA-256 in lower-case hex. */
export function signWith(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
