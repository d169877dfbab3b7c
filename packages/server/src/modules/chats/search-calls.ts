import { ApiError } from '@gantry/core';
import { ConnectionTestError, OutboundError } from '../../platform/outbound/index.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { searchWeb } from './search-web.ts';

/** Searches the web for a service, which never learns the key. */
export function searchHandlers(deps: ServiceDeps): ServiceHandlers<'searchWeb'> {
  return {
    async searchWeb({ query, topK }) {
      const { enabled, topK: usual } = await deps.settings.read('ai', 'web');
      if (!enabled) throw new ApiError('stateConflict', { data: { state: 'off' } });
      try {
        return { items: await searchWeb(deps, query, topK ?? usual) };
      } catch (error) {
        if (error instanceof ConnectionTestError && error.problem === 'off')
          throw new ApiError('stateConflict', { data: { state: 'off' } });
        if (!(error instanceof ConnectionTestError || error instanceof OutboundError)) throw error;
        const problem = error instanceof ConnectionTestError ? error.problem : error.reason;
        throw new ApiError('busy', { data: { upstream: problem } });
      }
    },
  };
}
