import { findError, ResponseError } from '@gantry/core';
import { type Query, QueryClient } from '@tanstack/react-query';

/** A second try helps only where the catalogue, or a line that broke, says so. */
function worthRetrying(count: number, error: unknown): boolean {
  if (count >= 1 || !(error instanceof ResponseError)) return false;
  return error.code !== null && findError(error.code)?.retryable === true && error.code !== 42900;
}

/** How often, in ms, what could not be read because no answer came is asked for again. */
const retryUnreachableMs = 5000;

/** No server answered: the page asks again by itself until one does. */
function whileUnreachable({ state }: Query): number | false {
  const isLost = state.error instanceof ResponseError && state.error.httpStatus === null;
  return isLost && state.fetchStatus === 'idle' ? retryUnreachableMs : false;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a call fails at once, and says so, instead of waiting forever.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: whileUnreachable,
        retry: worthRetrying,
        staleTime: 10_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
