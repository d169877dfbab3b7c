import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SecretPlace } from './envelope.ts';

/** Generates the public id of a client, which logs may contain. */
export function generateClientId(): string {
  return `svc_${randomBytes(9).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`;
}

/** Generates a secret of 256 random bits: it cannot be guessed, so that storing a plain hash is sufficient. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Returns the place of the sealed signing key of a client. It cannot be stored as a hash, since a hash that can sign is as
 * valuable as the secret.
 */
export function getSigningKeyPlace(id: number): SecretPlace {
  return { table: 'service_secrets', id, column: 'signing_key' };
}

/** Returns HMAC-SHA-256 in lower-case hex. */
export function signWith(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
