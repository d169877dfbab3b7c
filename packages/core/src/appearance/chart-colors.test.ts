import { describe, expect, it } from 'vitest';
import { getChartColors, getChartPaper } from './chart-colors.ts';

describe('chartColors', () => {
  it('takes the first scheme for up to ten values', () => {
    expect(getChartColors(10)).toHaveLength(10);
    expect(getChartColors(10)[1]).toBe('#55C5FD');
  });

  it('takes the second scheme past ten, and repeats it past twenty', () => {
    expect(getChartColors(11)[1]).toBe('#BEDAFF');
    expect(getChartColors(21)[20]).toBe('#4080FF');
  });

  it('gives none for no values', () => {
    expect(getChartColors(0)).toEqual([]);
  });
});

describe('chartPaper', () => {
  it.each([
    ['dark', '#17171A'],
    ['light', '#FFFFFF'],
    [null, '#FFFFFF'],
    ['Dark', '#FFFFFF'],
  ])('for the attribute %s is on %s', (theme, background) => {
    expect(getChartPaper(theme).background).toBe(background);
  });
});
