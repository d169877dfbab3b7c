import { createPalette, printTriplet } from '@gantry/core';

const variables = (hex: string, theme: 'light' | 'dark') =>
  createPalette(hex, theme)
    .map((step, at) => `--arcoblue-${at + 1}:${printTriplet(step)};`)
    .join('');

/** Writes a theme colour into style sheets, for both themes at once: primary and link colours follow it. */
export type ApplyPalette = (hex: string) => void;

/** One sheet of the document's own, made without any markup, so that no inline style is written. */
export function createPaletteSheet(target: Document): ApplyPalette {
  const sheet = new CSSStyleSheet();
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet];
  return (hex) =>
    sheet.replaceSync(`body{${variables(hex, 'light')}}body[arco-theme='dark']{${variables(hex, 'dark')}}`);
}
