import { parseHex } from './color.ts';

/** Minimum contrast ratios of the levels AA and AAA. */
const contrastLevels = { AA: 4.5, AAA: 7.1 } as const;
export type ContrastLevel = 'AAA' | 'AA' | 'low';

/** Relative computeLuminance as in WCAG 2, from 0 (black) to 1 (white). */
function computeLuminance(hex: string): number {
  const [red, green, blue] = (parseHex(hex) ?? [0, 0, 0]).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Returns the contrast ratio of two colors, from 1 to 21, in any order. */
export function computeContrast(one: string, other: string): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function getContrastLevel(ratio: number): ContrastLevel {
  if (ratio >= contrastLevels.AAA) return 'AAA';
  return ratio >= contrastLevels.AA ? 'AA' : 'low';
}
