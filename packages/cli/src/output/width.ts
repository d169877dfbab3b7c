import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns that a text takes in a terminal: a Chinese character takes two. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cuts a text to at most `width` columns, with an ellipsis when something was cut. */
export function clip(text: string, width: number, ellipsis = '…'): string {
  if (width <= 0) return '';
  if (stringWidth(text) <= width) return text;
  const room = width - stringWidth(ellipsis);
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const columns = stringWidth(segment);
    if (used + columns > room) break;
    kept += segment;
    used += columns;
  }
  return room >= 0 ? kept + ellipsis : '';
}

/** Exactly `width` columns: clipped, or padded with spaces. */
export function fit(text: string, width: number): string {
  const clipped = clip(text, width);
  return clipped + ' '.repeat(Math.max(0, width - stringWidth(clipped)));
}
