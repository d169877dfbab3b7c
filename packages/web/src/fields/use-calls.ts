import { type CallOptions, ResponseError } from '@gantry/core';
import { useMemo } from 'react';
import { type Api, useClient, useFailures } from '../app/api/index.ts';

export interface Calls {
  /** Rejects with ApiError; whoever calls shows it where it belongs. */
  call<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
}

/** Calls whose failures are shown in place, and not a second time in passing; the end of the session is still told to all. */
export function createCalls({ client, failures }: Pick<Api, 'client' | 'failures'>): Calls {
  return {
    async call<T>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
      try {
        return await client.call<T>(path, body, { ...options, quiet: true });
      } catch (error) {
        const aborted = options?.signal?.aborted === true;
        if (error instanceof ResponseError && error.verdict.reaction !== 'show' && !aborted) {
          failures.publish({ error, path });
        }
        throw error;
      }
    },
  };
}

/** The same, where something is drawn. */
export function useCalls(): Calls {
  const client = useClient();
  const failures = useFailures();
  return useMemo(() => createCalls({ client, failures }), [client, failures]);
}
