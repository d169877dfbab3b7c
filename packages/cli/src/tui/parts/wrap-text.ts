import { widthOf } from '../../output/width.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const { segment } of graphemes.segment(line)) {
    const columns = widthOf(segment);
    if (used + columns > width && current !== '') {
      lines.push(current);
      current = '';
      used = 0;
    }
    current += segment;
    used += columns;
  }
  return [...lines, current];
}

/** Breaks a text at its line breaks and wherever it would grow wider; Chinese has no spaces to wait for. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)));
}
