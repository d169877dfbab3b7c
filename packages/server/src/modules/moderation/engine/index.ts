export { createNormalizer, type Normalize, toPlainString } from '../../../platform/store/search/normalize.ts';
export { type CheckResult, checkTextInSlices } from './check-text.ts';
export {
  buildLexicon,
  buildLexiconInSlices,
  type Lexicon,
  type LexiconSource,
  type LexiconWord,
  wordActions,
} from './lexicon.ts';
export { createLexiconCache } from './lexicon-cache.ts';
export { compilePattern } from './pattern.ts';
export { toVariants, type WordVariant } from './variants.ts';
export { matchKinds, type WordProblem } from './word-reader.ts';
