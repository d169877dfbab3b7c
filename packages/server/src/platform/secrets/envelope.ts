import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKey } from './master-key.ts';

/** The place of a sealed value. A value is bound to its place: in another row or column, it cannot be opened. */
export interface SecretPlace {
  readonly table: string;
  readonly id: number | string;
  readonly column: string;
}

/** Thrown when a sealed value cannot be opened: another key, another place, or a changed value. It does not contain the value. */
export class SealBroken extends Error {
  constructor(reason: string) {
    super(`a sealed value does not open: ${reason}`);
    this.name = 'SealBroken';
  }
}

const cipher = 'aes-256-gcm';
const ivLength = 12;
/** Set for both directions: without it, a tag of only 4 bytes would be accepted. */
const options = { authTagLength: 16 } as const;

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const iv = randomBytes(ivLength);
  const encryption = createCipheriv(cipher, key, iv, options).setAAD(aad);
  return Buffer.concat([iv, encryption.update(plain), encryption.final(), encryption.getAuthTag()]);
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

function createAad(place: SecretPlace, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([place.table, String(place.id), place.column, keyId]));
}

/** Seals a value as `v1.<key id>.<wrapped key>.<value>`: each value has its own key, wrapped with the master key. */
export function seal(master: MasterKey, place: SecretPlace, value: string): string {
  const aad = createAad(place, master.id);
  const valueKey = randomBytes(32);
  const parts = [encrypt(master.key, valueKey, aad), encrypt(valueKey, Buffer.from(value, 'utf8'), aad)];
  return ['v1', master.id, ...parts.map((part) => part.toString('base64url'))].join('.');
}

/** Returns the id of the master key that sealed a value. */
export function getKeyId(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

/** Opens a sealed value. Throws SealBroken unless it was sealed for this place with one of these keys and is unchanged. */
export function open(masters: readonly MasterKey[], place: SecretPlace, sealed: string): string {
  const [version, keyId = '', wrapped = '', content = '', ...more] = sealed.split('.');
  if (version !== 'v1' || more.length > 0) throw new SealBroken('unknown form');
  const master = masters.find((entry) => entry.id === keyId);
  if (!master) throw new SealBroken('its master key is not here');
  const aad = createAad(place, keyId);
  const valueKey = decrypt(master.key, Buffer.from(wrapped, 'base64url'), aad);
  if (valueKey.length !== 32) throw new SealBroken('wrapped key of a wrong length');
  return decrypt(valueKey, Buffer.from(content, 'base64url'), aad).toString('utf8');
}
