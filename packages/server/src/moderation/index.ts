export { type CheckOptions, type CheckResult, checkText, checkTextInSlices, type Hit } from './check-text.ts';
export {
  buildLexicon,
  buildLexiconInSlices,
  type Lexicon,
  type LexiconSource,
  type LexiconWord,
  type MatchKind,
  matchKinds,
  type WordAction,
  type WordProblem,
  wordActions,
} from './lexicon.ts';
export {
  createLexiconCache,
  type LexiconCache,
  type LexiconCacheOptions,
  type LexiconLoader,
} from './lexicon-cache.ts';
export { createNormalise, type Normalise, type NormalisedText, stringOf } from './normalise.ts';
export {
  type CompiledPattern,
  compilePattern,
  longestPattern,
  type PatternProblem,
  patternProblems,
} from './pattern.ts';
