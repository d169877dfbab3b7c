import { type CleanRule, findPage } from './clean-text.ts';
import { createFenceFinder, findHeading, findTableEnd, splitLines } from './text-blocks.ts';

/**
 * Estimates tokens within a few percent of common models: a Chinese, Japanese or Korean character or an emoji is one token, and
 * four other characters are one. The count of two joined texts never exceeds the sum of their counts.
 */
interface TokenCount {
  /** Characters that are one token each. */
  readonly wide: number;
  /** UTF-16 units that are a quarter of a token each. */
  readonly narrow: number;
}

const noTokens: TokenCount = { wide: 0, narrow: 0 };

/** Whether a UTF-16 unit counts as a full token. A surrogate pair is counted by its first unit. */
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

/** Letters and digits of scripts that separate words, and characters that occur within words. */
const wordPart =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{M}\p{N}_'’.-]/u;
const isWithinWord = (text: string, at: number) =>
  at > 0 && wordPart.test(text.charAt(at - 1)) && wordPart.test(text.charAt(at));
/** Maximum length of a word in UTF-16 units. A longer run of letters is not treated as a word. */
const longestWord = 60;

/** Returns the word boundary at or before a position; the position itself within a run of letters that is too long for a word. */
function findWordBoundary(text: string, from: number, at: number): number {
  let border = at;
  while (border > from && at - border <= longestWord && isWithinWord(text, border)) border -= 1;
  return border > from && at - border <= longestWord ? border : at;
}

/** Returns the start of an overlap: at a sentence, otherwise at a word. */
function findOverlapStart(text: string, from: number, to: number): number {
  const before = Math.max(0, from - 1);
  for (const { 0: mark, index } of text.slice(before, to).matchAll(sentenceEnd)) {
    const next = before + index + mark.length;
    if (next >= from && text.slice(next, to).trim() !== '') return next;
  }
  let border = from;
  while (border < to && border - from <= longestWord && isWithinWord(text, border)) border += 1;
  return border - from <= longestWord ? border : from;
}

/**
 * Returns the last position up to which a text has at most `tokens` tokens; never within a surrogate pair and always after
 * `from`.
 */
function findEnd(text: string, from: number, to: number, tokens: number): number {
  let count = noTokens;
  let at = from;
  while (at < to) {
    const width = isSecondHalf(text.charCodeAt(at + 1)) ? 2 : 1;
    const next = addTokenCounts(count, countTokenParts(text, at, at + width));
    if (estimateTokens(next) > tokens && at > from) return findWordBoundary(text, from, at);
    count = next;
    at += width;
  }
  return to;
}

/** Returns the first position from which a text has at most `tokens` tokens up to `to`. */
function findStart(text: string, from: number, to: number, tokens: number): number {
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

/** Splits a unit that is too long into sentences or lines, and those that are still too long by tokens. */
function splitUnit(text: string, unit: Unit, tokens: number): Unit[] {
  const made: Unit[] = [];
  const add = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const next = findEnd(text, at, end, tokens);
      made.push({ ...unit, start: at, end: next, opens: unit.opens && made.length === 0 });
      at = next;
    }
  };
  // Keep the header of a table with its first row.
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

/** Rule for chunking a text. */
export interface ChunkRule extends CleanRule {
  readonly chunkMode: 'auto' | 'delimiter';
  /** Delimiter with escape sequences: `\n` is a line break, `\t` a tab. */
  readonly delimiter: string | null;
  readonly chunkTokens: number;
  readonly overlapTokens: number;
}

/** A chunk and its range of the text, without overlap. The ranges of all chunks cover the text in order, without gaps. */
export interface TextChunk {
  readonly title: string | null;
  /**
   * The overlap with the previous chunk followed by the chunk's own range, without surrounding line breaks. A chunk that starts
   * within a table has the table header instead of an overlap.
   */
  readonly content: string;
  readonly tokens: number;
  readonly start: number;
  readonly end: number;
  /** Start of the content including the overlap; not after `start`. */
  readonly from: number;
}

const parseDelimiter = (typed: string): string =>
  typed.replace(/\\([nt\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\'));

/** Returns the overlap, limited to half of a chunk so that each chunk has enough content of its own. */
export function getOverlap({ chunkTokens, overlapTokens }: ChunkRule): number {
  return Math.min(overlapTokens, Math.floor(chunkTokens / 2));
}

function getUnits(text: string, from: number, to: number, rule: ChunkRule, most: number): Unit[] {
  const delimiter = parseDelimiter(rule.delimiter ?? '');
  const isCut = rule.chunkMode === 'delimiter' && delimiter !== '';
  const units = isCut ? splitByDelimiter(text, from, to, delimiter) : splitParagraphs(text, from, to);
  return units.flatMap((unit) =>
    estimateTokens(countTokenParts(text, unit.start, unit.end)) <= most ? [unit] : splitUnit(text, unit, most),
  );
}

/**
 * Splits a text, or a range of it, into chunks. A chunk starts at a heading or delimiter, or when the previous chunk is full. In
 * the second case it repeats the end of the previous chunk, up to the overlap. No chunk exceeds its limit, including the overlap.
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
  for (const unit of getUnits(text, from, to, rule, most)) {
    const size = countTokenParts(text, unit.start, unit.end);
    const isFull = first !== null && estimateTokens(addTokenCounts(count, size)) > most;
    if (isFull || unit.opens) {
      close();
      repeats = !unit.opens;
    }
    if (first === null) {
      first = unit;
      header = getHeader(text, unit, most);
      count = countTokenParts(header);
    }
    count = addTokenCounts(count, size);
    end = unit.end;
  }
  close();
  return mergeBlanks(text, chunks);
}

/** Returns the table header that a chunk starting with this unit repeats; '' when the unit includes it or it does not fit. */
function getHeader(text: string, { start, end, header }: Unit, most: number): string {
  if (header === null || start <= header[0]) return '';
  const words = `${text.slice(...header).trim()}\n`;
  const tokens = addTokenCounts(countTokenParts(words), countTokenParts(text, start, end));
  return estimateTokens(tokens) <= most ? words : '';
}

/** Trims blank lines at the start and white space at the end. Keeps the indentation of the first line. */
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
  const from =
    overlap > 0 && header === '' ? findOverlapStart(text, findStart(text, least, start, overlap), start) : start;
  const content = header + trimChunk(text, from, end);
  return { title, content, tokens: countTokens(content), start, end, from };
}

/** Merges white space chunks into the previous chunk, or at the start into the next. */
function mergeBlanks(text: string, chunks: readonly TextChunk[]): TextChunk[] {
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

/** Returns the pages of a chunk's own range. */
export function getPages({ start, end }: Pick<TextChunk, 'start' | 'end'>, pages: readonly number[]) {
  return { pageFrom: findPage(pages, start), pageTo: findPage(pages, Math.max(start, end - 1)) };
}

/** A part of a text that is split only when necessary. Units are contiguous. */
interface Unit {
  readonly start: number;
  readonly end: number;
  /** Whether a chunk always starts at this unit. */
  readonly opens: boolean;
  /** The headings above the unit; null without headings. */
  readonly title: string | null;
  /** Code is split between its lines only, a table between its rows. */
  readonly kind: 'text' | 'code' | 'table';
  /** Range of the header of its table; null outside of tables. */
  readonly header: readonly [from: number, to: number] | null;
}

const longestTitle = 200;

/** Collects units. Each unit starts at the end of the previous one. */
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

  /** Starts the section of a heading. Until `headingEnd` it has no content. */
  open(title: string, headingEnd: number): void {
    this.title = title;
    this.opens = true;
    this.#headed = headingEnd;
  }

  hasWords(end: number): boolean {
    return this.#text.slice(Math.max(this.#start, this.#headed), end).trim() !== '';
  }
}

/** Splits a text into paragraphs, tables and fenced code with their headings. A heading starts a chunk. */
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

/** Splits a text at delimiters. Each piece starts a chunk and includes the delimiter at its end. */
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
