import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createTotpUri, findCodeStep, generateTotpSecret } from './one-time-code.ts';

const secret = generateTotpSecret();
const now = 1_790_000_000_000;
const codeAt = (time: number) => new TOTP({ secret }).generate({ timestamp: time });

describe('a one-time code', () => {
  it('is valid for its step of 30 seconds and one step to each side', () => {
    const step = Math.floor(now / 30_000);
    expect(findCodeStep(secret, codeAt(now), now)).toBe(step);
    expect(findCodeStep(secret, codeAt(now - 30_000), now)).toBe(step - 1);
    expect(findCodeStep(secret, codeAt(now + 30_000), now)).toBe(step + 1);
    expect(findCodeStep(secret, codeAt(now - 90_000), now)).toBeNull();
  });

  it.each([
    ['a space before', (code: string) => ` ${code}`],
    ['a line end after', (code: string) => `${code}\n`],
    [
      'full-width digits',
      (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    ],
    ['five digits', (code: string) => code.slice(1)],
    ['nothing', () => ''],
  ])('with %s is none', (_, spoil) => {
    expect(findCodeStep(secret, spoil(codeAt(now)), now)).toBeNull();
  });

  it('comes from a secret of 160 bits that an app can scan', () => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpUri(secret, 'mei', 'Gantry')).toBe(
      `otpauth://totp/Gantry:mei?issuer=Gantry&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
