export { dropGeneration } from './drop-generation.ts';
export {
  type BasePlace,
  type ChunkVector,
  dropVectors,
  putVectors,
  type RecallScope,
  WrongDimensions,
} from './put-vectors.ts';
