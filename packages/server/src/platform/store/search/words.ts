import type { SearchTerm } from '../database.ts';

const cjk = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々〆ー`;
/** A run of Chinese, Japanese or Korean characters, or a word of any other script. */
const runs = new RegExp(`([${cjk}]+)|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Longer words are cut here, in the index and in what is asked of it. */
const longestWord = 64;
/** Bytes of words indexed for one record; PostgreSQL's limit is a megabyte. */
const maxBytes = 900_000;

/** `量子力学` -> 量子 子力 力学 学: every pair, and the last character so that each one starts some entry. */
function pairsOf(run: string): string[] {
  const pairs: string[] = [];
  let before = '';
  for (const character of run) {
    if (before !== '') pairs.push(before + character);
    before = character;
  }
  pairs.push(before);
  return pairs;
}

/** The words under which texts are found: pairs of CJK characters and folded words of other scripts, each once. */
export function indexWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of texts) {
    for (const [run, cjkRun] of fold(text).matchAll(runs)) {
      for (const word of cjkRun === undefined ? [run.slice(0, longestWord)] : pairsOf(cjkRun)) {
        if (words.has(word)) continue;
        bytes += word.length * 3 + 4;
        if (bytes > maxBytes) return [...words];
        words.add(word);
      }
    }
  }
  return [...words];
}

/** What a keyword asks for. */
export interface Keyword {
  /** All must be in the index; empty when the keyword has no letter, digit or character that is indexed. */
  readonly terms: readonly SearchTerm[];
  /** Folded texts that must stand in the record as they are: the index alone does not show it. */
  readonly exact: readonly string[];
  /** The parts of the keyword between spaces, folded. */
  readonly parts: readonly string[];
}

function termsOf(run: string, cjkRun: string | undefined): SearchTerm[] {
  if (cjkRun === undefined) return [{ word: run.slice(0, longestWord), prefix: true }];
  const characters = Array.from(cjkRun);
  if (characters.length === 1) return [{ word: cjkRun, prefix: true }];
  return pairsOf(cjkRun)
    .slice(0, -1)
    .map((word) => ({ word, prefix: false }));
}

/** One word, or at most two CJK characters: the index answers exactly. */
function isPlain(part: string, found: readonly RegExpMatchArray[]): boolean {
  const [only] = found;
  if (found.length !== 1 || only === undefined || only[0] !== part) return false;
  return only[1] === undefined ? part.length <= longestWord : Array.from(part).length <= 2;
}

/** Most parts of a keyword that count; the rest narrows no further. */
const maxParts = 16;

/** Reads a keyword: all parts between spaces must be found. `%`, `_` and quotes are characters like any other. */
export function readKeyword(text: string): Keyword {
  const parts = fold(text).split(/\s+/u).filter(Boolean).slice(0, maxParts);
  const terms = new Map<string, SearchTerm>();
  const exact: string[] = [];
  for (const part of parts) {
    const found = [...part.matchAll(runs)];
    for (const [run, cjkRun] of found) {
      for (const term of termsOf(run, cjkRun)) terms.set(`${term.word}${term.prefix}`, term);
    }
    if (!isPlain(part, found)) exact.push(part);
  }
  return { terms: [...terms.values()].slice(0, 64), exact, parts };
}

/** Makes one of what people write in several ways: full-width and compatibility forms, and case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
