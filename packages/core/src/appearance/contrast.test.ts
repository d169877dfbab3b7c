import { describe, expect, it } from 'vitest';
import { computeContrast, getContrastLevel } from './contrast.ts';

describe('computeContrast', () => {
  it('returns 21 for black and white in either order', () => {
    expect(computeContrast('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect(computeContrast('#FFFFFF', '#000000')).toBeCloseTo(21);
  });

  it('returns 1 for equal colors', () => {
    expect(computeContrast('#165DFF', '#165DFF')).toBe(1);
  });

  it('returns 4.54 for the lightest gray that meets AA on white', () => {
    expect(computeContrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  });
});

describe('getContrastLevel', () => {
  it.each([
    [4.49, 'low'],
    [4.5, 'AA'],
    [7.09, 'AA'],
    [7.1, 'AAA'],
  ] as const)('rates %d as %s', (ratio, level) => {
    expect(getContrastLevel(ratio)).toBe(level);
  });
});
