import { type CleanRule, findPage } from './clean-text.ts';

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

/** The farthest place up to which a text holds so many tokens; never within a pair, and always past `from`. */
function reach(text: string, from: number, to: number, tokens: number): number {
  let count = noTokens;
  let at = from;
  while (at < to) {
    const width = isSecondHalf(text.charCodeAt(at + 1)) ? 2 : 1;
    const next = addTokenCounts(count, countTokenParts(text, at, at + width));
    if (estimateTokens(next) > tokens && at > from) return at;
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

/** A stretch of a text that is kept together where it can be. Units follow one another without a gap. */
interface Unit {
  readonly start: number;
  readonly end: number;
  /** A chunk begins here whatever is before it. */
  readonly opens: boolean;
  /** The heading that it stands under, when the text has headings. */
  readonly title: string | null;
}

const markdownHeading = /^(#{1,6})\s+(\S.*)$/;
const chineseHeading = /^第[一二三四五六七八九十百零〇\d]{1,6}[章节篇部回条](?:[\s:：、.．].{0,60}|.{0,30})$/;

/** Level and words of a heading line; null when it is none. */
function headingOf(line: string): { level: number; words: string } | null {
  const [, marks, words] = markdownHeading.exec(line) ?? [];
  if (marks !== undefined && words !== undefined) return { level: marks.length, words: words.replace(/\s*#+\s*$/, '') };
  const trimmed = line.trim();
  if (!chineseHeading.test(trimmed)) return null;
  return { level: /[章篇部回]/.test(trimmed) ? 1 : 2, words: trimmed };
}

const longestTitle = 200;

/** Paragraphs of a text, each under its headings; a heading opens a chunk. */
function splitParagraphs(text: string, from: number, to: number): Unit[] {
  const units: Unit[] = [];
  const path: string[] = [];
  let title: string | null = null;
  let isOpen = false;
  let start = from;
  let headed = from;
  const close = (end: number) => {
    if (end > start) units.push({ start, end, opens: isOpen, title });
    start = end;
    isOpen = false;
  };
  for (let at = from; at < to; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 || newline >= to ? to : newline + 1;
    const line = text.slice(at, end).trimEnd();
    const heading = line.length <= longestTitle ? headingOf(line) : null;
    if (heading) {
      close(at);
      path.length = Math.min(path.length, heading.level - 1);
      path.push(heading.words);
      title = path.join(' / ').slice(0, longestTitle).toWellFormed();
      isOpen = true;
      headed = end;
    } else if (line === '' && text.slice(Math.max(start, headed), at).trim() !== '') close(end);
    at = end;
  }
  close(to);
  return units;
}

/** Pieces between delimiters, each a chunk of its own; a delimiter stays with what is before it. */
function splitByDelimiter(text: string, from: number, to: number, delimiter: string): Unit[] {
  const units: Unit[] = [];
  for (let at = from; at < to; ) {
    const found = text.indexOf(delimiter, at);
    const end = found < 0 || found + delimiter.length > to ? to : found + delimiter.length;
    units.push({ start: at, end, opens: true, title: null });
    at = end;
  }
  return units;
}

const sentenceEnd = /[。！？；…!?;]["'”’」』）)]*|\.(?=\s)|\n/g;

/** A unit that is too long, as sentences, and those as stretches of the most tokens. */
function splitUnit(text: string, unit: Unit, tokens: number): Unit[] {
  const made: Unit[] = [];
  const add = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const next = reach(text, at, end, tokens);
      made.push({ start: at, end: next, opens: unit.opens && made.length === 0, title: unit.title });
      at = next;
    }
  };
  let start = unit.start;
  sentenceEnd.lastIndex = unit.start;
  for (let found = sentenceEnd.exec(text); found && found.index < unit.end; found = sentenceEnd.exec(text)) {
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
  /** What overlaps from the chunk before, and its own stretch, without white space around. */
  readonly content: string;
  readonly tokens: number;
  readonly start: number;
  readonly end: number;
  /** Where its content begins, at most at `start`. */
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
 * Cuts a text, or a stretch of it. A chunk begins at a heading or delimiter, or where the one before is full; in the second case it
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
  const close = () => {
    if (first !== null) chunks.push(chunkOf(text, first, end, repeats ? overlap : 0, from));
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
      count = noTokens;
    }
    count = addTokenCounts(count, size);
    end = unit.end;
  }
  close();
  return withoutBlanks(text, chunks);
}

function chunkOf(text: string, { start, title }: Unit, end: number, overlap: number, least: number): TextChunk {
  const from = overlap > 0 ? reachBack(text, least, start, overlap) : start;
  const content = text.slice(from, end).trim();
  return { title, content, tokens: countTokens(content), start, end, from };
}

/** A stretch of white space says nothing: it goes to the chunk before it, or after it at the beginning. */
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
