export { dropGeneration } from './drop-generation.ts';
export { EmbedError } from './embed-error.ts';
export { type Embedded, type EmbedRequest, embedTexts } from './embed-texts.ts';
export { localDims, localModel } from './local-embedder.ts';
export {
  type BasePlace,
  type ChunkVector,
  dropVectors,
  putVectors,
  type RecallScope,
  WrongDimensions,
} from './put-vectors.ts';
