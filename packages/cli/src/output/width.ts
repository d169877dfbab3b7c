import { eastAsianWidth } from 'get-east-asian-width';
import { stringWidth } from '#string-width';

/** Latin, Greek, Cyrillic, Chinese, Japanese and Korean letters, punctuation, arrows and lines: each is a sign of its own. */
const plain =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u25ff\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6]*$/;

/** Each character of it is one sign, of a width that all terminals agree about. */
export const isSingleWidth = (text: string) => plain.test(text);

/** Columns that a text takes in a terminal: a Chinese character takes two. */
export function measureWidth(text: string): number {
  if (!plain.test(text)) return stringWidth(text);
  let width = 0;
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** The signs of a text, none of which may be cut in two. */
function signsOf(text: string): Iterable<string> {
  if (plain.test(text)) return text;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Cuts a text to at most `width` columns, with an ellipsis when something was cut. */
export function clip(text: string, width: number, ellipsis = '…'): string {
  if (width <= 0) return '';
  if (measureWidth(text) <= width) return text;
  const space = width - measureWidth(ellipsis);
  let stored = '';
  let used = 0;
  for (const sign of signsOf(text)) {
    const columns = measureWidth(sign);
    if (used + columns > space) break;
    stored += sign;
    used += columns;
  }
  return space >= 0 ? stored + ellipsis : '';
}

/** Exactly `width` columns: clipped, or padded with spaces. */
export function fit(text: string, width: number): string {
  const clipped = clip(text, width);
  return clipped + ' '.repeat(Math.max(0, width - measureWidth(clipped)));
}
