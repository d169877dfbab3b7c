import { describe, expect, it } from 'vitest';
import { computeContrast, getContrastLevel } from './contrast.ts';

describe('contrastOf', () => {
  it('is 21 for black on white, either way round', () => {
    expect(computeContrast('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect(computeContrast('#FFFFFF', '#000000')).toBeCloseTo(21);
  });

  it('is 1 for a colour on itself', () => {
    expect(computeContrast('#165DFF', '#165DFF')).toBe(1);
  });

  it('knows the grey at the edge of AA on white', () => {
    expect(computeContrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  });
});

describe('contrastLevel', () => {
  it.each([
    [4.49, 'low'],
    [4.5, 'AA'],
    [7.09, 'AA'],
    [7.1, 'AAA'],
  ] as const)('calls %d %s', (ratio, level) => {
    expect(getContrastLevel(ratio)).toBe(level);
  });
});
