import type { Tone } from '@gantry/core';
import chalk, { type ChalkInstance } from 'chalk';

/** The product's blue, light enough for a dark terminal and dark enough for a light one. */
export const accent = '#3C7EFF';

const byTone: Readonly<Record<Tone, ChalkInstance>> = {
  neutral: chalk.dim,
  info: chalk.cyan,
  good: chalk.green,
  warn: chalk.yellow,
  bad: chalk.red,
};

export function applyTone(text: string, tone: Tone | null): string {
  return tone ? byTone[tone](text) : text;
}

/** The line that is chosen: shown by colour here, and by the pointer before it. */
export const highlightChosen = (text: string) => chalk.bgHex('#1D4FB8').whiteBright(text);
/** Faint, not bright black: that is the background's own color in some themes, as in Solarized dark. */
export const renderDim = (text: string) => chalk.dim(text);
export const renderBold = (text: string) => chalk.bold(text);
export const renderBlue = (text: string) => chalk.hex(accent)(text);
