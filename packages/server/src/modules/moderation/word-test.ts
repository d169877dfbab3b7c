import { ApiError } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import {
  buildLexicon,
  type CheckResult,
  checkTextInSlices,
  type Lexicon,
  toVariants,
  wordActions,
} from './engine/index.ts';
import { type CheckWord, type GivenWord, toLexiconWord } from './word-check.ts';
import type { WordList } from './word-list.ts';

export interface WordTestDeps {
  readonly wordList: WordList;
  readonly checkWord: CheckWord;
}

function stronger(one: CheckResult['action'], other: CheckResult['action']): CheckResult['action'] {
  const rank = (action: CheckResult['action']) => (action === 'pass' ? -1 : wordActions.indexOf(action));
  return rank(other) > rank(one) ? other : one;
}

/** What the words of the list found, and what an unsaved word would find in addition. */
async function withUnsaved(lexicon: Lexicon, found: CheckResult, text: string, word: GivenWord): Promise<CheckResult> {
  const only = buildLexicon({ words: [toLexiconWord(word)], allow: lexicon.allow, version: lexicon.version });
  const extra = await checkTextInSlices(only, text);
  const variantsOf = ({ variants = [] }: Pick<GivenWord, 'variants'>) => [...variants].sort().join();
  const isSaved = lexicon.words.some(
    (entry) => entry.word === word.word && entry.match === word.match && variantsOf(entry) === variantsOf(word),
  );
  if (isSaved) return found;
  // Where the list has the word with other variants, what both find is shown once.
  const isFound = (hit: CheckResult['hits'][number]) =>
    found.hits.some(({ word: known, match, start, end }) => {
      const isSameWord = known === hit.word && match === hit.match;
      return isSameWord && start === hit.start && end === hit.end;
    });
  const added = extra.hits.filter((hit) => !isFound(hit));
  return {
    ...found,
    action: stronger(found.action, extra.action),
    hits: [...found.hits, ...added].sort((one, other) => one.start - other.start || other.end - one.end),
    hitCount: found.hitCount + extra.hitCount - (extra.hits.length - added.length),
  };
}

/** Shows what a text comes to, and keeps nothing of it. */
export function testWords({ wordList, checkWord }: WordTestDeps): Operation {
  return {
    async prepare({ input, caller }) {
      const text = String(input.text);
      const word =
        typeof input.word === 'string'
          ? { word: input.word, match: String(input.match), variants: toVariants(input.variants) }
          : null;
      const errors = word && checkWord(word, caller);
      if (errors) throw new ApiError('invalid', { errors });
      const lexicon = await wordList.fresh();
      const startedAt = performance.now();
      const scoped = await checkTextInSlices(lexicon, text, { scope: String(input.scope) });
      const found = word ? await withUnsaved(lexicon, scoped, text, word) : scoped;
      const ms = performance.now() - startedAt;
      return { ...found, latencyMs: Math.round(ms), latencyUs: Math.round(ms * 1_000) };
    },
    run: async (_call, prepared) => ({ data: prepared }),
  };
}
