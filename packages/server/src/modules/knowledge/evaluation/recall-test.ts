import type { Values } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import type { Row } from '../../../platform/store/database.ts';
import {
  findBase,
  type GivenRule,
  getFusion,
  getRetrievalRule,
  presentHit,
  type RecallDeps,
  type RetrievalRequest,
  recordRecall,
  type Searched,
  searchBase,
} from '../recall/index.ts';
import { createRecallRejection, withReason } from './recall-words.ts';

/** What a prepared test hands on. */
export interface Tested {
  readonly base: Row;
  readonly query: string;
  readonly searched: readonly Searched[];
}

export async function requireBase({ database }: RecallDeps, given: unknown, caller: Caller): Promise<Row> {
  const base = await findBase(database.read, Number(given));
  if (base === null) throw createRecallRejection('knowledge', 'noBase', caller);
  return base;
}

/** The second rule: what it leaves out is as the first has it; null when nothing of it was given. */
function otherRule(input: Values): GivenRule | null {
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

/** A search as every face shows it, with the record that was made of it. */
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

/** Searches as the platform does, once or with two rules side by side, and records each. */
export function testRecall(deps: RecallDeps): Operation {
  return {
    async prepare({ input, caller }): Promise<Tested> {
      const base = await requireBase(deps, input.knowledge, caller);
      const query = String(input.query).trim();
      const other = otherRule(input);
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
