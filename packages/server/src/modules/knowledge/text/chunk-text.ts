import { type CleanRule, findPage } from './clean-text.ts';
import { createFenceFinder, findHeading, findTableEnd, splitLines } from './text-blocks.ts';

/**
 * Counts text in tokens, as models do within some percent: a Chinese, Japanese or Korean character or an emoji is one, four other
 * characters are one. Of two pieces that are put together the count is never above the sum of theirs.
 */
interface TokenCount {
  /** Characters that are one token each. */
  readonly wide: number;
  /** UTF-16 units of which four are one. */
  readonly narrow: number;
}

const noTokens: TokenCount = { wide: 0, narrow: 0 };

/** One UTF-16 unit: the first half of a pair stands for the pair. */
function isWide(unit: number): boolean {
  if (unit < 0x2e80) return false;
  return unit <= 0x9fff || (unit >= 0xac00 && unit <= 0xdbff) || (unit >= 0xf900 && unit <= 0xffef);
}

const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

export function countTokenParts(text: string, from = 0, to = text.length): TokenCount {
  let wide = 0;
  let narrow = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (isWide(unit)) wide += 1;
    else if (!isSecondHalf(unit)) narrow += 1;
  }
  return { wide, narrow };
}

function addTokenCounts(one: TokenCount, other: TokenCount): TokenCount {
  return { wide: one.wide + other.wide, narrow: one.narrow + other.narrow };
}

export function estimateTokens({ wide, narrow }: TokenCount): number {
  return wide + Math.ceil(narrow / 4);
}

export function countTokens(text: string): number {
  return estimateTokens(countTokenParts(text));
}

/** Letters and digits of scripts that write words apart, and the marks that join them. */
const wordPart =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{M}\p{N}_'’.-]/u;
const isWithinWord = (text: string, at: number) =>
  at > 0 && wordPart.test(text.charAt(at - 1)) && wordPart.test(text.charAt(at));
/** UTF-16 units; a longer run of letters is not a word. */
const longestWord = 60;

/** The border of words at or before a place; the place itself in a run of letters that is too long for a word. */
function wordBorder(text: string, from: number, at: number): number {
  let border = at;
  while (border > from && at - border <= longestWord && isWithinWord(text, border)) border -= 1;
  return border > from && at - border <= longestWord ? border : at;
}

/** Where an overlap starts: at a sentence of it, or at a word. */
function overlapStart(text: string, from: number, to: number): number {
  const before = Math.max(0, from - 1);
  for (const { 0: mark, index } of text.slice(before, to).matchAll(sentenceEnd)) {
    const next = before + index + mark.length;
    if (next >= from && text.slice(next, to).trim() !== '') return next;
  }
  let border = from;
  while (border < to && border - from <= longestWord && isWithinWord(text, border)) border += 1;
  return border - from <= longestWord ? border : from;
}

/** The farthest place up to which a text holds so many tokens; never within a pair, and always past `from`. */
function reach(text: string, from: number, to: number, tokens: number): number {
  let count = noTokens;
  let at = from;
  while (at < to) {
    const width = isSecondHalf(text.charCodeAt(at + 1)) ? 2 : 1;
    const next = addTokenCounts(count, countTokenParts(text, at, at + width));
    if (estimateTokens(next) > tokens && at > from) return wordBorder(text, from, at);
    count = next;
    at += width;
  }
  return to;
}

/** The earliest place from which a text holds at most so many tokens up to `to`. */
function reachBack(text: string, from: number, to: number, tokens: number): number {
  let count = noTokens;
  let at = to;
  while (at > from) {
    const width = at - 2 >= from && isSecondHalf(text.charCodeAt(at - 1)) ? 2 : 1;
    const next = addTokenCounts(count, countTokenParts(text, at - width, at));
    if (estimateTokens(next) > tokens) return at;
    count = next;
    at -= width;
  }
  return at;
}

const lineEnd = /\n/g;
const sentenceEnd = /[。！？；…!?;]["'”’」』）)]*|\.(?=\s)|\n/g;

/** A unit that is too long, as sentences or lines, and those as stretches of the most tokens. */
function splitUnit(text: string, unit: Unit, tokens: number): Unit[] {
  const made: Unit[] = [];
  const add = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const next = reach(text, at, end, tokens);
      made.push({ ...unit, start: at, end: next, opens: unit.opens && made.length === 0 });
      at = next;
    }
  };
  // The header of a table stays with its first row.
  const firstRow = unit.header ? text.indexOf('\n', unit.header[1]) + 1 : 0;
  let start = unit.start;
  const ends = unit.kind === 'text' ? sentenceEnd : lineEnd;
  ends.lastIndex = Math.max(unit.start, firstRow - 1);
  for (let found = ends.exec(text); found && found.index < unit.end; found = ends.exec(text)) {
    const end = Math.min(found.index + found[0].length, unit.end);
    if (end > start) add(start, end);
    start = end;
  }
  add(start, unit.end);
  return made;
}

/** How a text is cut. */
export interface ChunkRule extends CleanRule {
  readonly chunkMode: 'auto' | 'delimiter';
  /** As it was typed: `\n` is a line break, `\t` a tab. */
  readonly delimiter: string | null;
  readonly chunkTokens: number;
  readonly overlapTokens: number;
}

/** A chunk with the stretch of the text that is its own: those of all chunks cover the text in order, without a gap. */
export interface TextChunk {
  readonly title: string | null;
  /**
   * What overlaps from the chunk before, and its own stretch, without line breaks around. A chunk that starts within a table has the
   * header of the table instead of an overlap.
   */
  readonly content: string;
  readonly tokens: number;
  readonly start: number;
  readonly end: number;
  /** Where its content starts, at most at `start`. */
  readonly from: number;
}

const typedDelimiter = (typed: string): string =>
  typed.replace(/\\([nt\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\'));

/** The overlap may be at most half of a chunk, or every chunk would say little of its own. */
export function getOverlap({ chunkTokens, overlapTokens }: ChunkRule): number {
  return Math.min(overlapTokens, Math.floor(chunkTokens / 2));
}

function unitsOf(text: string, from: number, to: number, rule: ChunkRule, most: number): Unit[] {
  const delimiter = typedDelimiter(rule.delimiter ?? '');
  const isCut = rule.chunkMode === 'delimiter' && delimiter !== '';
  const units = isCut ? splitByDelimiter(text, from, to, delimiter) : splitParagraphs(text, from, to);
  return units.flatMap((unit) =>
    estimateTokens(countTokenParts(text, unit.start, unit.end)) <= most ? [unit] : splitUnit(text, unit, most),
  );
}

/**
 * Cuts a text, or a stretch of it. A chunk starts at a heading or delimiter, or where the one before is full; in the second case it
 * repeats the end of that one, up to the overlap. No chunk is above its limit, the overlap counted.
 */
export function chunkText(text: string, rule: ChunkRule, from = 0, to = text.length): TextChunk[] {
  const overlap = getOverlap(rule);
  const most = rule.chunkTokens - overlap;
  const chunks: TextChunk[] = [];
  let first: Unit | null = null;
  let end = from;
  let count: TokenCount = noTokens;
  let repeats = false;
  let header = '';
  const close = () => {
    if (first !== null) chunks.push(chunkOf(text, first, end, repeats ? overlap : 0, from, header));
    first = null;
  };
  for (const unit of unitsOf(text, from, to, rule, most)) {
    const size = countTokenParts(text, unit.start, unit.end);
    const isFull = first !== null && estimateTokens(addTokenCounts(count, size)) > most;
    if (isFull || unit.opens) {
      close();
      repeats = !unit.opens;
    }
    if (first === null) {
      first = unit;
      header = headerOf(text, unit, most);
      count = countTokenParts(header);
    }
    count = addTokenCounts(count, size);
    end = unit.end;
  }
  close();
  return withoutBlanks(text, chunks);
}

/** What a chunk repeats that starts with this unit, if there is room: the header of a table, unless the unit has it. */
function headerOf(text: string, { start, end, header }: Unit, most: number): string {
  if (header === null || start <= header[0]) return '';
  const words = `${text.slice(...header).trim()}\n`;
  const tokens = addTokenCounts(countTokenParts(words), countTokenParts(text, start, end));
  return estimateTokens(tokens) <= most ? words : '';
}

/** Blank lines at the start and white space at the end say nothing; the indentation of a first line does. */
function trimChunk(text: string, from: number, end: number): string {
  const isLineStart = from === 0 || text.charAt(from - 1) === '\n';
  const trimmed = text.slice(from, end).trimEnd();
  return isLineStart ? trimmed.replace(/^(?:[^\S\n]*\n)+/, '') : trimmed.trimStart();
}

function chunkOf(
  text: string,
  { start, title }: Unit,
  end: number,
  overlap: number,
  least: number,
  header: string,
): TextChunk {
  const from = overlap > 0 && header === '' ? overlapStart(text, reachBack(text, least, start, overlap), start) : start;
  const content = header + trimChunk(text, from, end);
  return { title, content, tokens: countTokens(content), start, end, from };
}

/** A stretch of white space says nothing: it goes to the chunk before it, or after it at the start. */
function withoutBlanks(text: string, chunks: readonly TextChunk[]): TextChunk[] {
  const made: TextChunk[] = [];
  let lead: number | null = null;
  for (const chunk of chunks) {
    const isBlank = text.slice(chunk.start, chunk.end).trim() === '';
    const last = made.at(-1);
    if (isBlank && last) made[made.length - 1] = { ...last, end: chunk.end };
    else if (isBlank) lead ??= chunk.start;
    else {
      made.push(lead === null ? chunk : { ...chunk, start: lead, from: Math.min(lead, chunk.from) });
      lead = null;
    }
  }
  return made;
}

/** The pages that a chunk's own stretch stands on. */
export function getPages({ start, end }: Pick<TextChunk, 'start' | 'end'>, pages: readonly number[]) {
  return { pageFrom: findPage(pages, start), pageTo: findPage(pages, Math.max(start, end - 1)) };
}

/** A part of a text that is not split where that can be avoided. Units follow one another without a gap. */
interface Unit {
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
function splitParagraphs(text: string, from: number, to: number): Unit[] {
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
function splitByDelimiter(text: string, from: number, to: number, delimiter: string): Unit[] {
  const units: Unit[] = [];
  for (let at = from; at < to; ) {
    const found = text.indexOf(delimiter, at);
    const end = found < 0 || found + delimiter.length > to ? to : found + delimiter.length;
    units.push({ start: at, end, opens: true, title: null, kind: 'text', header: null });
    at = end;
  }
  return units;
}
