import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, fit, widthOf } from './width.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('大', '模', '型', 'a', '👩‍👩‍👧', 'é', '가', '🇨🇳', ' ') }),
);

describe('clip', () => {
  it('never takes more columns than it was given', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 120 }), (text, width) => widthOf(clip(text, width)) <= width),
    );
  });

  it('leaves a text alone that fits', () => {
    fc.assert(fc.property(anyText, (text) => clip(text, Math.max(1, widthOf(text))) === text));
  });

  it('cuts between characters of two columns', () => {
    expect(clip('大模型列表', 6)).toBe('大模…');
    expect(clip('大模型', 6)).toBe('大模型');
  });
});

describe('fit', () => {
  it('takes exactly the columns it was given', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 120 }), (text, width) => widthOf(fit(text, width)) === width),
    );
  });
});
