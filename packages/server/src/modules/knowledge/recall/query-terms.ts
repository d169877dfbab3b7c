import type { SearchTerm } from '../../../platform/store/database.ts';
import { readKeyword } from '../../../platform/store/search/words.ts';

/** Words of a question that are looked up; of a longer one, so many from all over it. */
const maxTerms = 24;
/** Shorter words of other scripts are looked up whole: too much begins with them. */
const shortestPrefix = 4;

/** The words of a question: pairs of Chinese characters, and words of other scripts with what begins with them. */
export function queryTerms(query: string): SearchTerm[] {
  const { terms } = readKeyword(query);
  const all = terms.map(({ word, prefix }) => ({ word, prefix: prefix && isOpen(word) }));
  if (all.length <= maxTerms) return all;
  return Array.from({ length: maxTerms }, (_, at) => all[Math.floor((at * all.length) / maxTerms)]).filter(
    (term) => term !== undefined,
  );
}

/** A single Chinese character stands at the start of a pair. */
const isOpen = (word: string) => word.length >= shortestPrefix || (word.length === 1 && word > '\u2e80');
