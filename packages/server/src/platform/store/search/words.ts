import type { SearchTerm } from '../database.ts';

const cjk = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々〆ー`;
/** A run of Chinese, Japanese or Korean characters, or a word of any other script. */
const runs = new RegExp(`([${cjk}]+)|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Maximum length of words, in the index and in keywords; longer ones are cut. */
const maxWordLength = 64;
/** Maximum size of the indexed words of a record, in bytes; PostgreSQL's limit is a megabyte. */
const maxBytes = 900_000;

/** `量子力学` -> 量子 子力 力学 学: returns every pair, and the last character, so that each character starts an entry. */
function toPairs(run: string): string[] {
  const pairs: string[] = [];
  let before = '';
  for (const character of run) {
    if (before !== '') pairs.push(before + character);
    before = character;
  }
  pairs.push(before);
  return pairs;
}

/** Returns the index words of texts: pairs of CJK characters and folded words of other scripts, without duplicates. */
export function indexWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of texts) {
    for (const [run, cjkRun] of fold(text).matchAll(runs)) {
      for (const word of cjkRun === undefined ? [run.slice(0, maxWordLength)] : toPairs(cjkRun)) {
        if (words.has(word)) continue;
        bytes += word.length * 3 + 4;
        if (bytes > maxBytes) return [...words];
        words.add(word);
      }
    }
  }
  return [...words];
}

/** A parsed keyword. */
export interface Keyword {
  /** Terms that must all be in the index; empty when the keyword has no indexed character. */
  readonly terms: readonly SearchTerm[];
  /** Folded texts that the record must contain, which the index alone cannot verify. */
  readonly exact: readonly string[];
  /** The parts of the keyword between spaces, folded. */
  readonly parts: readonly string[];
}

function toTerms(run: string, cjkRun: string | undefined): SearchTerm[] {
  if (cjkRun === undefined) return [{ word: run.slice(0, maxWordLength), prefix: true }];
  const characters = Array.from(cjkRun);
  if (characters.length === 1) return [{ word: cjkRun, prefix: true }];
  return toPairs(cjkRun)
    .slice(0, -1)
    .map((word) => ({ word, prefix: false }));
}

/** Whether the index is exact for a part: one word, or at most two CJK characters. */
function isExactInIndex(part: string, found: readonly RegExpMatchArray[]): boolean {
  const [only] = found;
  if (found.length !== 1 || only === undefined || only[0] !== part) return false;
  return only[1] === undefined ? part.length <= maxWordLength : Array.from(part).length <= 2;
}

/** Maximum number of parts of a keyword; further parts are ignored. */
const maxParts = 16;

/** Parses a keyword: all parts between spaces must match. `%`, `_` and quotes have no special meaning. */
export function readKeyword(text: string): Keyword {
  const parts = fold(text).split(/\s+/u).filter(Boolean).slice(0, maxParts);
  const terms = new Map<string, SearchTerm>();
  const exact: string[] = [];
  for (const part of parts) {
    const found = [...part.matchAll(runs)];
    for (const [run, cjkRun] of found) {
      for (const term of toTerms(run, cjkRun)) terms.set(`${term.word}${term.prefix}`, term);
    }
    if (!isExactInIndex(part, found)) exact.push(part);
  }
  return { terms: [...terms.values()].slice(0, 64), exact, parts };
}

/** Folds text: full-width and compatibility forms, and case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
