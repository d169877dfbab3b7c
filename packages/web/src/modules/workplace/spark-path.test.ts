import { describe, expect, it } from 'vitest';
import { createSparkPath } from './sparkline.tsx';

const box = { width: 10, height: 14, max: 5 };

describe('createSparkPath', () => {
  it('puts zero at the bottom, the largest value at the top, and the ends at the edges', () => {
    expect(createSparkPath([0, 5], box).line).toBe('M0 12L10 2');
  });

  it('closes the area under the line', () => {
    expect(createSparkPath([0, 5], box).area).toBe('M0 12L10 2L10 14L0 14Z');
  });

  it('is flat at the bottom when all values are zero', () => {
    expect(createSparkPath([0, 0, 0], { ...box, max: 0 }).line).toBe('M0 12L5 12L10 12');
  });

  it('clips a value above the maximum', () => {
    expect(createSparkPath([9, 5], box).line).toBe('M0 2L10 2');
  });
});
