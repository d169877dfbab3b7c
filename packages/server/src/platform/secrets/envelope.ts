import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKey } from './master-key.ts';

/** Where a sealed value stands. It is bound to its place: moved to another row or column, it does not open. */
export interface SecretPlace {
  readonly table: string;
  readonly id: number | string;
  readonly column: string;
}

/** A sealed value that does not open here: another key, another place, or changed. Says nothing of the value. */
export class SealBroken extends Error {
  constructor(reason: string) {
    super(`a sealed value does not open: ${reason}`);
    this.name = 'SealBroken';
  }
}

const cipher = 'aes-256-gcm';
const ivLength = 12;
/** Given to both ends: without it a tag cut to 4 bytes would be accepted. */
const options = { authTagLength: 16 } as const;

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const iv = randomBytes(ivLength);
  const sealing = createCipheriv(cipher, key, iv, options).setAAD(aad);
  return Buffer.concat([iv, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  if (sealed.length < ivLength + options.authTagLength) throw new SealBroken('too short');
  const tagAt = sealed.length - options.authTagLength;
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivLength), options).setAAD(aad);
  opening.setAuthTag(sealed.subarray(tagAt));
  try {
    return Buffer.concat([opening.update(sealed.subarray(ivLength, tagAt)), opening.final()]);
  } catch {
    throw new SealBroken('wrong key, wrong place or changed');
  }
}

function aadOf(place: SecretPlace, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([place.table, String(place.id), place.column, keyId]));
}

/** `v1.<key id>.<wrapped key>.<value>`: a key of its own for each value, wrapped by the master key. */
export function seal(master: MasterKey, place: SecretPlace, value: string): string {
  const aad = aadOf(place, master.id);
  const own = randomBytes(32);
  const parts = [encrypt(master.key, own, aad), encrypt(own, Buffer.from(value, 'utf8'), aad)];
  return ['v1', master.id, ...parts.map((part) => part.toString('base64url'))].join('.');
}

/** The id of the master key that sealed a value. */
export function getKeyId(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

/** Throws SealBroken unless the value was sealed for this place with one of these keys and is untouched. */
export function open(masters: readonly MasterKey[], place: SecretPlace, sealed: string): string {
  const [version, keyId = '', wrapped = '', content = '', ...more] = sealed.split('.');
  if (version !== 'v1' || more.length > 0) throw new SealBroken('unknown form');
  const master = masters.find((entry) => entry.id === keyId);
  if (!master) throw new SealBroken('its master key is not here');
  const aad = aadOf(place, keyId);
  const own = decrypt(master.key, Buffer.from(wrapped, 'base64url'), aad);
  if (own.length !== 32) throw new SealBroken('wrapped key of a wrong length');
  return decrypt(own, Buffer.from(content, 'base64url'), aad).toString('utf8');
}
