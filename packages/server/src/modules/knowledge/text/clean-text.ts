import { createFenceFinder, splitLines, type TextLine } from './text-blocks.ts';

/** Cleaning options, applied before a text is chunked. */
export interface CleanRule {
  readonly cleanSpaces: boolean;
  readonly stripUrls: boolean;
}

/** Separator between pages in the raw text. */
export const pageBreak = '\f';

// Control characters that cannot be stored or displayed, and invisible marks.
const unprintable = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\u200b\u2060\ufeff]/g;
const addresses =
  /\b(?:https?|ftp):\/\/[^\s<>"'，。；）】》]+|\bwww\.[^\s<>"'，。；）】》]+|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi;

/** Normalizes line breaks and removes characters that cannot be stored. Keeps page breaks. */
export function toStorableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\u2028|\u2029|\u0085/g, '\n')
    .replace(unprintable, '');
}

function cleanPage(page: string, { cleanSpaces, stripUrls }: CleanRule): string {
  const stripped = stripUrls ? page.replace(addresses, '') : page;
  if (!cleanSpaces) return stripped;
  const lines = splitLines(stripped);
  const fenceEnd = createFenceFinder(lines);
  const tidied: string[] = [];
  const push = (line: string) => {
    if (line !== '' || (tidied.length > 0 && tidied.at(-1) !== '')) tidied.push(line);
  };
  for (let at = 0; at < lines.length; ) {
    const after = Math.max(fenceEnd(at), at + 1);
    if (after === at + 1) push(getTidyLine(lines, at));
    else tidied.push(...lines.slice(at, after).map(({ text }) => text));
    at = after;
  }
  return tidied.join('\n').trimEnd();
}

const gap = /\S(?:\t|[ \u00a0\u3000]{2})[ \t\u00a0\u3000]*\S/;
const hasGap = (line: TextLine | undefined) => line !== undefined && gap.test(line.text);

/** Collapses spaces in a line of prose. Keeps indentation and column gaps, which adjacent lines also have. */
function getTidyLine(lines: readonly TextLine[], at: number): string {
  const line = lines[at];
  if (!line) return '';
  const isOfColumns = hasGap(line) && (hasGap(lines[at - 1]) || hasGap(lines[at + 1]));
  const [indent = ''] = /^[ \t\u00a0]*/.exec(line.text) ?? [];
  const words = line.text.slice(indent.length).replace(/^\u3000+/, '');
  return indent.replaceAll('\u00a0', ' ') + (isOfColumns ? words : words.replace(/[ \t\u00a0\u3000]+/g, ' '));
}

export interface CleanedText {
  readonly text: string;
  /** Start position of each page in the text. */
  readonly pages: readonly number[];
}

/** Cleans a raw text for chunking and returns the start positions of its pages. */
export function cleanText(raw: string, rule: CleanRule): CleanedText {
  const pages: number[] = [];
  let text = '';
  for (const page of raw.split(pageBreak)) {
    const cleaned = cleanPage(page, rule);
    if (text !== '' && cleaned !== '' && !text.endsWith('\n\n')) text += '\n\n';
    pages.push(text.length);
    text += cleaned;
  }
  return { text, pages };
}

/** Returns the page of a text position, counted from 1. */
export function findPage(pages: readonly number[], at: number): number {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pages[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
