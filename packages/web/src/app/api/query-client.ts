import { findError, ResponseError } from '@gantry/core';
import { type Query, QueryClient } from '@tanstack/react-query';

/** Retries once when the error catalogue marks the error as retryable. Rate limits are not retried. */
function isWorthRetrying(count: number, error: unknown): boolean {
  if (count >= 1 || !(error instanceof ResponseError)) return false;
  return error.code !== null && findError(error.code)?.retryable === true && error.code !== 42900;
}

/** Retry interval, in ms, of queries that received no response. */
const retryUnreachableMs = 5000;

/** Keeps polling while no server responds. */
function getUnreachableInterval({ state }: Query): number | false {
  const isLost = state.error instanceof ResponseError && state.error.httpStatus === null;
  return isLost && state.fetchStatus === 'idle' ? retryUnreachableMs : false;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, a call fails immediately with an error instead of waiting forever.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: getUnreachableInterval,
        retry: isWorthRetrying,
        staleTime: 10_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
