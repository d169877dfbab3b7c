import { describe, expect, it } from 'vitest';
import { generateToken, hashToken, isToken } from './session-rows.ts';

describe('a token', () => {
  it('has a prefix for its type, 256 random bits and a checksum', () => {
    expect(generateToken('session')).toMatch(/^adm_[\w-]{49}$/);
    expect(generateToken('token')).toMatch(/^pat_[\w-]{49}$/);
    expect(new Set(Array.from({ length: 1000 }, () => generateToken('session'))).size).toBe(1000);
  });

  it('is rejected without a database query when it is mistyped', () => {
    const token = generateToken('session');
    expect(isToken(token)).toBe(true);
    const last = token.endsWith('A') ? 'B' : 'A';
    for (const wrong of ['', 'adm_', token.slice(0, -1), `${token}x`, token.slice(0, -1) + last, token.toUpperCase()])
      expect(isToken(wrong)).toBe(false);
  });

  it('is stored only as a hash that does not contain it', () => {
    const token = generateToken('token');
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(token)).not.toContain(token.slice(4, 12));
  });
});
