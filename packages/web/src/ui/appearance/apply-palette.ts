import { createPalette, printTriplet } from '@gantry/core';

const createVariables = (hex: string, theme: 'light' | 'dark') =>
  createPalette(hex, theme)
    .map((step, at) => `--arcoblue-${at + 1}:${printTriplet(step)};`)
    .join('');

/** Applies a theme color to both themes: primary and link colors derive from it. */
export type ApplyPalette = (hex: string) => void;

/** Creates a constructed style sheet, so that no inline style is needed. */
export function createPaletteSheet(target: Document): ApplyPalette {
  const sheet = new CSSStyleSheet();
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet];
  return (hex) =>
    sheet.replaceSync(`body{${createVariables(hex, 'light')}}body[arco-theme='dark']{${createVariables(hex, 'dark')}}`);
}

/** Arco reads its theme from the body: the attribute `arco-theme` is `dark` or absent. */
export function applyTheme(theme: 'light' | 'dark'): void {
  if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark');
  else document.body.removeAttribute('arco-theme');
}

/** Adapts the colors of the whole page. The filter is on the root element, where it does not move fixed elements. */
export function applyColorWeak(on: boolean): void {
  document.documentElement.style.filter = on ? 'invert(80%)' : '';
}
