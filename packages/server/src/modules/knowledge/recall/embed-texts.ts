import { setImmediate as breathe } from 'node:timers/promises';
import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { fold } from '../../../platform/store/search/words.ts';
import type { KeyDeps } from '../../keys/index.ts';
import { callModel, ModelError } from './call-model.ts';
import { maxDims, normalizeVector } from './vectors/vector-block.ts';

/** Dimensions of the built-in embedder. */
const localDims = 256;

const cjk = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々〆ー`;
const runs = new RegExp(`([${cjk}]+)|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Weights of features. A character pair is as significant as a word; a single character is less so. */
const weights = { pair: 1, single: 0.3, word: 1, trigram: 0.35 } as const;
type Feature = keyof typeof weights;

/** Hashes with FNV-1a over UTF-16 units and the final mixing step of MurmurHash3, so that all bits depend on all units. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const seeds: Readonly<Record<Feature, number>> = { pair: 1, single: 2, word: 3, trigram: 4 };

type Counts = Record<Feature, Map<string, number>>;

function count(counts: Map<string, number>, feature: string): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

function countCjk(run: string, counts: Counts): void {
  const characters = Array.from(run);
  for (const [at, character] of characters.entries()) {
    count(counts.single, character);
    const next = characters[at + 1];
    if (next !== undefined) count(counts.pair, character + next);
  }
}

/** Counts a word and its trigrams, so that `indexing` is similar to `indexes`. */
function countWord(word: string, counts: Counts): void {
  count(counts.word, word);
  const edged = `^${word}$`;
  for (let at = 0; at + 3 <= edged.length; at += 1) count(counts.trigram, edged.slice(at, at + 3));
}

/**
 * Embeds a text without a model. Words, their character trigrams, and single Chinese, Japanese and Korean characters and pairs
 * are hashed with a sign into 256 dimensions ("Feature Hashing for Large Scale Multitask Learning", Weinberger et al., 2009),
 * weighted by the logarithm of their frequency. The same text always has the same vector. It finds texts with common wording in
 * any order, but no synonyms.
 */
export function embedLocally(text: string): Float32Array {
  const counts: Counts = { pair: new Map(), single: new Map(), word: new Map(), trigram: new Map() };
  for (const [run, cjkRun] of fold(text.slice(0, maxCharacters)).matchAll(runs)) {
    if (cjkRun === undefined) countWord(run.slice(0, 64), counts);
    else countCjk(cjkRun, counts);
  }
  const vector = new Float32Array(localDims);
  for (const feature of Object.keys(weights) as Feature[]) {
    for (const [name, times] of counts[feature]) {
      const hash = hashOf(name, seeds[feature]);
      const place = hash % localDims;
      const sign = hash & 0x8000_0000 ? -1 : 1;
      vector[place] = (vector[place] ?? 0) + sign * weights[feature] * (1 + Math.log(times));
    }
  }
  return normalizeVector(vector);
}

export interface Embedded {
  /** Normalized to length 1, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
  readonly dims: number;
  /** Tokens that the provider reports; 0 with the built-in embedder. */
  readonly tokens: number;
}

export interface EmbedRequest {
  /** An embedding model; null for the built-in embedder. */
  readonly model: RowOf<'ai_models'> | null;
  readonly texts: readonly string[];
  /** Required number of dimensions; any when omitted. */
  readonly dims?: number | null;
}

/** Maximum texts and bytes of one call to a provider. */
const maxTexts = 64;
const maxBytes = 256 * 1024;
/** Maximum characters of one text that are sent, more than any model accepts. */
const maxCharacters = 32_000;
/** Texts that the built-in embedder processes before it yields to other work. */
const localBatchSize = 16;

/** Splits texts into batches of limited size. A text above the limit gets its own batch. */
export function splitBatches(texts: readonly string[]): string[][] {
  const made: string[][] = [];
  let bytes = 0;
  for (const full of texts) {
    // Most providers reject an empty text; a space is equivalent.
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
 * Embeds texts. Slow: do not call within a transaction. Throws ModelError, which states whether a retry may succeed. A call that
 * the provider may have charged is not repeated automatically.
 */
export async function embedTexts(deps: KeyDeps, { model, texts, dims = null }: EmbedRequest): Promise<Embedded> {
  return model === null ? embedHere(texts) : embedThere(deps, model, texts, dims);
}

async function embedHere(texts: readonly string[]): Promise<Embedded> {
  const vectors: Float32Array[] = [];
  for (const [at, text] of texts.entries()) {
    if (at > 0 && at % localBatchSize === 0) await breathe();
    vectors.push(embedLocally(text));
  }
  return { vectors, dims: localDims, tokens: 0 };
}

async function embedThere(
  deps: KeyDeps,
  model: RowOf<'ai_models'>,
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

/** Sends texts to an embedding model. `expected` is the required number of dimensions. */
function embedRemotely(
  deps: KeyDeps,
  model: RowOf<'ai_models'>,
  texts: readonly string[],
  expected: number | null,
): Promise<ReadEmbeddings> {
  return callModel(deps, model, {
    path: '/embeddings',
    body: (code) => ({ model: code, input: texts }),
    read: (body) => readEmbeddings(body, texts.length, expected),
    longestMs: 60_000,
    // Enough for 64 vectors of 4,096 dimensions.
    maxBytes: 8 * 1024 * 1024,
  });
}

interface ReadEmbeddings {
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

function getVectorIn(item: unknown, dims: number | null): Float32Array {
  const given = getPath(item, 'embedding');
  if (!Array.isArray(given)) throw new ModelError('answer', false);
  if (given.length === 0 || given.length > maxDims) throw new ModelError('dimensions', false);
  if (dims !== null && given.length !== dims) throw new ModelError('dimensions', false);
  if (!given.every((value) => typeof value === 'number' && Number.isFinite(value)))
    throw new ModelError('number', false);
  return toUnitVector(given);
}

/** Normalizes a vector. Throws ModelError for overflowing numbers and the zero vector, which cannot be compared. */
function toUnitVector(given: readonly number[]): Float32Array {
  const vector = Float32Array.from(given);
  const sum = vector.reduce((square, value) => square + value * value, 0);
  if (!Number.isFinite(sum) || sum === 0) throw new ModelError('number', false);
  return normalizeVector(vector);
}

/**
 * Parses the response of `/embeddings` and returns the vectors in the order of the texts. Rejects the entire response unless all
 * vectors have the same number of dimensions, which must be the expected one when given.
 */
function readEmbeddings(body: Buffer, count: number, expected: number | null): ReadEmbeddings {
  const answer = parseJson(body);
  const data = getPath(answer, 'data');
  if (!Array.isArray(data) || data.length !== count) throw new ModelError('answer', false);
  const vectors = new Map<number, Float32Array>();
  let dims = expected;
  for (const [place, item] of data.entries()) {
    const index = getPath(item, 'index') ?? place;
    if (typeof index !== 'number' || index < 0 || index >= count || vectors.has(index))
      throw new ModelError('answer', false);
    const vector = getVectorIn(item, dims);
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
