import { toSuperscript } from './markdown-text.ts';
import { repairCharacters, toReadingOrder } from './pdf-text.ts';

/** A piece of text with its position on a page. Units are points; y grows upward. */
export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
}

/** Adjacent letters, followed by a space. */
export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Adjacent pieces of a row, separated from the next by at least a column gap. */
export interface Segment extends Word {
  readonly y: number;
  readonly size: number;
  readonly words: readonly Word[];
}

/** Segments at the same height, from left to right. */
export type LayoutRow = readonly Segment[];

/** Gap between two columns, relative to the font size. Pieces that are closer belong to the same run of words. */
const columnGap = 1.2;
/** Gap between letters that counts as a space, relative to the font size. */
const wordGap = 0.15;

const cjk = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Joins two consecutive texts: adds no space next to Chinese characters and rejoins a word hyphenated at a line end. */
export function joinPieces(one: string, other: string): readonly [one: string, other: string] {
  if (one === '' || other === '') return [one, other];
  if (/[\p{Ll}]-$/u.test(one) && /^\p{Ll}/u.test(other)) return [one.slice(0, -1), other];
  // A soft hyphen only marks a word broken at a line end.
  if (one.endsWith('\u00ad')) return [one.slice(0, -1), other];
  const isTight = cjk.test(one.at(-1) ?? '') || cjk.test(other[0] ?? '');
  return isTight || /\s$/.test(one) || /^\s/.test(other) ? [one, other] : [`${one} `, other];
}

/** Joins the words of a segment. A space between Chinese and other text is preserved. */
function getText(words: readonly Word[], size: number): string {
  const shown = words.map(({ text }) => text);
  const order = toReadingOrder(shown);
  if (order !== shown) return order.join(' ');
  return words.reduce((text, word, at) => {
    const gap = word.from - (words[at - 1]?.to ?? word.from);
    const isTight = cjk.test(text.at(-1) ?? '') && cjk.test(word.text[0] ?? '') && gap < size / 5;
    return at === 0 || isTight ? text + word.text : `${text} ${word.text}`;
  }, '');
}

interface OpenWord {
  readonly pieces: string[];
  from: number;
  to: number;
}

/** Whether a piece is a superscript in the row: its letters are smaller and higher than those of the row. */
const isRaised = (piece: TextPiece, row: { readonly y: number; readonly size: number }) =>
  piece.size <= row.size * 0.75 && piece.y > row.y + row.size * 0.2;

function getSegments(pieces: readonly TextPiece[]): LayoutRow {
  const segments: { words: OpenWord[]; to: number; y: number; size: number }[] = [];
  for (const piece of [...pieces].sort((one, other) => one.x - other.x)) {
    const { x, y, width, size } = piece;
    const last = segments.at(-1);
    const gap = last ? x - last.to : 0;
    const letters = piece.text.trim();
    const text = last && isRaised(piece, last) && /^[\d+-]{1,4}$/.test(letters) ? toSuperscript(letters) : letters;
    const word = { pieces: [text], from: x, to: x + width };
    if (!last || gap > columnGap * Math.max(size, last.size)) segments.push({ words: [word], to: x + width, y, size });
    else {
      const before = last.words.at(-1);
      const hasBlank = /^\s/.test(piece.text) || gap > wordGap * size;
      if (before && !hasBlank) {
        before.pieces.push(text);
        before.to = Math.max(before.to, x + width);
      } else last.words.push(word);
      last.to = Math.max(last.to, x + width);
      last.size = Math.max(last.size, size);
    }
  }
  return segments.map(({ words, y, size }) => {
    const read = words.map(({ pieces: parts, from, to }) => ({
      text: repairCharacters(toReadingOrder(parts).join('')).replace(/\s+/g, ' '),
      from,
      to,
    }));
    return {
      text: getText(read, size),
      from: read[0]?.from ?? 0,
      to: read.reduce((most, { to }) => Math.max(most, to), 0),
      y,
      size,
      words: read,
    };
  });
}

/** Returns the rows of a page from the top. Pieces share a row when their y differs by less than half the font size. */
export function groupRows(pieces: readonly TextPiece[]): readonly LayoutRow[] {
  const rows: TextPiece[][] = [];
  const written = pieces.filter(({ text }) => text.trim() !== '');
  for (const piece of [...written].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.y - piece.y) < Math.max(first.size, piece.size) / 2) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map(getSegments);
}
