import { parseHex } from './color.ts';

/** Ratios from which a text on a ground counts as AA and as AAA. */
const contrastLevels = { AA: 4.5, AAA: 7.1 } as const;
export type ContrastLevel = 'AAA' | 'AA' | 'low';

/** Relative luminance by WCAG 2, 0 for black to 1 for white. */
function luminance(hex: string): number {
  const [red, green, blue] = (parseHex(hex) ?? [0, 0, 0]).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast of two colours, 1 to 21, whichever stands on the other. */
export function computeContrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function getContrastLevel(ratio: number): ContrastLevel {
  if (ratio >= contrastLevels.AAA) return 'AAA';
  return ratio >= contrastLevels.AA ? 'AA' : 'low';
}
