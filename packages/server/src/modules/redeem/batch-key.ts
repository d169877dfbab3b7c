import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from '../../platform/secrets/keyring.ts';

const ivLength = 12;
const place = (batchId: number) => ({ table: 'redeem_batches', id: batchId, column: 'code_key' });

/** The key of a batch, new and sealed under the installation's keys: codes are many, so they share one a batch. */
export function createBatchKey(keyring: Keyring, batchId: number): { readonly key: Buffer; readonly sealed: string } {
  const key = randomBytes(32);
  return { key, sealed: keyring.seal(place(batchId), key.toString('base64')) };
}

export function openBatchKey(keyring: Keyring, batchId: number, sealed: string): Buffer {
  return Buffer.from(keyring.open(place(batchId), sealed), 'base64');
}

/** A code under its batch's key, AES-256-GCM, bound to the batch: IV, tag and text in base64. */
function sealCode(key: Buffer, batchId: number, code: string, iv = randomBytes(ivLength)): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(`redeem_codes:${batchId}`));
  const text = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Codes under their batch's key, each with a random IV of its own. */
export function sealCodes(key: Buffer, batchId: number, codes: readonly string[]): string[] {
  const ivs = randomBytes(codes.length * ivLength);
  return codes.map((code, at) => sealCode(key, batchId, code, ivs.subarray(at * ivLength, (at + 1) * ivLength)));
}

/** Throws when it was changed, or belongs to another batch. */
export function openCode(key: Buffer, batchId: number, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(`redeem_codes:${batchId}`));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** What a code is found by: a keyed hash of the whole of it. */
export function hashOfCode(keyring: Keyring, code: string): string {
  return keyring.mac('search', 'redeem-code', code);
}
