import type { Tone } from '@gantry/core';
import { getTerminalColumns, paintTone } from './table.ts';
import { fit, measureWidth, wrapText } from './wrap-text.ts';

/** A name and what stands behind it; a name that is empty goes on with the one before. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone | null;
  /** What of the value has the colour; all of it when not given. */
  readonly toned?: string;
}

/** Names with their values behind them: what is longer than the line goes on below, and nothing is cut. */
export function renderPairs(pairs: readonly Pair[], colour: boolean, limit = getTerminalColumns()): string {
  const wide = Math.min(Math.floor(limit / 3), Math.max(0, ...pairs.map(({ name }) => measureWidth(name))));
  const lines = pairs.flatMap(({ name, value, tone, toned }) =>
    wrapText(value, limit - wide - 2, true).map((line, at) => {
      const title = paintTone(fit(at === 0 ? name : '', wide), colour ? 'neutral' : null);
      const part = toned ?? line;
      return `${title}  ${line.replace(part, () => paintTone(part, colour ? tone : null))}`.trimEnd();
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Two texts next to each other, as lines; colors take no columns. */
export function joinColumns(left: string, right: string): string {
  const [own, others] = [left.trimEnd().split('\n'), right.trimEnd().split('\n')];
  const wide = Math.max(...own.map(measureWidth)) + 4;
  const lines = Array.from({ length: Math.max(own.length, others.length) }, (_, at) => {
    const [line = '', other = ''] = [own[at], others[at]];
    return `${line}${' '.repeat(wide - measureWidth(line))}${other}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

/** A heading; bold where there is colour. */
export const formatHeading = (text: string, colour: boolean) => (colour ? `\u001b[1m${text}\u001b[22m` : text);
