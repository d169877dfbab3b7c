import { type MessageClearAnswer, type MessagePanelAnswer, messagePanel, sessionCalls } from '@gantry/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/index.ts';

/** Polling interval of the counts, in ms. */
const pollIntervalMs = 60_000;
const shown = 20;
const messagesKey = ['message-panel'] as const;

/** The messages of the signed-in user. Errors are not shown, because the user requested nothing. */
function useMessagePanel(limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...messagesKey, limit],
    queryFn: () => client.call<MessagePanelAnswer>(messagePanel.call, { limit }, { quiet: true }),
    refetchInterval: pollIntervalMs,
  });
}

/** The latest messages and the unread counts. */
export const useMessages = () => useMessagePanel(shown);

/** Returns the number of unread messages. */
export function useUnread(): number {
  const { data } = useMessagePanel(1);
  return data ? data.unread.message + data.unread.notice + data.unread.todo : 0;
}

/** Marks one message or all messages of a type as read. */
export function useMarkRead() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly id: number } | { readonly type: 'message' | 'notice' | 'todo' }) =>
      client.call(sessionCalls.messageRead.path, which),
    onSettled: () => queries.invalidateQueries({ queryKey: messagesKey }),
  });
}

/** Clears the messages of a type up to the last one shown. Returns what is needed to undo it. */
export function useClearMessages() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly type: 'message' | 'notice' | 'todo'; readonly until: number }) =>
      client.call<MessageClearAnswer>(sessionCalls.messageClear.path, which),
    onSettled: () => queries.invalidateQueries({ queryKey: messagesKey }),
  });
}
