import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, maybe, recordId } from '../../client/service-call.ts';

/** A retrieved chunk. Scores are from 0 to 1; null when that search was not used or did not find it. */
export interface KnowledgeHit {
  readonly knowledgeId: number;
  readonly chunkId: number;
  readonly docId: number;
  readonly docName: string;
  readonly title: string;
  readonly content: string;
  /** The answer of a chunk whose content is a question. */
  readonly answer: string | null;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  /** Score of the rerank model, by which the results are ordered when it is present. */
  readonly rerankScore: number | null;
}

export interface KnowledgeSearchAnswer {
  /** The best result first, over all knowledge bases. */
  readonly hits: readonly KnowledgeHit[];
  /** One record per knowledge base in the order of the request; empty while live searches are not recorded. */
  readonly recordIds: readonly number[];
  /** Bases that were only searched by keywords, because their model returned no vector. */
  readonly degraded: readonly number[];
  /** Bases whose rerank model failed. Their results are in the order of the fusion. */
  readonly notReranked: readonly number[];
}

const percent = maybe(integerBetween(0, 100));

export const serviceRecallCalls = {
  /** Searches knowledge bases. Omitted options use the settings of each base. */
  knowledgeSearch: defineServiceCall<KnowledgeSearchAnswer>()({
    path: '/knowledge/search',
    writes: false,
    input: z.strictObject(
      {
        knowledgeIds: z.array(recordId, 'type').check(z.minLength(1, 'required'), z.maxLength(10, 'tooMany')),
        query: block(1, 1000),
        mode: maybe(z.enum(['hybrid', 'vector', 'keyword'], 'option')),
        topK: maybe(integerBetween(1, 50)),
        scoreMin: percent,
        vectorWeight: percent,
        fusion: maybe(z.enum(['weighted', 'reciprocal'], 'option')),
        rankConstant: maybe(integerBetween(1, 1000)),
        rerank: maybe(z.enum(['on', 'off'], 'option')),
        source: z.optional(z.enum(['chat', 'agent', 'api'], 'option')),
        userId: maybe(recordId),
      },
      'type',
    ),
  }),
};
