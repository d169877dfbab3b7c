import { createDecipheriv } from 'node:crypto';

/** What a notice carries, sealed with the merchant's APIv3 key. */
export interface SealedResource {
  readonly algorithm: string;
  /** In base64; the last 16 bytes are the tag. */
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data: string;
}

const tagBytes = 16;

/** The text of a sealed resource; null when it was not sealed with this key, or was changed on the way. */
export function openResource(sealed: SealedResource, apiV3Key: string): string | null {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  if (sealed.algorithm !== 'AEAD_AES_256_GCM' || bytes.length < tagBytes) return null;
  try {
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(sealed.nonce), {
      authTagLength: tagBytes,
    });
    opener.setAAD(Buffer.from(sealed.associated_data)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opener.update(bytes.subarray(0, -tagBytes)), opener.final()]).toString('utf8');
  } catch {
    return null;
  }
}
