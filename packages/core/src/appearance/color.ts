/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];
/** Hue 0 to 360, saturation and value 0 to 100. */
export interface Hsv {
  readonly h: number;
  readonly s: number;
  readonly v: number;
}

/** `#RRGGBB` (or without its mark, in either case) as numbers; null when it is none. */
export function parseHex(hex: string): Rgb | null {
  const found = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!found) return null;
  return [
    Number.parseInt(found[1] ?? '', 16),
    Number.parseInt(found[2] ?? '', 16),
    Number.parseInt(found[3] ?? '', 16),
  ];
}

/** `#RRGGBB`, upper case. */
export function printHex(rgb: Rgb): string {
  return `#${rgb
    .map((part) => Math.round(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

/** `22,93,255`: the form of a colour in the style variables. */
export function printTriplet(hex: string): string {
  return (parseHex(hex) ?? [0, 0, 0]).join(',');
}

export function toHsv([red, green, blue]: Rgb): Hsv {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const most = Math.max(r, g, b);
  const span = most - Math.min(r, g, b);
  const sector =
    span === 0 ? 0 : most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return { h: sector * 60, s: most === 0 ? 0 : (span / most) * 100, v: most * 100 };
}

export function fromHsv({ h, s, v }: Hsv): Rgb {
  const [saturation, value] = [s / 100, v / 100];
  const part = (n: number) => {
    const k = (n + h / 60) % 6;
    return Math.round(255 * (value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return [part(5), part(3), part(1)];
}
