import { maskSecret } from '@gantry/core';
import type { Keyring } from '../../platform/secrets/keyring.ts';

const place = (id: number) => ({ table: 'api_keys', id, column: 'secret' });

/** What a key is told apart by: a keyed hash of the whole of it, which gives nothing away. */
export function createFingerprint(keyring: Keyring, secret: string): string {
  return keyring.mac('search', 'api-key', secret);
}

export function sealKey(keyring: Keyring, id: number, secret: string): string {
  return keyring.seal(place(id), secret);
}

export function openKey(keyring: Keyring, row: { readonly id?: unknown; readonly secret?: unknown }): string {
  return keyring.open(place(Number(row.id)), String(row.secret));
}

/** A key as it was pasted, without what surrounds it; null when it could not stand in a header. */
export function readKey(given: string): string | null {
  const secret = given.trim().replace(/^Bearer\s+/i, '');
  return /^[\x21-\x7e]{8,2048}$/.test(secret) ? secret : null;
}

/** What of a key may be seen. */
export function toMask(secret: string): string {
  return maskSecret(secret);
}
