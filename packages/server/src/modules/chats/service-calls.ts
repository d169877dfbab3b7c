import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { appendChat } from './append-chat.ts';
import type { ChatMessageGiven } from './chat-messages.ts';

/** Messages carry the platform's own ids, so that the same append may be sent again: they are what keeps it to once. */
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
      return appendChat({ database, clock }, session, messages.map(messageOf));
    },
  };
}

/** Without the keys that were not given. */
function messageOf(given: Readonly<Record<string, unknown>>): ChatMessageGiven {
  const stored = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stored) as unknown as ChatMessageGiven;
}
