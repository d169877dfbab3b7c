import { setImmediate as breathe } from 'node:timers/promises';
import type { Row } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/check-key.ts';
import { embedRemotely } from './embed-remotely.ts';
import { embedLocally, localDims } from './local-embedder.ts';

export interface Embedded {
  /** Of length 1, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
  readonly dims: number;
  /** What an upstream says that it counted; 0 with the built-in embedder. */
  readonly tokens: number;
}

export interface EmbedRequest {
  /** A row of `ai_models` that makes embeddings; null for the built-in embedder. */
  readonly model: Row | null;
  readonly texts: readonly string[];
  /** Dimensions that the vectors must have; any when not given. */
  readonly dims?: number | null;
}

/** Texts and bytes of one call to an upstream. */
const maxTexts = 64;
const maxBytes = 256 * 1024;
/** Characters of one text that are sent: more than any model takes in. */
const maxCharacters = 32_000;
/** Texts that the built-in embedder works on without giving way to others. */
const localAtOnce = 16;

/** Texts in calls that are small enough each; a text that is larger than one goes alone. */
export function splitBatches(texts: readonly string[]): string[][] {
  const made: string[][] = [];
  let bytes = 0;
  for (const full of texts) {
    // An empty text is refused by most upstreams, and a blank one means the same.
    const text = full.slice(0, maxCharacters) || ' ';
    const size = Buffer.byteLength(text);
    const last = made.at(-1);
    if (last === undefined || last.length === maxTexts || bytes + size > maxBytes) {
      made.push([text]);
      bytes = size;
    } else {
      last.push(text);
      bytes += size;
    }
  }
  return made;
}

/**
 * Vectors of texts. Slow: never within a transaction. Throws ModelError, which says whether another try may help; a call that an
 * upstream may have done and charged is not repeated by itself.
 */
export async function embedTexts(deps: KeyDeps, { model, texts, dims = null }: EmbedRequest): Promise<Embedded> {
  return model === null ? embedHere(texts) : embedThere(deps, model, texts, dims);
}

async function embedHere(texts: readonly string[]): Promise<Embedded> {
  const vectors: Float32Array[] = [];
  for (const [at, text] of texts.entries()) {
    if (at > 0 && at % localAtOnce === 0) await breathe();
    vectors.push(embedLocally(text));
  }
  return { vectors, dims: localDims, tokens: 0 };
}

async function embedThere(
  deps: KeyDeps,
  model: Row,
  texts: readonly string[],
  expected: number | null,
): Promise<Embedded> {
  const vectors: Float32Array[] = [];
  let dims = expected;
  let tokens = 0;
  for (const batch of splitBatches(texts)) {
    const read = await embedRemotely(deps, model, batch, dims);
    vectors.push(...read.vectors);
    dims ??= read.vectors[0]?.length ?? null;
    tokens += read.tokens;
  }
  return { vectors, dims: dims ?? 0, tokens };
}
