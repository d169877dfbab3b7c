export { dropGeneration } from './drop-generation.ts';
export { embedTexts } from './embed-texts.ts';
export { fusionOf } from './fuse.ts';
export { ModelError } from './model-error.ts';
export { dropVectors, putVectors, WrongDimensions } from './put-vectors.ts';
export type { Found } from './recall-chunks.ts';
export { recallTick } from './recall-tick.ts';
export { countHits, type RecallAsk, recordRecall } from './record-recall.ts';
export {
  baseById,
  type GivenRule,
  type RecallNeeds,
  ruleOf,
  type Searched,
  searchBase,
} from './search-base.ts';
export { shownHit } from './shown-hit.ts';
export { createVectorCache, type VectorCache } from './vector-cache.ts';
