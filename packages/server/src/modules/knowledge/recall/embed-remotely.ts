import type { Row } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/check-key.ts';
import { callModel } from './ask-model.ts';
import { type ReadEmbeddings, readEmbeddings } from './read-embeddings.ts';

/** Sends texts to a model that makes vectors of them; `expected` are the dimensions that they must have. */
export function embedRemotely(
  deps: KeyDeps,
  model: Row,
  texts: readonly string[],
  expected: number | null,
): Promise<ReadEmbeddings> {
  return callModel(deps, model, {
    path: '/embeddings',
    body: (code) => ({ model: code, input: texts }),
    read: (body) => readEmbeddings(body, texts.length, expected),
    longestMs: 60_000,
    // 64 texts of 4,096 dimensions.
    maxBytes: 8 * 1024 * 1024,
  });
}
