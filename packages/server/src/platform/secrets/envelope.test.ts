import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getKeyId, open, SealBroken, type SecretPlace, seal } from './envelope.ts';

const master = { id: 'a1b2c3d4e5f6', key: randomBytes(32) };
const other = { id: '0f0f0f0f0f0f', key: randomBytes(32) };
const place: SecretPlace = { table: 'api_keys', id: 7, column: 'secret' };

function part(sealed: string, index: number): Buffer {
  return Buffer.from(sealed.split('.')[index] ?? '', 'base64url');
}

function withPart(sealed: string, index: number, bytes: Buffer): string {
  const parts = sealed.split('.');
  parts[index] = bytes.toString('base64url');
  return parts.join('.');
}

describe('seal() and open()', () => {
  it('open a value at its place, without revealing it in the sealed text', () => {
    const sealed = seal(master, place, 'sk-canary-值-🔑');
    expect(sealed).not.toContain('canary');
    expect(getKeyId(sealed)).toBe(master.id);
    expect(open([other, master], place, sealed)).toBe('sk-canary-值-🔑');
  });

  it.each([
    ['another row', { ...place, id: 8 }],
    ['another column', { ...place, column: 'note' }],
    ['another table', { ...place, table: 'settings' }],
  ])('reject %s', (_, elsewhere) => {
    expect(() => open([master], elsewhere, seal(master, place, 'value'))).toThrow(SealBroken);
  });

  it('reject another master key, even with the same id', () => {
    const sealed = seal(master, place, 'value');
    expect(() => open([other], place, sealed)).toThrow(SealBroken);
    expect(() => open([{ ...other, id: master.id }], place, sealed)).toThrow(SealBroken);
    expect(() => open([other], place, sealed.replace(master.id, other.id))).toThrow(SealBroken);
  });

  it('reject a value with any bit flipped', () => {
    const sealed = seal(master, place, 'v');
    for (const index of [2, 3]) {
      const bytes = part(sealed, index);
      for (let at = 0; at < bytes.length * 8; at += 5) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
        expect(() => open([master], place, withPart(sealed, index, flipped))).toThrow(SealBroken);
      }
    }
  });

  it('reject a tag of 4 bytes, which the cipher itself would accept', () => {
    const iv = randomBytes(12);
    const aad = Buffer.from(JSON.stringify([place.table, String(place.id), place.column, master.id]));
    const short = createCipheriv('aes-256-gcm', master.key, iv, { authTagLength: 4 }).setAAD(aad);
    const wrapped = Buffer.concat([iv, short.update(randomBytes(32)), short.final(), short.getAuthTag()]);
    expect(() => open([master], place, withPart(seal(master, place, 'v'), 2, wrapped))).toThrow(SealBroken);
  });

  it.each(['', 'plain text', 'v1', 'v1.a1b2c3d4e5f6..', 'v2.a1b2c3d4e5f6.AAAA.AAAA'])('reject %j', (text) => {
    expect(() => open([master], place, text)).toThrow(SealBroken);
  });

  it('never use the same IV twice', () => {
    const seen = new Set<string>();
    for (let count = 0; count < 10_000; count += 1) {
      const sealed = seal(master, place, 'v');
      seen.add(part(sealed, 2).toString('hex', 0, 12)).add(part(sealed, 3).toString('hex', 0, 12));
    }
    expect(seen.size).toBe(20_000);
  });
});
