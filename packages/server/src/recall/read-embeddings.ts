import { EmbedError } from './embed-error.ts';
import { mostDims, normalised } from './quantise.ts';

export interface ReadEmbeddings {
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function vectorIn(item: unknown, dims: number | null): Float32Array {
  const given = property(item, 'embedding');
  if (!Array.isArray(given)) throw new EmbedError('answer', false);
  if (given.length === 0 || given.length > mostDims) throw new EmbedError('dimensions', false);
  if (dims !== null && given.length !== dims) throw new EmbedError('dimensions', false);
  if (!given.every((value) => typeof value === 'number' && Number.isFinite(value)))
    throw new EmbedError('number', false);
  return unit(given);
}

/** Numbers that overflow, or a vector that points nowhere, compare with nothing. */
function unit(given: readonly number[]): Float32Array {
  const vector = Float32Array.from(given);
  const sum = vector.reduce((square, value) => square + value * value, 0);
  if (!Number.isFinite(sum) || sum === 0) throw new EmbedError('number', false);
  return normalised(vector);
}

/**
 * The vectors of an answer of `/embeddings`, in the order of the texts, which need not be its own. All have the same number of
 * dimensions, the expected one when there is one; anything else is refused whole.
 */
export function readEmbeddings(body: Buffer, count: number, expected: number | null): ReadEmbeddings {
  const answer = parsed(body);
  const data = property(answer, 'data');
  if (!Array.isArray(data) || data.length !== count) throw new EmbedError('answer', false);
  const vectors = new Map<number, Float32Array>();
  let dims = expected;
  for (const [at, item] of data.entries()) {
    const index = property(item, 'index') ?? at;
    if (typeof index !== 'number' || index < 0 || index >= count || vectors.has(index))
      throw new EmbedError('answer', false);
    const vector = vectorIn(item, dims);
    dims = vector.length;
    vectors.set(index, vector);
  }
  const tokens = property(property(answer, 'usage'), 'total_tokens');
  const inOrder = Array.from({ length: count }, (_, at) => vectors.get(at)).filter((vector) => vector !== undefined);
  if (inOrder.length !== count) throw new EmbedError('answer', false);
  return {
    vectors: inOrder,
    tokens: typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : 0,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new EmbedError('answer', false);
  }
}
