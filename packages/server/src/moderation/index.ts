export { type CheckOptions, type CheckResult, checkText, checkTextInSlices, type Hit } from './check-text.ts';
export {
  type BuildOptions,
  buildLexicon,
  buildLexiconInSlices,
  type Lexicon,
  type LexiconSource,
  type LexiconWord,
  type WordAction,
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
export {
  createWordCheck,
  type MatchKind,
  matchKinds,
  type WordCheck,
  type WordProblem,
  type WordRefusal,
} from './word-reader.ts';
