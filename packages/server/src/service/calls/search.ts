import { Fault } from '@gantry/core';
import { searchWeb } from '../../connectors/search-web.ts';
import { OutboundError, TrialFailed } from '../../outbound/index.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

/** Searches the web for a service, which never learns the key. */
export function searchHandlers(needs: ServiceNeeds): ServiceHandlers<'searchWeb'> {
  return {
    async searchWeb({ query, topK }) {
      const { enabled, topK: usual } = await needs.settings.read('ai', 'web');
      if (!enabled) throw new Fault('stateConflict', { data: { state: 'off' } });
      try {
        return { items: await searchWeb(needs, query, topK ?? usual) };
      } catch (error) {
        if (error instanceof TrialFailed && error.problem === 'off')
          throw new Fault('stateConflict', { data: { state: 'off' } });
        if (!(error instanceof TrialFailed || error instanceof OutboundError)) throw error;
        const problem = error instanceof TrialFailed ? error.problem : error.reason;
        throw new Fault('busy', { data: { upstream: problem } });
      }
    },
  };
}
