import type { Tone } from '@gantry/core';
import chalk, { type ChalkInstance } from 'chalk';

/** A color by its number among the 256 of a terminal, from 16 on: those look the same everywhere, and take few bytes. */
type ColorNumber = number;

/** Colors for a kind of background; each is read at a contrast of 4.5 to 1 at least on all backgrounds of that kind. */
export interface Palette {
  readonly dim: ColorNumber;
  /** The product's blue. */
  readonly accent: ColorNumber;
  readonly tones: Readonly<Record<Exclude<Tone, 'neutral'>, ColorNumber>>;
}

/** The background of the line that is chosen, whose text is white. */
export const chosenGround: ColorNumber = 26;

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

/** `terminal` leaves colors to the terminal: what is dim is faint, and never bright black, which is the background of some. */
export type Theme = keyof typeof palettes | 'terminal';
/** What a person may choose; `auto` goes by the background. */
export const themeNames = ['auto', 'dark', 'light', 'terminal'] as const;
export type ThemeName = (typeof themeNames)[number];

/** In a terminal's own colors; the blue is light enough for a dark background and dark enough for a light one. */
const ofTerminal: Readonly<Record<Tone | 'accent', (text: string) => string>> = {
  neutral: (text) => chalk.dim(text),
  info: (text) => chalk.cyan(text),
  good: (text) => chalk.green(text),
  warn: (text) => chalk.yellow(text),
  bad: (text) => chalk.red(text),
  accent: (text) => chalk.hex('#3C7EFF')(text),
};

let theme: Theme = 'terminal';

/** From now on words are colored for such a background. */
export function setTheme(next: Theme): void {
  theme = next;
}

/** Sixteen colors are the terminal's own, whatever one asks for. */
function getPalette(): Palette | null {
  return theme === 'terminal' || chalk.level < 2 ? null : palettes[theme];
}

/** How text of a tone, or of the accent, is colored. */
function paint(name: Tone | 'accent', text: string): string {
  const palette = getPalette();
  if (!palette) return ofTerminal[name](text);
  const color = name === 'neutral' ? palette.dim : name === 'accent' ? palette.accent : palette.tones[name];
  return chalk.ansi256(color)(text);
}

/** The color of the accent for what Ink colors itself. */
export function getAccent(): string {
  const palette = getPalette();
  return palette ? `ansi256(${palette.accent})` : '#3C7EFF';
}

export function applyTone(text: string, tone: Tone | null): string {
  return tone ? paint(tone, text) : text;
}

const chosen: ChalkInstance = chalk.bgAnsi256(chosenGround).whiteBright;

/** The line that is chosen: shown by color here, and by the pointer before it. */
export const highlightChosen = (text: string) => chosen(text);
export const renderDim = (text: string) => paint('neutral', text);
export const renderBold = (text: string) => chalk.bold(text);
export const renderBlue = (text: string) => paint('accent', text);

/** What a terminal is asked for its background color; those that do not know it say nothing. */
export const backgroundQuery = '\u001b]11;?\u0007';

/** The theme of a background that a terminal gave as `rgb:RRRR/GGGG/BBBB`; null for what is no color. */
export function readBackground(answer: string): Theme | null {
  const [, ...parts] = /rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(answer) ?? [];
  if (parts.length !== 3) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}

/** The theme that COLORFGBG tells, as `text;background` in numbers of the sixteen colors; null where it is not set. */
export function readColorVariable(value: string | undefined): Theme | null {
  const ground = /;(\d{1,2})$/.exec(value ?? '')?.[1];
  if (ground === undefined) return null;
  return Number(ground) === 7 || Number(ground) > 8 ? 'light' : 'dark';
}
