import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween } from '../../client/service-call.ts';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** Plain text; empty when the engine gave none. */
  readonly snippet: string;
}

export interface SearchWebAnswer {
  readonly items: readonly SearchResult[];
}

export const serviceSearchCalls = {
  /** As many results as the basic AI settings say, unless the call says how many. */
  searchWeb: defineServiceCall<SearchWebAnswer>()({
    path: '/search/web',
    writes: false,
    input: z.strictObject({ query: block(1, 400), topK: z.optional(integerBetween(1, 50)) }, 'type'),
  }),
};
