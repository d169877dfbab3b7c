import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/index.ts';
import { callModel, ModelError } from './ask-model.ts';
import { embedTexts } from './embed-texts.ts';
import { type Fusion, fusions, type RecallMode, recallModes } from './fuse.ts';
import { type Found, type RecallRule, retrieveChunks } from './recall-chunks.ts';
import type { BasePlace } from './vectors/read-vectors.ts';
import { ForeignQuestion, type VectorCache } from './vectors/vector-cache.ts';

/** Cohere and Jina say `results`, Voyage says `data`, TEI answers the list itself. */
function listIn(answer: unknown): readonly unknown[] {
  for (const list of [answer, getPath(answer, 'results'), getPath(answer, 'data')])
    if (Array.isArray(list)) return list;
  throw new ModelError('answer', false);
}

const scoreIn = (item: unknown): unknown => getPath(item, 'relevance_score') ?? getPath(item, 'score');

/**
 * How near each text is to the question, by its place, from 0 to 1. Some models give any number at all: then all of an answer go
 * through the logistic function, which keeps their order. Places that an answer leaves out are missing; one that is told twice,
 * or is none, is rejected with the whole.
 */
export function readRanking(body: Buffer, count: number): Map<number, number> {
  const scores = new Map<number, number>();
  for (const item of listIn(parseJson(body))) {
    const [index, score] = [getPath(item, 'index'), scoreIn(item)];
    const isPlace = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count;
    if (!isPlace || scores.has(index) || typeof score !== 'number' || !Number.isFinite(score))
      throw new ModelError('answer', false);
    scores.set(index, score);
  }
  if (scores.size === 0 && count > 0) throw new ModelError('answer', false);
  const isShare = [...scores.values()].every((score) => score >= 0 && score <= 1);
  return isShare ? scores : new Map([...scores].map(([at, score]) => [at, 1 / (1 + Math.exp(-score))]));
}

interface Reranked {
  readonly found: readonly Found[];
  /** Why the order is that of the fusion still; null when the model has ranked. */
  readonly failed: string | null;
}

/** Characters of a chunk that are sent: more than such models read. */
const maxCharacters = 8_000;

function textOf({ row }: Found): string {
  const parts = [row.title, row.content, row.answer].filter((part) => typeof part === 'string' && part !== '');
  return parts.join('\n').slice(0, maxCharacters);
}

/** Those that were ranked come first by their new scores, the rest as they were; each keeps how it was found. */
function inRankedOrder(found: readonly Found[], scores: ReadonlyMap<number, number>): Found[] {
  const ranked = found.flatMap((hit, at) => {
    const score = scores.get(at);
    return score === undefined ? [] : [{ ...hit, score, rerankScore: score }];
  });
  // Sorting keeps the order of equals: that of the fusion.
  ranked.sort((one, other) => other.score - one.score);
  const lowest = ranked.at(-1)?.score ?? 1;
  const rest = found
    .filter((_hit, at) => !scores.has(at))
    .map((hit) => ({ ...hit, score: Math.min(hit.score, lowest) }));
  return [...ranked, ...rest].map((hit, at) => ({ ...hit, rank: at + 1 }));
}

async function ranking(deps: KeyDeps, model: RowOf<'ai_models'> | null, query: string, found: readonly Found[]) {
  if (model === null || model.status !== 'enabled') throw new ModelError('noModel', false);
  const documents = found.map(textOf);
  return callModel(deps, model, {
    path: '/rerank',
    body: (code) => ({ model: code, query, documents, top_n: documents.length }),
    read: (body) => readRanking(body, documents.length),
    longestMs: 15_000,
    maxBytes: 2 * 1024 * 1024,
  });
}

/** Lets a model put what was found into its order. When it does not answer, the order stays, and the answer says why. */
async function rerankFound(
  deps: KeyDeps,
  model: RowOf<'ai_models'> | null,
  query: string,
  found: readonly Found[],
): Promise<Reranked> {
  if (found.length === 0) return { found, failed: null };
  try {
    return { found: inRankedOrder(found, await ranking(deps, model, query, found)), failed: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { found, failed: error.reason };
  }
}

export interface RecallDeps extends KeyDeps {
  readonly vectors: VectorCache;
}

/** A way to search as people write it: percent, and what is left out is as the base says. */
export interface GivenRule {
  readonly mode?: unknown;
  readonly topK?: unknown;
  readonly scoreMin?: unknown;
  readonly vectorWeight?: unknown;
  readonly fusion?: unknown;
  readonly rankConstant?: unknown;
  /** `on` or `off`. */
  readonly rerank?: unknown;
}

export interface Searched {
  readonly rule: RecallRule;
  readonly found: readonly Found[];
  readonly latencyMs: number;
  /** Why words alone were asked where meaning was wanted as well; null when all went as it should. */
  readonly degraded: string | null;
  /** Why the order is that of the fusion where a model should have ranked; null when all went as it should. */
  readonly notReranked: string | null;
}

export async function findBase(read: Reader, id: number): Promise<RowOf<'knowledge_bases'> | null> {
  return (await read.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

function placeOf(base: RowOf<'knowledge_bases'>): BasePlace {
  return { knowledgeId: base.id, generation: base.generation };
}

const modeOf = (given: unknown): RecallMode | undefined => recallModes.find((mode) => mode === given);
const givenFusion = (given: unknown): Fusion | undefined => fusions.find((fusion) => fusion === given);
const numberOr = (given: unknown, usual: unknown) => (typeof given === 'number' ? given : Number(usual));

export function getRetrievalRule(base: RowOf<'knowledge_bases'>, given: GivenRule): RecallRule {
  return {
    mode: modeOf(given.mode) ?? (base.search_mode as RecallMode),
    topK: numberOr(given.topK, base.top_k),
    scoreMin: numberOr(given.scoreMin, base.score_min) / 100,
    vectorWeight: numberOr(given.vectorWeight, base.vector_weight) / 100,
    fusion: givenFusion(given.fusion) ?? (base.fusion as Fusion),
    rankConstant: numberOr(given.rankConstant, base.rank_constant),
    rerank: given.rerank !== 'off' && base.rerank_model_id !== null,
  };
}

async function modelOf(read: Reader, id: unknown): Promise<RowOf<'ai_models'> | null> {
  if (id === null || id === undefined) return null;
  const model = read.selectFrom('ai_models').selectAll().where('id', '=', Number(id));
  return (await model.executeTakeFirst()) ?? null;
}

/** The question's vector, or why there is none. */
async function questionOf(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
): Promise<Float32Array | ModelError> {
  try {
    const model = await modelOf(deps.database.read, base.embedding_model_id);
    const { vectors } = await embedTexts(deps, { model, texts: [query] });
    return vectors[0] ?? new ModelError('answer', false);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

/**
 * Searches a base once for each rule with one question. Where meaning cannot be asked, because its model does not answer or has
 * made other vectors, a search by both goes by words alone and says so; one by meaning alone throws ModelError.
 */
export async function searchBase(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
  rules: readonly RecallRule[],
): Promise<Searched[]> {
  const started = performance.now();
  const wantsMeaning = rules.some(({ mode }) => mode !== 'keyword');
  const question = wantsMeaning ? await questionOf(deps, base, query) : null;
  const embedding = performance.now() - started;
  const all: Searched[] = [];
  for (const rule of rules) {
    const began = performance.now();
    const wide = rule.rerank ? { ...rule, topK: Math.min(maxRanked, rule.topK * 4) } : rule;
    const searched = await searchOnce(deps, base, query, wide, question);
    const ranked = await rerankedBy(deps, base, query, rule, searched.found);
    const ms = performance.now() - began + (rule.mode === 'keyword' ? 0 : embedding);
    all.push({ ...searched, ...ranked, rule, latencyMs: Math.round(ms) });
  }
  return all;
}

/** Chunks that a model is shown at most, and at least as many as are wanted. */
const maxRanked = 100;

async function rerankedBy(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
  { rerank, topK }: RecallRule,
  found: readonly Found[],
): Promise<Pick<Searched, 'found' | 'notReranked'>> {
  if (!rerank) return { found, notReranked: null };
  const model = await modelOf(deps.database.read, base.rerank_model_id);
  const ranked = await rerankFound(deps, model, query, found);
  return { found: ranked.found.slice(0, topK), notReranked: ranked.failed };
}

async function searchOnce(
  { database, vectors }: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
  rule: RecallRule,
  question: Float32Array | ModelError | null,
): Promise<Pick<Searched, 'found' | 'degraded'>> {
  const requested = { place: placeOf(base), chunks: base.chunk_count ?? 0, query, rule };
  const byWords = async (error: ModelError) => {
    if (rule.mode === 'vector') throw error;
    const found = await retrieveChunks(database, vectors, {
      ...requested,
      question: null,
      rule: { ...rule, mode: 'keyword' },
    });
    return { found, degraded: error.reason };
  };
  if (question instanceof ModelError && rule.mode !== 'keyword') return byWords(question);
  try {
    const vector = question instanceof ModelError ? null : question;
    return { found: await retrieveChunks(database, vectors, { ...requested, question: vector }), degraded: null };
  } catch (error) {
    if (error instanceof ForeignQuestion) return byWords(new ModelError('dimensions', false));
    throw error;
  }
}
