import { describe, expect, it } from 'vitest';
import { getChartColors, getChartPaper } from './chart-colors.ts';

describe('getChartColors', () => {
  it('uses the first scheme for up to ten values', () => {
    expect(getChartColors(10)).toHaveLength(10);
    expect(getChartColors(10)[1]).toBe('#55C5FD');
  });

  it('uses the second scheme above ten values, and repeats it above twenty', () => {
    expect(getChartColors(11)[1]).toBe('#BEDAFF');
    expect(getChartColors(21)[20]).toBe('#4080FF');
  });

  it('returns no colors for 0 values', () => {
    expect(getChartColors(0)).toEqual([]);
  });
});

describe('getChartPaper', () => {
  it.each([
    ['dark', '#17171A'],
    ['light', '#FFFFFF'],
    [null, '#FFFFFF'],
    ['Dark', '#FFFFFF'],
  ])('returns for the theme %s the background %s', (theme, background) => {
    expect(getChartPaper(theme).background).toBe(background);
  });
});
