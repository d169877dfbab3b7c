import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { clip, fit, measureWidth } from './wrap-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('大', '模', '型', 'a', '👩‍👩‍👧', 'é', '가', '🇨🇳', ' ') }),
);

describe('widthOf', () => {
  it('agrees with string-width, which it calls only for combining characters', () => {
    const codePoint = fc.integer({ min: 0x20, max: 0x1faff }).map((code) => String.fromCodePoint(code));
    const near = fc.integer({ min: 0xa0, max: 0xffff }).map((code) => String.fromCodePoint(code));
    const text = fc.oneof(
      anyText,
      fc.array(fc.oneof(codePoint, near)).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(text, (given) => measureWidth(given) === stringWidth(given)),
      { numRuns: 2_000 },
    );
  });
});

describe('clip', () => {
  it('never exceeds the given width', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 120 }), (text, width) => measureWidth(clip(text, width)) <= width),
    );
  });

  it('returns a text that fits unchanged', () => {
    fc.assert(fc.property(anyText, (text) => clip(text, Math.max(1, measureWidth(text))) === text));
  });

  it('never cuts a character that is two columns wide', () => {
    expect(clip('大模型列表', 6)).toBe('大模…');
    expect(clip('大模型', 6)).toBe('大模型');
  });
});

describe('fit', () => {
  it('always returns exactly the given width', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 120 }), (text, width) => measureWidth(fit(text, width)) === width),
    );
  });
});
