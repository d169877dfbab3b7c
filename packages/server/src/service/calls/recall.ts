import { Fault, type KnowledgeHit } from '@gantry/core';
import {
  baseById,
  countHits,
  type Found,
  ModelError,
  type RecallAsk,
  recordRecall,
  ruleOf,
  type Searched,
  searchBase,
} from '../../recall/index.ts';
import type { Row } from '../../store/database.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

interface OfBase {
  readonly base: Row;
  readonly searched: Searched;
}

/** Bases that serve; one that does not is refused by its id. */
async function basesOf({ database }: ServiceNeeds, ids: readonly number[]): Promise<Row[]> {
  const bases: Row[] = [];
  for (const id of new Set(ids)) {
    const base = await baseById(database.read, id);
    if (base === null) throw new Fault('notFound', { data: { knowledgeId: id } });
    if (base.status !== 'enabled') throw new Fault('stateConflict', { data: { state: base.status, knowledgeId: id } });
    bases.push(base);
  }
  return bases;
}

function hitOf(base: Row, { row, chunkId, score, keywordScore, vectorScore, rerankScore }: Found): KnowledgeHit {
  return {
    knowledgeId: Number(base.id),
    chunkId,
    docId: Number(row.doc_id),
    docName: String(row.doc_name),
    title: String(row.title ?? ''),
    content: String(row.content),
    answer: typeof row.answer === 'string' ? row.answer : null,
    score,
    keywordScore,
    vectorScore,
    rerankScore,
  };
}

/** Writes live searches down and counts what they found, all in one transaction. */
async function record(
  { database }: ServiceNeeds,
  all: readonly OfBase[],
  ask: Omit<RecallAsk, 'knowledgeId'>,
): Promise<number[]> {
  const { dialect } = database;
  return database.transaction(async (tx) => {
    const ids: number[] = [];
    for (const { base, searched } of all) {
      const knowledgeId = Number(base.id);
      ids.push(await recordRecall({ tx, dialect }, { ...ask, knowledgeId }, searched));
    }
    for (const { base, searched } of [...all].sort((one, other) => Number(one.base.id) - Number(other.base.id))) {
      await countHits({ tx, dialect }, Number(base.id), searched.found, ask.at);
    }
    return ids;
  });
}

async function search(
  needs: ServiceNeeds,
  base: Row,
  query: string,
  given: Parameters<typeof ruleOf>[1],
): Promise<OfBase> {
  try {
    const [searched] = await searchBase(needs, base, query, [ruleOf(base, given)]);
    if (searched === undefined) throw new Fault('failed');
    return { base, searched };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new Fault('busy', { data: { knowledgeId: Number(base.id), embedding: error.reason } });
  }
}

export function recallHandlers(needs: ServiceNeeds): ServiceHandlers<'knowledgeSearch'> {
  return {
    async knowledgeSearch({ knowledgeIds, query, source, userId, ...given }) {
      const all: OfBase[] = [];
      for (const base of await basesOf(needs, knowledgeIds)) all.push(await search(needs, base, query, given));
      const hits = all.flatMap(({ base, searched }) => searched.found.map((found) => hitOf(base, found)));
      hits.sort((one, other) => other.score - one.score || one.chunkId - other.chunkId);
      const most = given.topK ?? Math.max(...all.map(({ searched }) => searched.rule.topK));
      const { recordLive } = await needs.settings.read('recall', 'records');
      const ask = { query, source: source ?? 'api', userId: userId ?? null, by: null, at: needs.clock() } as const;
      return {
        hits: hits.slice(0, most),
        recordIds: recordLive ? await record(needs, all, ask) : [],
        degraded: all.flatMap(({ base, searched }) => (searched.degraded === null ? [] : [Number(base.id)])),
        notReranked: all.flatMap(({ base, searched }) => (searched.notReranked === null ? [] : [Number(base.id)])),
      };
    },
  };
}
