import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween } from '../../client/service-call.ts';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** Plain text; empty when the search engine returned none. */
  readonly snippet: string;
}

export interface SearchWebAnswer {
  readonly items: readonly SearchResult[];
}

export const serviceSearchCalls = {
  /** Searches the web. The basic AI settings determine the number of results unless the call does. */
  searchWeb: defineServiceCall<SearchWebAnswer>()({
    path: '/search/web',
    writes: false,
    input: z.strictObject({ query: block(1, 400), topK: z.optional(integerBetween(1, 50)) }, 'type'),
  }),
};
