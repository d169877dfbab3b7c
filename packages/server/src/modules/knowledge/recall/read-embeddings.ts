import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import { ModelError } from './model-error.ts';
import { maxDims, normalizeVector } from './vectors/quantise.ts';

export interface ReadEmbeddings {
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

function vectorIn(item: unknown, dims: number | null): Float32Array {
  const given = getPath(item, 'embedding');
  if (!Array.isArray(given)) throw new ModelError('answer', false);
  if (given.length === 0 || given.length > maxDims) throw new ModelError('dimensions', false);
  if (dims !== null && given.length !== dims) throw new ModelError('dimensions', false);
  if (!given.every((value) => typeof value === 'number' && Number.isFinite(value)))
    throw new ModelError('number', false);
  return unit(given);
}

/** Numbers that overflow, or a vector that points nowhere, compare with nothing. */
function unit(given: readonly number[]): Float32Array {
  const vector = Float32Array.from(given);
  const sum = vector.reduce((square, value) => square + value * value, 0);
  if (!Number.isFinite(sum) || sum === 0) throw new ModelError('number', false);
  return normalizeVector(vector);
}

/**
 * The vectors of an answer of `/embeddings`, in the order of the texts, which need not be its own. All have the same number of
 * dimensions, the expected one when there is one; anything else is refused whole.
 */
export function readEmbeddings(body: Buffer, count: number, expected: number | null): ReadEmbeddings {
  const answer = parseJson(body);
  const data = getPath(answer, 'data');
  if (!Array.isArray(data) || data.length !== count) throw new ModelError('answer', false);
  const vectors = new Map<number, Float32Array>();
  let dims = expected;
  for (const [place, item] of data.entries()) {
    const index = getPath(item, 'index') ?? place;
    if (typeof index !== 'number' || index < 0 || index >= count || vectors.has(index))
      throw new ModelError('answer', false);
    const vector = vectorIn(item, dims);
    dims = vector.length;
    vectors.set(index, vector);
  }
  const tokens = getPath(answer, 'usage', 'total_tokens');
  const inOrder = Array.from({ length: count }, (_, place) => vectors.get(place)).filter(
    (vector) => vector !== undefined,
  );
  if (inOrder.length !== count) throw new ModelError('answer', false);
  return {
    vectors: inOrder,
    tokens: typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : 0,
  };
}
