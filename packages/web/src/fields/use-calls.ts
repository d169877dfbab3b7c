import { type CallOptions, ResponseError } from '@gantry/core';
import { useMemo } from 'react';
import { type Api, useClient, useFailures } from '../app/api/index.ts';

export interface Calls {
  /** Rejects with ApiError, which the caller shows in place. */
  call<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
}

/** Creates calls whose failures are shown in place and not also as a toast. The end of the session is still reported globally. */
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

/** Returns such calls for components. */
export function useCalls(): Calls {
  const client = useClient();
  const failures = useFailures();
  return useMemo(() => createCalls({ client, failures }), [client, failures]);
}
