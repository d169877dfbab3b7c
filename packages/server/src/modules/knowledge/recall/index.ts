export { ModelError } from './call-model.ts';
export { embedTexts } from './embed-texts.ts';
export { getFusion } from './fuse.ts';
export type { Found } from './recall-chunks.ts';
export { countHits, type RetrievalRequest, recordRecall } from './record-recall.ts';
export { createRetrievalJob } from './retrieval-job.ts';
export {
  findBase,
  type GivenRule,
  getRetrievalRule,
  type RecallDeps,
  type Searched,
  searchBase,
} from './search-base.ts';
export { presentHit } from './shown-hit.ts';
export { dropGeneration, dropVectors, putVectors, WrongDimensions } from './vectors/read-vectors.ts';
export { createVectorCache } from './vectors/vector-cache.ts';
