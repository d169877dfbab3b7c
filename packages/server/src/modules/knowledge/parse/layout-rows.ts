/** A piece of text as it stands on a page. All in points; y grows upwards. */
export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of the letters. */
  readonly size: number;
}

/** Pieces of a row that stand together, with the gap of a column or more to the next. */
export interface Segment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly size: number;
}

/** What stands at one height, from left to right. */
export type LayoutRow = readonly Segment[];

/** In sizes of its letters: so far apart, two pieces are no longer of one run of words. */
const columnGap = 1.2;
/** A gap between letters that stands for a space. */
const wordGap = 0.15;

const cjk = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Two stretches of text as they follow each other: Chinese goes on without a space, a word cut at the end of a line is mended. */
export function joinPieces(one: string, other: string): readonly [one: string, other: string] {
  if (one === '' || other === '') return [one, other];
  if (/[a-z]-$/.test(one) && /^[a-z]/.test(other)) return [one.slice(0, -1), other];
  const isTight = cjk.test(one.at(-1) ?? '') || cjk.test(other[0] ?? '');
  return isTight || /\s$/.test(one) || /^\s/.test(other) ? [one, other] : [`${one} `, other];
}

function segmentsOf(pieces: readonly TextPiece[]): LayoutRow {
  const segments: (Omit<Segment, 'text'> & { readonly pieces: string[] })[] = [];
  for (const { text, x, y, width, size } of [...pieces].sort((one, other) => one.x - other.x)) {
    const last = segments.at(-1);
    const gap = last ? x - last.to : 0;
    if (!last || gap > columnGap * Math.max(size, last.size))
      segments.push({ pieces: [text], from: x, to: x + width, y, size });
    else {
      const { pieces } = last;
      pieces.push(...(gap > wordGap * size ? joinPieces(pieces.pop() ?? '', text) : [text]));
      const to = Math.max(last.to, x + width);
      segments[segments.length - 1] = { ...last, to, size: Math.max(last.size, size) };
    }
  }
  return segments.map(({ pieces, ...place }) => ({ ...place, text: pieces.join('').replace(/\s+/g, ' ').trim() }));
}

/** The rows of a page, from its top; pieces share one when their heights differ by less than half of their letters. */
export function groupRows(pieces: readonly TextPiece[]): readonly LayoutRow[] {
  const rows: TextPiece[][] = [];
  const written = pieces.filter(({ text }) => text.trim() !== '');
  for (const piece of [...written].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.y - piece.y) < Math.max(first.size, piece.size) / 2) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map(segmentsOf);
}
