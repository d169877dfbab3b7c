import { ApiError, errorOf } from '@gantry/core';
import { QueryClient } from '@tanstack/react-query';

/** A second try helps only where the catalogue, or a line that broke, says so. */
function worthRetrying(count: number, error: unknown): boolean {
  if (count >= 1 || !(error instanceof ApiError)) return false;
  return error.code !== null && errorOf(error.code)?.retryable === true && error.code !== 42900;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, gcTime: 5 * 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
