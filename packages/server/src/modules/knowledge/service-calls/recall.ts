import { ApiError, type KnowledgeHit } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import {
  countHits,
  type Found,
  findBase,
  getRetrievalRule,
  ModelError,
  type RecallDeps,
  type RetrievalRequest,
  recordRecall,
  type Searched,
  searchBase,
} from '../recall/index.ts';

interface OfBase {
  readonly base: RowOf<'knowledge_bases'>;
  readonly searched: Searched;
}

/** Returns the bases. Rejects one that is not in use and names its ID. */
async function getBases({ database }: ServiceDeps, ids: readonly number[]): Promise<RowOf<'knowledge_bases'>[]> {
  const bases: RowOf<'knowledge_bases'>[] = [];
  for (const id of new Set(ids)) {
    const base = await findBase(database.read, id);
    if (base === null) throw new ApiError('notFound', { data: { knowledgeId: id } });
    if (base.status !== 'enabled')
      throw new ApiError('stateConflict', { data: { state: base.status, knowledgeId: id } });
    bases.push(base);
  }
  return bases;
}

function getHit(
  base: RowOf<'knowledge_bases'>,
  { row, chunkId, score, keywordScore, vectorScore, rerankScore }: Found,
): KnowledgeHit {
  return {
    knowledgeId: base.id,
    chunkId,
    docId: row.doc_id,
    docName: row.doc_name,
    title: row.title ?? '',
    content: row.content,
    answer: typeof row.answer === 'string' ? row.answer : null,
    score,
    keywordScore,
    vectorScore,
    rerankScore,
  };
}

/** Records live searches and counts their hits in one transaction. */
async function record(
  { database }: ServiceDeps,
  all: readonly OfBase[],
  prompt: Omit<RetrievalRequest, 'knowledgeId'>,
): Promise<number[]> {
  const { dialect } = database;
  return database.transaction(async (tx) => {
    const ids: number[] = [];
    for (const { base, searched } of all) {
      const knowledgeId = base.id;
      ids.push(await recordRecall({ tx, dialect }, { ...prompt, knowledgeId }, searched));
    }
    for (const { base, searched } of [...all].sort((one, other) => one.base.id - other.base.id)) {
      await countHits({ tx, dialect }, base.id, searched.found, prompt.at);
    }
    return ids;
  });
}

async function search(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  query: string,
  given: Parameters<typeof getRetrievalRule>[1],
): Promise<OfBase> {
  try {
    const [searched] = await searchBase(deps, base, query, [getRetrievalRule(base, given)]);
    if (searched === undefined) throw new ApiError('failed');
    return { base, searched };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ApiError('busy', { data: { knowledgeId: base.id, embedding: error.reason } });
  }
}

export function createRetrievalHandlers(deps: ServiceDeps & RecallDeps): ServiceHandlers<'knowledgeSearch'> {
  return {
    async knowledgeSearch({ knowledgeIds, query, source, userId, ...given }) {
      const all: OfBase[] = [];
      for (const base of await getBases(deps, knowledgeIds)) all.push(await search(deps, base, query, given));
      const hits = all.flatMap(({ base, searched }) => searched.found.map((found) => getHit(base, found)));
      hits.sort((one, other) => other.score - one.score || one.chunkId - other.chunkId);
      const most = given.topK ?? Math.max(...all.map(({ searched }) => searched.rule.topK));
      const { recordLive } = await deps.settings.read('recall', 'records');
      const prompt = { query, source: source ?? 'api', userId: userId ?? null, by: null, at: deps.clock() } as const;
      return {
        hits: hits.slice(0, most),
        recordIds: recordLive ? await record(deps, all, prompt) : [],
        degraded: all.flatMap(({ base, searched }) => (searched.degraded === null ? [] : [base.id])),
        notReranked: all.flatMap(({ base, searched }) => (searched.notReranked === null ? [] : [base.id])),
      };
    },
  };
}
