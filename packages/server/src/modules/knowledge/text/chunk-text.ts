import { type CleanRule, findPage } from './clean-text.ts';
import {
  addTokenCounts,
  countTokenParts,
  countTokens,
  estimateTokens,
  noTokens,
  reachBack,
  type TokenCount,
} from './tokens.ts';
import { splitByDelimiter, splitParagraphs, splitUnit, type Unit } from './units.ts';

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
