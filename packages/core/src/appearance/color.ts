/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];
/** Hue 0 to 360, saturation and value 0 to 100. */
export interface Hsv {
  readonly h: number;
  readonly s: number;
  readonly v: number;
}

/** Parses `#RRGGBB`, in either case and with or without `#`. Returns null for other text. */
export function parseHex(hex: string): Rgb | null {
  const found = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!found) return null;
  return [
    Number.parseInt(found[1] ?? '', 16),
    Number.parseInt(found[2] ?? '', 16),
    Number.parseInt(found[3] ?? '', 16),
  ];
}

/** Formats a color as `#RRGGBB`, upper case. */
export function printHex(rgb: Rgb): string {
  return `#${rgb
    .map((part) => Math.round(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

/** Formats a color as `22,93,255`, as CSS variables contain it. */
export function printTriplet(hex: string): string {
  return (parseHex(hex) ?? [0, 0, 0]).join(',');
}

export function toHsv([red, green, blue]: Rgb): Hsv {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const max = Math.max(r, g, b);
  const span = max - Math.min(r, g, b);
  const sector =
    span === 0 ? 0 : max === r ? ((g - b) / span + 6) % 6 : max === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return { h: sector * 60, s: max === 0 ? 0 : (span / max) * 100, v: max * 100 };
}

export function fromHsv({ h, s, v }: Hsv): Rgb {
  const [saturation, value] = [s / 100, v / 100];
  const part = (n: number) => {
    const k = (n + h / 60) % 6;
    return Math.round(255 * (value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return [part(5), part(3), part(1)];
}
