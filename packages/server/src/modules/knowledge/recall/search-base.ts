import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/index.ts';
import { callModel, ModelError } from './call-model.ts';
import { embedTexts } from './embed-texts.ts';
import { type Fusion, fusions, type RecallMode, recallModes } from './fuse.ts';
import { type Found, type RecallRule, retrieveChunks } from './recall-chunks.ts';
import type { BasePlace } from './vectors/read-vectors.ts';
import { ForeignQuestion, type VectorCache } from './vectors/vector-cache.ts';

/** Finds the list in a response: Cohere and Jina use `results`, Voyage uses `data`, TEI returns the list itself. */
function listIn(answer: unknown): readonly unknown[] {
  for (const list of [answer, getPath(answer, 'results'), getPath(answer, 'data')])
    if (Array.isArray(list)) return list;
  throw new ModelError('answer', false);
}

const scoreIn = (item: unknown): unknown => getPath(item, 'relevance_score') ?? getPath(item, 'score');

/**
 * Parses the scores of texts by index, from 0 to 1. When a model returns scores outside this range, all scores of the response
 * are mapped by the logistic function, which preserves their order. Omitted texts are missing in the result. A repeated or
 * invalid index rejects the entire response.
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
  /** Why the fusion order was preserved; null when the model has ranked. */
  readonly failed: string | null;
}

/** Maximum characters of a chunk that are sent, more than rerank models read. */
const maxCharacters = 8_000;

function getText({ row }: Found): string {
  const parts = [row.title, row.content, row.answer].filter((part) => typeof part === 'string' && part !== '');
  return parts.join('\n').slice(0, maxCharacters);
}

/** Sorts ranked chunks first by their new scores and preserves the order of the rest and the scores of the search methods. */
function applyRanking(found: readonly Found[], scores: ReadonlyMap<number, number>): Found[] {
  const ranked = found.flatMap((hit, at) => {
    const score = scores.get(at);
    return score === undefined ? [] : [{ ...hit, score, rerankScore: score }];
  });
  // The sort is stable: ties keep the fusion order.
  ranked.sort((one, other) => other.score - one.score);
  const lowest = ranked.at(-1)?.score ?? 1;
  const rest = found
    .filter((_hit, at) => !scores.has(at))
    .map((hit) => ({ ...hit, score: Math.min(hit.score, lowest) }));
  return [...ranked, ...rest].map((hit, at) => ({ ...hit, rank: at + 1 }));
}

async function ranking(deps: KeyDeps, model: RowOf<'ai_models'> | null, query: string, found: readonly Found[]) {
  if (model === null || model.status !== 'enabled') throw new ModelError('noModel', false);
  const documents = found.map(getText);
  return callModel(deps, model, {
    path: '/rerank',
    body: (code) => ({ model: code, query, documents, top_n: documents.length }),
    read: (body) => readRanking(body, documents.length),
    longestMs: 15_000,
    maxBytes: 2 * 1024 * 1024,
  });
}

/** Reranks the results with a model. When the model fails, keeps the order and returns the reason. */
async function rerankFound(
  deps: KeyDeps,
  model: RowOf<'ai_models'> | null,
  query: string,
  found: readonly Found[],
): Promise<Reranked> {
  if (found.length === 0) return { found, failed: null };
  try {
    return { found: applyRanking(found, await ranking(deps, model, query, found)), failed: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { found, failed: error.reason };
  }
}

export interface RecallDeps extends KeyDeps {
  readonly vectors: VectorCache;
}

/** Search options in user units (percent). Omitted options default to those of the base. */
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
  /** Why a hybrid search used keywords only; null when it did not. */
  readonly degraded: string | null;
  /** Why the results were not reranked although requested; null otherwise. */
  readonly notReranked: string | null;
}

export async function findBase(read: Reader, id: number): Promise<RowOf<'knowledge_bases'> | null> {
  return (await read.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

function getPlace(base: RowOf<'knowledge_bases'>): BasePlace {
  return { knowledgeId: base.id, generation: base.generation };
}

const getMode = (given: unknown): RecallMode | undefined => recallModes.find((mode) => mode === given);
const parseFusion = (given: unknown): Fusion | undefined => fusions.find((fusion) => fusion === given);
const toNumberOr = (given: unknown, usual: unknown) => (typeof given === 'number' ? given : Number(usual));

export function getRetrievalRule(base: RowOf<'knowledge_bases'>, given: GivenRule): RecallRule {
  return {
    mode: getMode(given.mode) ?? (base.search_mode as RecallMode),
    topK: toNumberOr(given.topK, base.top_k),
    scoreMin: toNumberOr(given.scoreMin, base.score_min) / 100,
    vectorWeight: toNumberOr(given.vectorWeight, base.vector_weight) / 100,
    fusion: parseFusion(given.fusion) ?? (base.fusion as Fusion),
    rankConstant: toNumberOr(given.rankConstant, base.rank_constant),
    rerank: given.rerank !== 'off' && base.rerank_model_id !== null,
  };
}

async function getModel(read: Reader, id: unknown): Promise<RowOf<'ai_models'> | null> {
  if (id === null || id === undefined) return null;
  const model = read.selectFrom('ai_models').selectAll().where('id', '=', Number(id));
  return (await model.executeTakeFirst()) ?? null;
}

/** Embeds the question. Returns the error when that fails. */
async function embedQuestion(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
): Promise<Float32Array | ModelError> {
  try {
    const model = await getModel(deps.database.read, base.embedding_model_id);
    const { vectors } = await embedTexts(deps, { model, texts: [query] });
    return vectors[0] ?? new ModelError('answer', false);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

/**
 * Searches a base for one question, once for each rule. When the model fails or its vectors do not match those of the base, a
 * hybrid search falls back to keywords and sets `degraded`; a vector search throws ModelError.
 */
export async function searchBase(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
  rules: readonly RecallRule[],
): Promise<Searched[]> {
  const started = performance.now();
  const wantsMeaning = rules.some(({ mode }) => mode !== 'keyword');
  const question = wantsMeaning ? await embedQuestion(deps, base, query) : null;
  const embedding = performance.now() - started;
  const all: Searched[] = [];
  for (const rule of rules) {
    const began = performance.now();
    const wide = rule.rerank ? { ...rule, topK: Math.min(maxRanked, rule.topK * 4) } : rule;
    const searched = await searchOnce(deps, base, query, wide, question);
    const ranked = await rerankWith(deps, base, query, rule, searched.found);
    const ms = performance.now() - began + (rule.mode === 'keyword' ? 0 : embedding);
    all.push({ ...searched, ...ranked, rule, latencyMs: Math.round(ms) });
  }
  return all;
}

/** Maximum chunks sent to a rerank model, unless more results are requested. */
const maxRanked = 100;

async function rerankWith(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
  { rerank, topK }: RecallRule,
  found: readonly Found[],
): Promise<Pick<Searched, 'found' | 'notReranked'>> {
  if (!rerank) return { found, notReranked: null };
  const model = await getModel(deps.database.read, base.rerank_model_id);
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
  const requested = { place: getPlace(base), chunks: base.chunk_count ?? 0, query, rule };
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
