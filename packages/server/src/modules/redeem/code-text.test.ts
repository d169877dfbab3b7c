import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCode, generateCodeTexts, readCode as readTyped } from './code-text.ts';

/** Returns the single code that was entered, or why there is none. */
function readCode(typed: string): { code: string } | { rejection: string } {
  const read = readTyped(typed);
  if ('rejection' in read) return read;
  return { code: read.codes.find((code) => read.fits(code, '')) ?? '' };
}

describe('redeem codes', () => {
  it('are accepted in any grouping, case or width', () => {
    const separator = fc.constantFrom('', '-', ' ', '–', '_', '.', '·');
    fc.assert(
      fc.property(fc.array(separator, { minLength: 17, maxLength: 17 }), fc.boolean(), (separators, isLower) => {
        const code = generateCodeTexts(1)[0] ?? '';
        const typed = [...code].map((symbol, at) => symbol + (separators[at] ?? '')).join('');
        expect(readCode(isLower ? typed.toLowerCase() : typed)).toEqual({ code });
      }),
    );
    const code = generateCodeTexts(1)[0] ?? '';
    const wide = [...code].map((symbol) => String.fromCodePoint((symbol.codePointAt(0) ?? 0) + 0xfee0)).join('');
    expect(readCode(wide)).toEqual({ code });
    expect(readCode(formatCode(code))).toEqual({ code });
  });

  it('are found behind the prefix of their batch, at every length and in every grouping', () => {
    const prefix = fc.string({ unit: fc.constantFrom(...'ABCOIL0189XZ'), maxLength: 12 });
    const length = fc.integer({ min: 18, max: 32 });
    fc.assert(
      fc.property(prefix, length, fc.integer({ min: 0, max: 12 }), (before, symbols, grouping) => {
        const [code = ''] = generateCodeTexts(1, symbols);
        expect(code).toHaveLength(symbols);
        const read = readTyped(formatCode(code, { prefix: before, grouping }).toLowerCase());
        if ('rejection' in read) throw new Error(read.rejection);
        expect(read.codes).toContain(code);
        expect([read.fits(code, before), read.fits(code, 'QQ')]).toEqual([true, before === '']);
      }),
    );
  });

  it('reveal a single wrong symbol and two swapped neighbors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 }), (at) => {
        const code = generateCodeTexts(1)[0] ?? '';
        const other = code.charAt(at) === '7' ? '8' : '7';
        expect(readCode(code.slice(0, at) + other + code.slice(at + 1))).toEqual({ rejection: 'check' });
        const swapped = code.slice(0, at) + code.charAt(at + 1) + code.charAt(at) + code.slice(at + 2);
        expect(swapped === code || 'rejection' in readCode(swapped)).toBe(true);
      }),
    );
  });

  it.each([
    ['ABC', 'length'],
    ['', 'length'],
    ['ABCDEF-GHJKMN-PQRST0', 'lookAlike'],
    ['abcdef-ghjkmn-pqrsto', 'lookAlike'],
    ["1' or 1=1 --", 'lookAlike'],
  ])('reject %j because of its %s', (typed, rejection) => {
    expect(readCode(typed)).toEqual({ rejection });
  });

  it('are generated without duplicates and with an even distribution of symbols', () => {
    const codes = generateCodeTexts(20_000);
    expect(new Set(codes).size).toBe(codes.length);
    const counts = new Map<string, number>();
    for (const symbol of codes.map((code) => code.slice(0, 17)).join(''))
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    const expected = (20_000 * 17) / 31;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(31);
    expect(chiSquare).toBeLessThan(70);
  });
});
