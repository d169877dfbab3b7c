import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import './thread.css';
import {
  canRun,
  chatMessage,
  chatSession,
  errorMessage,
  type FieldErrors,
  getResourcePath,
  kebab,
  knowDoc,
  ResponseError,
  reference,
  user,
  type Values,
} from '@gantry/core';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { createCallKey } from '../../app/api/index.ts';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { Can, useSession } from '../../app/session/index.ts';
import { FieldCell, type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import { FieldsForm } from '../../resource/form/fields-form.tsx';
import { usePageScope } from '../../resource/page-scope.tsx';
import { recordKey } from '../../resource/record/use-record.ts';
import { Alert, Button, Modal, Tag, useReturnFocus, useToast } from '../../ui/index.ts';
import { Empty, ErrorState, Loading, Markdown } from '../../ui/parts/index.ts';

const { improve } = knowDoc.actions;
const { question, answer } = improve.input;
/** Documents that accept chunks: only completed ones. */
const getDocumentField = (zh: string) =>
  reference({ zh, en: zh }, knowDoc.name, { required: true, only: { status: improve.from } });

interface ImproveDialogProps {
  /** The chat answer. */
  readonly message: FieldRecord;
  readonly onClose: () => void;
}

/** Asks for the document and a better answer; the document's own action adds it. */
function ImproveDialog({ message, onClose }: ImproveDialogProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const toast = useToast();
  const send = useSendAction(knowDoc);
  const sent = useRef({ body: '', key: '' });
  const [values, setValues] = useState<Values>({ document: null, question: null, answer: message.content ?? null });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const run = async () => {
    const { document: id, ...texts } = values;
    const body = JSON.stringify(values);
    if (sent.current.body !== body) sent.current = { body, key: createCallKey() };
    setBusy(true);
    try {
      await send('improve', { id }, { messageId: message.id, ...texts }, sent.current.key);
      toast.success(t('resource.chat.improved'));
      onClose();
    } catch (error) {
      if (error instanceof ResponseError) setErrors(error.errors);
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const fields = { document: getDocumentField(t('resource.chat.document')), question, answer };
  return (
    <Modal
      visible
      title={t('resource.chat.improve')}
      maskClosable={false}
      okText={t('resource.chat.improve')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: values.document === null }}
      onOk={run}
      onCancel={onClose}
    >
      <div className="form-stack">
        <Alert type="info" content={localize(improve.help)} />
        <FieldsForm
          rows={[['document'], ['question'], ['answer']]}
          fields={fields}
          values={values}
          errors={errors}
          disabled={busy}
          onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
        />
      </div>
    </Modal>
  );
}

/** Messages per call. */
const pageSize = 50;

/** The conversation of a session in order, page by page. Each read is recorded in the audit log. */
function Thread({ record }: RecordSlotProps) {
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

/** Links to the ban action of the message's author, which asks for the reason. */
function BanLink({ userId }: { readonly userId: unknown }) {
  const t = useWords();
  if (typeof userId !== 'number') return null;
  const address = new URLSearchParams({ tab: kebab(user.name), id: String(userId), run: 'ban' });
  return (
    <Can resource={user} action={user.actions.ban}>
      <Link to={`${user.path}?${address}`} className="cell-link">
        {t('resource.chat.ban')}
      </Link>
    </Can>
  );
}

/** Adds a chat answer, original or corrected, to a document of a knowledge base. */
function ImproveButton({ message }: { readonly message: FieldRecord }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  if (message.role !== 'assistant') return null;
  return (
    <Can resource={knowDoc} action={knowDoc.actions.improve}>
      <Button size="mini" type="text" onClick={() => setOpen(true)}>
        {t('resource.chat.improve')}
      </Button>
      {open ? <ImproveDialog message={message} onClose={() => setOpen(false)} /> : null}
    </Can>
  );
}

interface MessageActionsProps {
  readonly session: FieldRecord;
  readonly message: FieldRecord;
}

/** Flags a message of the session with one click, and removes the flag with another. */
function FlagButton({ session, message }: MessageActionsProps) {
  const t = useWords();
  const toast = useToast();
  const queries = useQueryClient();
  const send = useSendAction(chatSession);
  const [busy, setBusy] = useState(false);
  const isFlagged = message.flagged === true;
  const handlePress = async () => {
    setBusy(true);
    try {
      await send('flag', session, { seq: message.seq, flagged: !isFlagged }, createCallKey());
      const id = Number(session.id);
      // The conversation is not refetched, because each read is recorded.
      queries.setQueryData<ThreadPages>(getThreadKey(id), (thread) => withFlag(thread, message.seq, !isFlagged));
      await queries.invalidateQueries({ queryKey: recordKey(chatSession, id), exact: true });
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="mini" type="text" loading={busy} onClick={() => void handlePress()}>
      {t(isFlagged ? 'resource.chat.unflag' : 'resource.chat.flag')}
    </Button>
  );
}

/** Actions on a message. They are actions of its session with the message number. */
function MessageActions({ session, message }: MessageActionsProps) {
  const t = useWords();
  const { run } = usePageScope();
  const { flag, deleteMessage } = chatSession.actions;
  return (
    <>
      <Can resource={chatSession} action={flag} record={session}>
        <FlagButton session={session} message={message} />
      </Can>
      <Can resource={chatSession} action={deleteMessage} record={session}>
        <Button
          size="mini"
          type="text"
          status="danger"
          onClick={() => run('deleteMessage', session, { seq: message.seq })}
        >
          {t('resource.bulk.delete')}
        </Button>
      </Can>
    </>
  );
}

interface ThreadAnswer {
  readonly messages: readonly FieldRecord[];
  readonly nextSeq: number | null;
}

type ThreadPages = InfiniteData<ThreadAnswer, number>;

/** Nested below the record's key, so that actions on a message refresh both. */
function getThreadKey(session: number): readonly unknown[] {
  return [...recordKey(chatSession, session), 'thread'];
}

/** Returns the pages with the flag of one message changed. */
function withFlag(thread: ThreadPages | undefined, seq: unknown, flagged: boolean): ThreadPages | undefined {
  if (!thread) return undefined;
  const pages = thread.pages.map((page) => ({
    ...page,
    messages: page.messages.map((message) => (message.seq === seq ? { ...message, flagged } : message)),
  }));
  return { ...thread, pages };
}

/** A session is shown as a conversation. */
export const slots: Slots = {
  detail: { title: { zh: '对话', en: 'Conversation' }, body: Thread },
  placed: ['thread'],
};
