import './thread.css';
import { canRun, chatMessage, chatSession, getResourcePath } from '@gantry/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { FieldCell, type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import type { RecordSlotProps } from '../../resource/slots.ts';
import { Button, Tag } from '../../ui/index.ts';
import { Empty, ErrorState, Loading, Markdown } from '../../ui/parts/index.ts';
import { BanLink } from './ban-link.tsx';
import { ImproveButton } from './improve-button.tsx';
import { MessageActions } from './message-actions.tsx';
import { getThreadKey, type ThreadAnswer } from './thread-pages.ts';

/** Messages of one call. */
const pageSize = 50;

/** The conversation of a session, in order, a page at a time; each look is recorded. */
export function Thread({ record }: RecordSlotProps) {
  const t = useWords();
  const { rights } = useSession();
  const calls = useCalls();
  const may = canRun(rights, chatSession, chatSession.actions.thread).ok;
  const thread = useInfiniteQuery({
    queryKey: getThreadKey(Number(record.id)),
    enabled: may,
    initialPageParam: 0,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ pageParam }) =>
      calls.call<ThreadAnswer>(getResourcePath(chatSession.name, 'thread'), {
        id: record.id,
        afterSeq: pageParam,
        count: pageSize,
      }),
    getNextPageParam: (page) => page.nextSeq,
  });
  if (!may) return <Empty title={t('resource.chat.noAccess')} />;
  if (thread.isPending) return <Loading />;
  if (thread.isError) return <ErrorState error={thread.error} onRetry={() => void thread.refetch()} />;
  const messages = thread.data.pages.flatMap((page) => page.messages);
  if (messages.length === 0) return <Empty title={t('resource.chat.empty')} />;
  return (
    <div className="thread">
      <div className="thread-top">
        <p className="hint">{t('resource.chat.traced')}</p>
        <BanLink userId={record.userId} />
      </div>
      <ol className="thread-list" aria-label={t('resource.chat.thread')}>
        {messages.map((message) => (
          <MessageRow key={String(message.id)} session={record} message={message} />
        ))}
      </ol>
      {thread.hasNextPage ? (
        <Button long loading={thread.isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
          {t('resource.chat.more')}
        </Button>
      ) : (
        <p className="thread-end">{t('resource.chat.end')}</p>
      )}
    </div>
  );
}

function MessageRow({ session, message }: { readonly session: FieldRecord; readonly message: FieldRecord }) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { role, status, flagged, bannedHits } = chatMessage.fields;
  const mine = message.role === 'user';
  const tokens = message.promptTokens !== null || message.completionTokens !== null;
  return (
    <li className={mine ? 'turn mine' : 'turn'} data-seq={String(message.seq)}>
      <div className="turn-head">
        <span className="dim figure">#{String(message.seq)}</span>
        <strong>
          <FieldCell field={role} name="role" record={message} />
        </strong>
        {message.status !== 'ok' ? <FieldCell field={status} name="status" record={message} /> : null}
        {message.flagged === true ? <Tag color="orange">{localize(flagged.label)}</Tag> : null}
        <time className="dim figure">{format.time(Number(message.createdAt))}</time>
      </div>
      {message.reasoning ? (
        <details className="turn-reasoning">
          <summary>{t('resource.chat.reasoning')}</summary>
          <p>{String(message.reasoning)}</p>
        </details>
      ) : null}
      <div className="turn-body">
        {mine ? (
          <p className="whole-text">{String(message.content ?? '')}</p>
        ) : (
          <Markdown text={String(message.content ?? '')} />
        )}
      </div>
      {message.error ? <p className="problem">{String(message.error)}</p> : null}
      <div className="turn-foot dim">
        {message.modelName && !mine ? <span>{String(message.modelName)}</span> : null}
        {tokens && !mine ? (
          <span>
            {t('resource.chat.tokens', {
              in: format.number(Number(message.promptTokens ?? 0)),
              out: format.number(Number(message.completionTokens ?? 0)),
            })}
          </span>
        ) : null}
        {message.latencyMs && !mine ? (
          <span>{t('resource.chat.latency', { ms: format.number(Number(message.latencyMs)) })}</span>
        ) : null}
        {Array.isArray(message.bannedHits) && message.bannedHits.length > 0 ? (
          <FieldCell field={bannedHits} name="bannedHits" record={message} />
        ) : null}
        {mine ? null : <ImproveButton message={message} />}
        <MessageActions session={session} message={message} />
      </div>
    </li>
  );
}
