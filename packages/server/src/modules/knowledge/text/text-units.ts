import { createFenceFinder, findHeading, findTableEnd, splitLines } from './text-blocks.ts';

/** A part of a text that is not split where that can be avoided. Units follow one another without a gap. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** A chunk starts here whatever is before it. */
  readonly opens: boolean;
  /** The heading that it stands under, when the text has headings. */
  readonly title: string | null;
  /** Code is split between its lines only, a table between its rows. */
  readonly kind: 'text' | 'code' | 'table';
  /** Where the header of its table starts and ends; null outside of tables. */
  readonly header: readonly [from: number, to: number] | null;
}

const longestTitle = 200;

/** Collects units: each goes from where the one before ended. */
class UnitList {
  readonly units: Unit[] = [];
  title: string | null = null;
  opens = false;
  #start: number;
  #headed: number;
  readonly #text: string;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#start = from;
    this.#headed = from;
  }

  close(end: number, kind: Unit['kind'] = 'text', header: Unit['header'] = null): void {
    if (end > this.#start)
      this.units.push({ start: this.#start, end, opens: this.opens, title: this.title, kind, header });
    this.#start = end;
    this.opens = false;
  }

  /** Starts what stands under a heading, up to whose end nothing is said yet. */
  open(title: string, headingEnd: number): void {
    this.title = title;
    this.opens = true;
    this.#headed = headingEnd;
  }

  hasWords(end: number): boolean {
    return this.#text.slice(Math.max(this.#start, this.#headed), end).trim() !== '';
  }
}

/** Paragraphs, tables and fenced code of a text, each under its headings; a heading opens a chunk. */
export function splitParagraphs(text: string, from: number, to: number): Unit[] {
  const lines = splitLines(text, from, to);
  const fenceEnd = createFenceFinder(lines);
  const list = new UnitList(text, from);
  const path: { readonly level: number; readonly words: string }[] = [];
  const endOf = (next: number) => lines[next - 1]?.end ?? to;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line) break;
    const afterFence = fenceEnd(at);
    const afterTable = afterFence > 0 ? 0 : findTableEnd(lines, at);
    const after = afterFence || afterTable;
    if (after > 0) {
      if (list.hasWords(line.start)) list.close(line.start);
      list.close(endOf(after), afterFence > 0 ? 'code' : 'table', afterTable > 0 ? [line.start, endOf(at + 2)] : null);
      at = after;
      continue;
    }
    const heading = findHeading(lines, at);
    if (heading) {
      list.close(line.start);
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
      list.open(
        path
          .map(({ words }) => words)
          .join(' / ')
          .slice(0, longestTitle)
          .toWellFormed(),
        endOf(at + heading.lines),
      );
    } else if (line.text === '' && list.hasWords(line.start)) list.close(line.start);
    at += heading?.lines ?? 1;
  }
  list.close(to);
  return list.units;
}

/** Pieces between delimiters, each a chunk of its own; a delimiter stays with what is before it. */
export function splitByDelimiter(text: string, from: number, to: number, delimiter: string): Unit[] {
  const units: Unit[] = [];
  for (let at = from; at < to; ) {
    const found = text.indexOf(delimiter, at);
    const end = found < 0 || found + delimiter.length > to ? to : found + delimiter.length;
    units.push({ start: at, end, opens: true, title: null, kind: 'text', header: null });
    at = end;
  }
  return units;
}
