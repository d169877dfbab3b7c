import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** RSA2: RSA with SHA-256, in base64. */
export function signRsa2(text: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
}

export function isRsa2Signed(text: string, signature: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(key, Buffer.from(signature, 'base64'));
}
