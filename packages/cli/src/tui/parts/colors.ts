import type { Tone } from '@gantry/core';
import chalk from 'chalk';

/** The number of a terminal color from 16 to 255: these look the same in every terminal that has 256 colors. */
type ColorNumber = number;

/** Colors for dark or light backgrounds, with a contrast of at least 4.5 to 1 on each of them. */
export interface Palette {
  readonly dim: ColorNumber;
  /** The product's blue. */
  readonly accent: ColorNumber;
  readonly tones: Readonly<Record<Exclude<Tone, 'neutral'>, ColorNumber>>;
}

/** The background of the selected line, whose text is white. */
export const selectedBackground: ColorNumber = 26;

export const palettes = {
  dark: {
    dim: 247,
    accent: 111,
    tones: { info: 80, good: 114, warn: 179, bad: 210 },
  },
  light: {
    dim: 59,
    accent: 26,
    tones: { info: 24, good: 22, warn: 94, bad: 124 },
  },
} as const satisfies Record<string, Palette>;

/** `terminal` uses the colors of the terminal. Dim text is faint, not bright black, which is the background of some terminals. */
export type Theme = keyof typeof palettes | 'terminal';
/** The themes that can be chosen; `auto` follows the background of the terminal. */
export const themeNames = ['auto', 'dark', 'light', 'terminal'] as const;
export type ThemeName = (typeof themeNames)[number];

/** The colors of the terminal itself. The blue has enough contrast on dark and on light backgrounds. */
const terminalStyles: Readonly<Record<Tone | 'accent', (text: string) => string>> = {
  neutral: (text) => chalk.dim(text),
  info: (text) => chalk.cyan(text),
  good: (text) => chalk.green(text),
  warn: (text) => chalk.yellow(text),
  bad: (text) => chalk.red(text),
  accent: (text) => chalk.hex('#3C7EFF')(text),
};

let theme: Theme = 'terminal';

/** Sets the theme for all text that is rendered from now on. */
export function setTheme(next: Theme): void {
  theme = next;
}

/** The palette of the theme; null where the terminal's own colors are used, as in a terminal with 16 colors. */
function getPalette(): Palette | null {
  return theme === 'terminal' || chalk.level < 2 ? null : palettes[theme];
}

/** Colors text in a tone or in the accent. */
function paint(name: Tone | 'accent', text: string): string {
  const palette = getPalette();
  if (!palette) return terminalStyles[name](text);
  const color = name === 'neutral' ? palette.dim : name === 'accent' ? palette.accent : palette.tones[name];
  return chalk.ansi256(color)(text);
}

/** The accent as a color that Ink's `color` property accepts. */
export function getAccent(): string {
  const palette = getPalette();
  return palette ? `ansi256(${palette.accent})` : '#3C7EFF';
}

export function applyTone(text: string, tone: Tone | null): string {
  return tone ? paint(tone, text) : text;
}

/** Colors the selected line, which also has a pointer in front of it. Chalk does not reduce a numbered color to one of 16. */
export const highlightSelected = (text: string) =>
  (chalk.level < 2 ? chalk.bgBlue : chalk.bgAnsi256(selectedBackground)).whiteBright(text);
export const renderDim = (text: string) => paint('neutral', text);
export const renderBold = (text: string) => chalk.bold(text);
export const renderAccent = (text: string) => paint('accent', text);

/** Asks a terminal for its background color. Terminals that do not support the query do not answer. */
export const backgroundQuery = '\u001b]11;?\u0007';

/** The theme for the background in a terminal's answer, as `rgb:RRRR/GGGG/BBBB`; null when the answer has no color. */
export function readBackground(answer: string): Theme | null {
  const [, ...parts] = /rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(answer) ?? [];
  if (parts.length !== 3) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}

/** The theme for the background in COLORFGBG (`text;background`, numbers of the 16 colors); null when it has none. */
export function readColorVariable(value: string | undefined): Theme | null {
  const background = /;(\d{1,2})$/.exec(value ?? '')?.[1];
  if (background === undefined) return null;
  return Number(background) === 7 || Number(background) > 8 ? 'light' : 'dark';
}
