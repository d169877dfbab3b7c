import { createPalette, printTriplet } from '@gantry/core';

const variables = (hex: string, theme: 'light' | 'dark') =>
  createPalette(hex, theme)
    .map((step, at) => `--arcoblue-${at + 1}:${printTriplet(step)};`)
    .join('');

/** Writes a theme color into style sheets, for both themes at once: primary and link colors follow it. */
export type ApplyPalette = (hex: string) => void;

/** One sheet of the document's own, made without any markup, so that no inline style is written. */
export function createPaletteSheet(target: Document): ApplyPalette {
  const sheet = new CSSStyleSheet();
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet];
  return (hex) =>
    sheet.replaceSync(`body{${variables(hex, 'light')}}body[arco-theme='dark']{${variables(hex, 'dark')}}`);
}

/** Arco reads its theme off the body: the attribute `arco-theme` is `dark`, or absent. */
export function applyTheme(theme: 'light' | 'dark'): void {
  if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark');
  else document.body.removeAttribute('arco-theme');
}

/** Turns the colors of the whole page over. On the root element, where a filter does not move fixed elements. */
export function applyColorWeak(on: boolean): void {
  document.documentElement.style.filter = on ? 'invert(80%)' : '';
}
