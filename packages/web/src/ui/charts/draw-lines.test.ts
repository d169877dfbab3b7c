import { getChartColors } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { createChartConfig, type Drawing } from './draw-lines.ts';

const draw = (count: number, more: Partial<Drawing> = {}): Drawing => ({
  days: ['2026-01-01', '2026-01-02'],
  series: getChartColors(count).map((color, at) => ({ label: `${at}`, values: [at, null], color })),
  ...{ isOpen: false, isStacked: false, format: undefined, still: true },
  ...more,
});
const fills = (drawing: Drawing) => createChartConfig(drawing, 'light').data.datasets.map(({ fill }) => fill);

describe('createChartConfig', () => {
  it('uses the dark theme only when the theme of the body is exactly dark', () => {
    const getGrid = (theme: string) => createChartConfig(draw(1), theme).options?.scales?.y?.grid?.color;
    expect(getGrid('dark')).toBe('#333335');
    expect(getGrid('light')).toBe('#E5E6EB');
    expect(getGrid('Dark')).toBe('#E5E6EB');
  });

  it('gives each of more than ten series its own color', () => {
    const colors = createChartConfig(draw(13), 'light').data.datasets.map(({ borderColor }) => borderColor);
    expect(new Set(colors).size).toBe(13);
    expect(colors[1]).toBe('#BEDAFF');
  });

  it('stacks the parts of a sum on top of each other', () => {
    const stacked = createChartConfig(draw(3, { isStacked: true }), 'light');
    expect(stacked.options?.scales?.y).toMatchObject({ stacked: true });
    expect(fills(draw(3, { isStacked: true }))).toEqual(['origin', '-1', '-1']);
    expect(fills(draw(3))).toEqual([true, true, true]);
  });
});
