export { embedTexts } from './embed-texts.ts';
export { getFusion } from './fuse.ts';
export { ModelError } from './model-error.ts';
export type { Found } from './recall-chunks.ts';
export { createRetrievalJob } from './recall-tick.ts';
export { countHits, type RetrievalRequest, recordRecall } from './record-recall.ts';
export {
  findBase,
  type GivenRule,
  getRetrievalRule,
  type RecallDeps,
  type Searched,
  searchBase,
} from './search-base.ts';
export { presentHit } from './shown-hit.ts';
export { dropGeneration } from './vectors/drop-generation.ts';
export { dropVectors, putVectors, WrongDimensions } from './vectors/put-vectors.ts';
export { createVectorCache, type VectorCache } from './vectors/vector-cache.ts';
