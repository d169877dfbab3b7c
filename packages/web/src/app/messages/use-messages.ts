import { type MessageClearAnswer, type MessagePanelAnswer, messagePanel, sessionCalls } from '@gantry/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/index.ts';

/** How often the counts are asked for, in ms. */
const everyMs = 60_000;
const shown = 20;
const messagesKey = ['message-panel'] as const;

/** The messages of the signed-in user. Errors are not shown, because the user requested nothing. */
function useMessagePanel(limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...messagesKey, limit],
    queryFn: () => client.call<MessagePanelAnswer>(messagePanel.call, { limit }, { quiet: true }),
    refetchInterval: everyMs,
  });
}

/** The latest messages, and what waits. */
export const useMessages = () => useMessagePanel(shown);

/** How many messages are unread. */
export function useUnread(): number {
  const { data } = useMessagePanel(1);
  return data ? data.unread.message + data.unread.notice + data.unread.todo : 0;
}

/** Marks one message as read, or all of a kind. */
export function useMarkRead() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly id: number } | { readonly type: 'message' | 'notice' | 'todo' }) =>
      client.call(sessionCalls.messageRead.path, which),
    onSettled: () => queries.invalidateQueries({ queryKey: messagesKey }),
  });
}

/** Empties a kind up to what was seen, for good; answers what brings it back. */
export function useClearMessages() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly type: 'message' | 'notice' | 'todo'; readonly until: number }) =>
      client.call<MessageClearAnswer>(sessionCalls.messageClear.path, which),
    onSettled: () => queries.invalidateQueries({ queryKey: messagesKey }),
  });
}
