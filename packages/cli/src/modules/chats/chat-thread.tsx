import {
  type ChatMessage,
  chatMessage,
  chatSession,
  formatNumber,
  formatTime,
  formatValue,
  getResourcePath,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useState } from 'react';
import { escapeControls, wrapText } from '../../output/wrap-text.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { useScroll } from '../../tui/parts/lines-page.tsx';
import { PageHeader } from '../../tui/parts/page-header.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import type { ActionPage } from '../../tui/resource/action-run.tsx';
import { getRecordName } from '../../tui/resource/resource-text.ts';

/** Messages per page. Every read of a conversation is audited, so no more is read than is requested. */
const pageSize = 50;

interface ThreadAnswer {
  readonly messages: readonly ChatMessage[];
  /** Passed as `afterSeq` to read the next page; null at the end. */
  readonly nextSeq: number | null;
}

function useThread(id: number) {
  const { client } = useTui();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const load = useCallback(
    async (afterSeq: number) => {
      setState('loading');
      try {
        const answer = await client.call<ThreadAnswer>(getResourcePath(chatSession.name, 'thread'), {
          id,
          afterSeq,
          count: pageSize,
        });
        setMessages((known) => [...known, ...answer.messages]);
        setNext(answer.nextSeq);
        setState('ready');
      } catch {
        setState('failed');
      }
    },
    [client, id],
  );
  useEffect(() => {
    void load(0);
  }, [load]);
  return { messages, next, state, more: () => next !== null && void load(next) };
}

const roleTone = { user: 'info', assistant: 'good', system: 'neutral', tool: 'warn' } as const;

function getMessageLines(message: ChatMessage, width: number, tui: Tui): string[] {
  const { role, status } = chatMessage.fields;
  const who = formatValue(message.role, role, tui);
  const marks = [
    message.status && message.status !== 'ok' ? applyTone(formatValue(message.status, status, tui), 'bad') : '',
    message.flagged ? applyTone(tui.t('tui.flagged'), 'warn') : '',
    message.modelName ? renderDim(escapeControls(message.modelName)) : '',
  ];
  const head = [
    renderBold(applyTone(who, message.role ? roleTone[message.role] : 'neutral')),
    renderDim(formatTime(message.createdAt, tui.timeZone)),
    ...marks,
  ];
  const text = escapeControls(String(message.content ?? '')).replaceAll('⏎', '\n');
  const hits = message.bannedHits?.length
    ? [applyTone(`${tui.t('tui.hits')}: ${escapeControls(message.bannedHits.join(', '))}`, 'bad')]
    : [];
  return [
    head.filter((part) => part !== '').join('  '),
    ...wrapText(text, width - 2, true).map((line) => `  ${line}`),
    ...hits.map((line) => `  ${line}`),
    '',
  ];
}

function ThreadPage({ id, title, onDone }: { id: number; title: string; onDone: () => void }) {
  const tui = useTui();
  const { width, height } = useArea();
  const { messages, next, state, more } = useThread(id);
  const space = height - 2;
  const lines = messages.flatMap((message) => getMessageLines(message, width - 2, tui));
  const { top, moves } = useScroll(lines.length, space);
  useKeys(keymaps.thread, { ...moves, ...(next === null ? {} : { more }), back: onDone });
  const note = tui.t(next === null ? 'list.total' : 'tui.moreToCome', {
    count: formatNumber(messages.length, tui.locale),
  });
  const words = { loading: tui.t('common.loading'), ready: tui.t('common.empty'), failed: tui.t('tui.loadFailed') }[
    state
  ];
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader title={title} note={note} />
      <Box paddingX={1} height={space} overflow="hidden">
        <Text>{lines.length > 0 ? lines.slice(top, top + space).join('\n') : renderDim(words)}</Text>
      </Box>
    </Box>
  );
}

/** Shows a conversation in order, one page of messages at a time. */
export const chatThreadPage: ActionPage = ({ resource, record, onDone }) => (
  <ThreadPageOf resource={resource} record={record} onDone={onDone} />
);

function ThreadPageOf({ resource, record, onDone }: Parameters<ActionPage>[0]) {
  const tui = useTui();
  return (
    <ThreadPage id={Number(record?.id)} title={record ? getRecordName(resource, record, tui) : ''} onDone={onDone} />
  );
}
