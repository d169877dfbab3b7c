/** Options of a query for what is loaded once and kept for the life of the page: code, words and definitions. */
export const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 2 } as const;
