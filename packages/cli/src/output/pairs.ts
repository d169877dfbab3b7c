import type { Tone } from '@gantry/core';
import { getTerminalColumns, paintTone } from './table.ts';
import { fit, measureWidth, wrapText } from './wrap-text.ts';

/** A name and its value. A pair with an empty name continues the one before. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone | null;
  /** The part of the value that is colored; all of it by default. */
  readonly toned?: string;
}

/** Formats names and values in two columns. A long value continues on the next line; nothing is cut. */
export function renderPairs(pairs: readonly Pair[], color: boolean, limit = getTerminalColumns()): string {
  const wide = Math.min(Math.floor(limit / 3), Math.max(0, ...pairs.map(({ name }) => measureWidth(name))));
  const lines = pairs.flatMap(({ name, value, tone, toned }) =>
    wrapText(value, limit - wide - 2, true).map((line, at) => {
      const title = paintTone(fit(at === 0 ? name : '', wide), color ? 'neutral' : null);
      const part = toned ?? line;
      return `${title}  ${line.replace(part, () => paintTone(part, color ? tone : null))}`.trimEnd();
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Puts two texts side by side. Color codes take no columns. */
export function joinColumns(left: string, right: string): string {
  const [own, others] = [left.trimEnd().split('\n'), right.trimEnd().split('\n')];
  const wide = Math.max(...own.map(measureWidth)) + 4;
  const lines = Array.from({ length: Math.max(own.length, others.length) }, (_, at) => {
    const [line = '', other = ''] = [own[at], others[at]];
    return `${line}${' '.repeat(wide - measureWidth(line))}${other}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

/** Formats a heading, bold if colors are used. */
export const formatHeading = (text: string, color: boolean) => (color ? `\u001b[1m${text}\u001b[22m` : text);
