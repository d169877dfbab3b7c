import { expect, it } from 'vitest';
import { formatChange } from './tell-figure.ts';

it.each([
  [280, '+2.8%'],
  [-1_171, '-11.7%'],
  [0, '0.0%'],
  [-10_000, '-100%'],
  [12_345, '+123%'],
  [2_064_244, '>999%'],
])('formatChange formats %i basis points as %s', (bps, text) => {
  expect(formatChange(bps)).toBe(text);
});
