import { fold } from '../../../platform/store/search/fold.ts';
import type { WeighedTerm } from './keyword-candidates.ts';

/** Usual values of BM25. */
const k1 = 1.2;
const b = 0.5;
/** Occurrences of a word that count. */
const maxTimes = 20;

const letter = /[\p{L}\p{N}\p{M}]/u;

/** Does a word of another script begin here, and end if it must? */
function stands(text: string, at: number, { word, prefix }: WeighedTerm): boolean {
  if (word > '\u2e80') return true;
  if (at > 0 && letter.test(text[at - 1] ?? '')) return false;
  const after = text[at + word.length];
  return prefix || after === undefined || !letter.test(after) || after > '\u2e80';
}

function timesIn(text: string, term: WeighedTerm): number {
  let times = 0;
  for (let at = text.indexOf(term.word); at >= 0 && times < maxTimes; at = text.indexOf(term.word, at + 1)) {
    if (stands(text, at, term)) times += 1;
  }
  return times;
}

export interface KeywordScore {
  /** 0 to 1: 1 has all words of the question. */
  readonly score: number;
  /** Words of the question that stand in the text. */
  readonly words: readonly string[];
}

/**
 * How well a text answers to the words of a question: BM25 as a share of what a text of usual length comes to that has each
 * word once, so that scores of different questions compare.
 */
export function computeKeywordScore(text: string, terms: readonly WeighedTerm[], usualLength: number): KeywordScore {
  const folded = fold(text);
  const length = 1 - b + (b * folded.length) / Math.max(usualLength, 1);
  const words: string[] = [];
  let score = 0;
  let all = 0;
  for (const term of terms) {
    all += term.weight;
    const times = timesIn(folded, term);
    if (times === 0) continue;
    words.push(term.word);
    score += (term.weight * times * (k1 + 1)) / (times + k1 * length);
  }
  return { score: all === 0 ? 0 : Math.min(1, score / all), words };
}
