import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, maybe, recordId } from '../../client/service-call.ts';

/** A chunk that was found. Scores are from 0 to 1; null where that way of looking was not asked or found nothing. */
export interface KnowledgeHit {
  readonly knowledgeId: number;
  readonly chunkId: number;
  readonly docId: number;
  readonly docName: string;
  readonly title: string;
  readonly content: string;
  /** Of a chunk whose content is a question. */
  readonly answer: string | null;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  /** What the base's rerank model says; the order is by it where it stands. */
  readonly rerankScore: number | null;
}

export interface KnowledgeSearchAnswer {
  /** The best first, over all bases. */
  readonly hits: readonly KnowledgeHit[];
  /** A record for each base, in the order in which they were named; none while live searches are not recorded. */
  readonly recordIds: readonly number[];
  /** Bases that were searched by words alone, since their model gave no vector. */
  readonly degraded: readonly number[];
  /** Bases whose rerank model did not answer: their order is that of the fusion. */
  readonly notReranked: readonly number[];
}

const percent = maybe(integerBetween(0, 100));

export const serviceRecallCalls = {
  /** Searches knowledge bases for a question; what is left out is as each base says. */
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
