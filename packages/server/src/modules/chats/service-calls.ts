import { ApiError } from '@gantry/core';
import { ConnectionTestError, OutboundError } from '../../platform/outbound/index.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { appendChat } from './append-chat.ts';
import type { ChatMessageGiven } from './chat-messages.ts';
import { searchWeb } from './search-web.ts';

/** Messages carry the platform's own ids, so that a repeated append adds nothing. */
export function createChatHandlers({ database, clock }: ServiceDeps): ServiceHandlers<'chatAppend'> {
  return {
    chatAppend: ({ sessionId, userId, title, kind, modelName, messages }) => {
      const session = {
        clientId: sessionId,
        userId,
        title: title ?? '',
        kind: kind ?? 'chat',
        modelName: modelName ?? null,
      };
      return appendChat({ database, clock }, session, messages.map(getMessage));
    },
  };
}

/** Without the keys that were not given. */
function getMessage(given: Readonly<Record<string, unknown>>): ChatMessageGiven {
  const stored = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stored) as unknown as ChatMessageGiven;
}

/** Searches the web for a service, which never receives the key. */
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
