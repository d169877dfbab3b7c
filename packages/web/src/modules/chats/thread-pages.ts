import { chatSession } from '@gantry/core';
import type { InfiniteData } from '@tanstack/react-query';
import type { FieldRecord } from '../../fields/index.ts';
import { recordKey } from '../../resource/record/use-record.ts';

export interface ThreadAnswer {
  readonly messages: readonly FieldRecord[];
  readonly nextSeq: number | null;
}

export type ThreadPages = InfiniteData<ThreadAnswer, number>;

/** Below the record, so that what is done to a message shows in both. */
export function getThreadKey(session: number): readonly unknown[] {
  return [...recordKey(chatSession, session), 'thread'];
}

/** The pages with the flag of one message set, all others as they are. */
export function withFlag(thread: ThreadPages | undefined, seq: unknown, flagged: boolean): ThreadPages | undefined {
  if (!thread) return undefined;
  const pages = thread.pages.map((page) => ({
    ...page,
    messages: page.messages.map((message) => (message.seq === seq ? { ...message, flagged } : message)),
  }));
  return { ...thread, pages };
}
