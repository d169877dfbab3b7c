import { fromHsv, parseHex, printHex, toHsv } from './color.ts';

/** The step of the base color, counted from 1. */
const base = 6;
const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const hueStep = 2;
const paleSaturation = 9;
const darkValue = 30;

const clamp = (value: number) => Math.min(100, Math.max(0, value));

/** Rotates the hue: pale steps towards the nearest primary color, dark steps away from it. */
function rotateHue(hue: number, pale: boolean, distance: number): number {
  const cold = hue >= 60 && hue <= 240;
  const sign = cold === pale ? -1 : 1;
  return Math.round((hue + sign * hueStep * distance + 360) % 360);
}

function getLightStep(hex: string, step: number): string {
  const rgb = parseHex(hex);
  if (!rgb || step === base) return printHex(rgb ?? [0, 0, 0]);
  const { h, s, v } = toHsv(rgb);
  const pale = step < base;
  const distance = Math.abs(base - step);
  const paleS = s <= paleSaturation ? s : s - ((s - paleSaturation) / 5) * distance;
  const darkV = v <= darkValue ? v : v - ((v - darkValue) / 4) * distance;
  return printHex(
    fromHsv({
      h: rotateHue(h, pale, distance),
      s: pale ? paleS : s + ((100 - s) / 4) * distance,
      v: pale ? v + ((100 - v) / 5) * distance : darkV,
    }),
  );
}

/** Reverses hue and value of the light palette, with less saturation. */
function getDarkStep(hex: string, step: number): string {
  const own = toHsv(parseHex(hex) ?? [0, 0, 0]);
  const mirrored = toHsv(parseHex(getLightStep(hex, 11 - step)) ?? [0, 0, 0]);
  const baseSaturation = clamp(own.s - (own.h >= 50 && own.h < 191 ? 20 : 15));
  const more = Math.ceil((100 - baseSaturation) / 5);
  const less = Math.ceil((baseSaturation - paleSaturation) / 4);
  const saturation = step < base ? baseSaturation + (base - step) * more : baseSaturation - (step - base) * less;
  return printHex(fromHsv({ h: mirrored.h, s: clamp(saturation), v: mirrored.v }));
}

/**
 * Returns ten steps of a color as `#RRGGBB`: from pale to dark in the light theme, from dark to pale in the dark theme. The sixth
 * step is the color itself in the light theme, and a less saturated one in the dark theme. An invalid color returns the steps of
 * black.
 */
export function createPalette(hex: string, theme: 'light' | 'dark'): string[] {
  return steps.map((step) => (theme === 'dark' ? getDarkStep(hex, step) : getLightStep(hex, step)));
}
