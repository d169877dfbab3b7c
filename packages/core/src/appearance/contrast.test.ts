import { describe, expect, it } from 'vitest';
import { contrastLevel, contrastOf } from './contrast.ts';

describe('contrastOf', () => {
  it('is 21 for black on white, either way round', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect(contrastOf('#FFFFFF', '#000000')).toBeCloseTo(21);
  });

  it('is 1 for a colour on itself', () => {
    expect(contrastOf('#165DFF', '#165DFF')).toBe(1);
  });

  it('knows the grey at the edge of AA on white', () => {
    expect(contrastOf('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  });
});

describe('contrastLevel', () => {
  it.each([
    [4.49, 'low'],
    [4.5, 'AA'],
    [7.09, 'AA'],
    [7.1, 'AAA'],
  ] as const)('calls %d %s', (ratio, level) => {
    expect(contrastLevel(ratio)).toBe(level);
  });
});
