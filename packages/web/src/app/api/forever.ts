/** Query options for data that is loaded once and cached until the page is closed: code, translations and definitions. */
export const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 2 } as const;
