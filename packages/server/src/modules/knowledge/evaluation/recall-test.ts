import { ApiError, localize, type Values } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import type { Row, RowOf } from '../../../platform/store/database.ts';
import {
  findBase,
  type GivenRule,
  getFusion,
  getRetrievalRule,
  ModelError,
  presentHit,
  type RecallDeps,
  type RetrievalRequest,
  recordRecall,
  type Searched,
  searchBase,
} from '../recall/index.ts';

const words = {
  noBase: { zh: '知识库不存在', en: 'Knowledge base not found.' },
  noVector: { zh: '向量模型未返回问题的向量：', en: 'The embedding model returned no vector for the question: ' },
  noQuestions: { zh: '没有读到问题', en: 'The file contains no questions.' },
  tooMany: { zh: '一次至多 5000 个问题', en: 'At most 5,000 questions at a time' },
  noChunks: { zh: '这次检索没有结果，请填写应命中的分段编号', en: 'Nothing was found. Specify the expected chunks.' },
  notIds: { zh: '每项是一个分段编号', en: 'Each entry must be a chunk ID.' },
  underTest: {
    zh: '这个知识库有测试在排队或进行中，请先停止',
    en: 'A test of this knowledge base is queued or running. Stop it first.',
  },
  manyRuns: {
    zh: '这个知识库已有 5 个测试在排队或进行中，请等待或停止其中一个',
    en: '5 tests of this knowledge base are queued or running. Wait for one, or stop it.',
  },
  taken: { zh: '这个知识库已有同样的标准问题', en: 'The knowledge base already has this golden question.' },
} as const;

/** Creates the error of one field, in the caller's language. */
export function createRecallRejection(
  field: string,
  word: Exclude<keyof typeof words, 'noVector' | 'underTest' | 'manyRuns'>,
  { locale }: Caller,
): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(words[word], locale)] } });
}

/** Creates the error of a call that running tests of the base do not allow. */
export function explainRunRejection(
  word: 'underTest' | 'manyRuns',
  { locale }: Caller,
  data: { readonly state: string; readonly runs: readonly number[] },
): ApiError {
  return new ApiError('stateConflict', { message: localize(words[word], locale), data: { ...data } });
}

/** Converts a model failure to an error with its reason, so that the caller can switch to keyword search. */
export async function withReason<T>(work: Promise<T>, { locale }: Caller): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ApiError('stateConflict', {
      message: `${localize(words.noVector, locale)}${error.reason}`,
      data: { state: error.reason },
    });
  }
}

export const describeInvalidChunkIds = ({ locale }: Caller): string => localize(words.notIds, locale);

/** The result of the prepare step of a test. */
export interface Tested {
  readonly base: Row;
  readonly query: string;
  readonly searched: readonly Searched[];
}

export async function requireBase(
  { database }: RecallDeps,
  given: unknown,
  caller: Caller,
): Promise<RowOf<'knowledge_bases'>> {
  const base = await findBase(database.read, Number(given));
  if (base === null) throw createRecallRejection('knowledge', 'noBase', caller);
  return base;
}

/** Returns the second rule of a comparison, with missing values from the first; null when none of its values were given. */
function getOtherRule(input: Values): GivenRule | null {
  const { otherMode, otherTopK, otherScoreMin, otherVectorWeight, otherFusion, otherRankConstant, otherRerank } = input;
  const others = [otherMode, otherTopK, otherScoreMin, otherVectorWeight, otherFusion, otherRankConstant, otherRerank];
  if (others.every((one) => one === null || one === undefined)) return null;
  return {
    mode: otherMode ?? input.mode,
    topK: otherTopK ?? input.topK,
    scoreMin: otherScoreMin ?? input.scoreMin,
    vectorWeight: otherVectorWeight ?? input.vectorWeight,
    fusion: otherFusion ?? input.fusion,
    rankConstant: otherRankConstant ?? input.rankConstant,
    rerank: otherRerank ?? input.rerank,
  };
}

export function toRetrievalRequest(
  call: OperationCall,
  { base, query }: Pick<Tested, 'base' | 'query'>,
): RetrievalRequest {
  const { caller, services } = call;
  return {
    knowledgeId: Number(base.id),
    query,
    source: 'test',
    userId: null,
    by: caller.actor.id,
    at: services.clock(),
  };
}

/** Presents a search for API and console, with the ID of its record. */
export function presentSearch({ rule, found, latencyMs, degraded, notReranked }: Searched, recordId: number | null) {
  return {
    recordId,
    mode: rule.mode,
    topK: rule.topK,
    scoreMin: Math.round(rule.scoreMin * 100),
    vectorWeight: Math.round(rule.vectorWeight * 100),
    ...getFusion(rule),
    reranked: rule.rerank && notReranked === null,
    notReranked,
    latencyMs,
    degraded,
    hits: found.map(presentHit),
  };
}

/** Searches as the platform does, with one rule or comparing two, and records each search. */
export function testRecall(deps: RecallDeps): Operation {
  return {
    async prepare({ input, caller }): Promise<Tested> {
      const base = await requireBase(deps, input.knowledge, caller);
      const query = String(input.query).trim();
      const other = getOtherRule(input);
      const rules = [getRetrievalRule(base, input), ...(other === null ? [] : [getRetrievalRule(base, other)])];
      return { base, query, searched: await withReason(searchBase(deps, base, query, rules), caller) };
    },
    async run(call, prepared) {
      const tested = prepared as Tested;
      const scope = { tx: call.tx, dialect: call.services.database.dialect };
      const shown = [];
      for (const one of tested.searched) {
        shown.push(presentSearch(one, await recordRecall(scope, toRetrievalRequest(call, tested), one)));
      }
      const [first, second] = shown;
      return {
        data: { ...first, ...(second ? { other: { ...second, hits: [] }, otherHits: second.hits } : {}) },
      };
    },
  };
}
