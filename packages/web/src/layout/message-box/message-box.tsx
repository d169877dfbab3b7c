import './message-box.css';
import type { Message, MessagePanelAnswer } from '@gantry/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { MessageRow, useClearMessages, useMarkRead, useMessages } from '../../app/messages/index.ts';
import { Button, usePopupFocus, useToast } from '../../ui/index.ts';
import { Empty, ErrorState, Loading, PageTabs } from '../../ui/parts/index.ts';

const kinds = ['message', 'notice', 'todo'] as const;
type Kind = (typeof kinds)[number];

/** Messages, notifications and to-dos with their unread counts. Opening moves the focus into the box; Escape closes it. */
export function MessageBox({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  usePopupFocus(box);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      ref={box}
      className="message-box"
      role="dialog"
      aria-label={t('console.nav.messages')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-testid="message-box"
    >
      {data ? (
        <Messages data={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Clears the messages of a type and offers to undo it. */
function useClearing(): (kind: Kind, asOf: number) => void {
  const t = useT();
  const toast = useToast();
  const clear = useClearMessages();
  // The client already shows why a call failed.
  const ignore = () => undefined;
  // Promises instead of callbacks, because they complete even when the box is closed meanwhile.
  return (type, asOf) =>
    void clear.mutateAsync({ type, until: asOf }).then(
      ({ until }) =>
        toast.success(t('console.messages.cleared', { kind: t(`console.messages.${type}`) }), {
          label: t('console.messages.undo'),
          run: () => void clear.mutateAsync({ type, until }).catch(ignore),
        }),
      ignore,
    );
}

/** The button becomes disabled when the messages are cleared, so the focus moves to the box. */
function keepFocus({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
}

function Messages({ data, onClose }: { readonly data: MessagePanelAnswer; readonly onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const clear = useClearing();
  const [kind, setKind] = useState<Kind>(() => kinds.find((name) => data.unread[name] > 0) ?? 'message');
  const list = data.messages.filter((message) => message.type === kind);
  const tabs = kinds.map((name) => ({ key: name, label: t(`console.messages.${name}`), count: data.unread[name] }));
  const open = (message: Message) => {
    if (message.status === 0) markRead.mutate({ id: message.id });
    if (!message.route) return;
    onClose();
    void navigate(message.route);
  };
  return (
    <>
      <PageTabs
        label={t('console.nav.messages')}
        tabs={tabs}
        active={kind}
        onChange={(key) => setKind(kinds.find((name) => name === key) ?? 'message')}
        extra={
          <Button
            type="text"
            size="small"
            disabled={list.length === 0 && data.unread[kind] === 0}
            onClick={(event) => {
              keepFocus(event);
              clear(kind, data.asOf);
            }}
          >
            {t('console.messages.clear')}
          </Button>
        }
      >
        {list.length === 0 ? (
          <Empty title={t('console.messages.none')} />
        ) : (
          <ul className="message-list">
            {list.map((message) => (
              <li key={message.id}>
                <MessageRow message={message} onOpen={() => open(message)} />
              </li>
            ))}
          </ul>
        )}
      </PageTabs>
      <div className="message-foot">
        <Button
          type="text"
          disabled={data.unread[kind] === 0}
          loading={markRead.isPending}
          onClick={() => markRead.mutate({ type: kind })}
        >
          {t('console.messages.allRead')}
        </Button>
        <Button
          type="text"
          onClick={() => {
            onClose();
            void navigate('/workplace#messages');
          }}
        >
          {t('console.messages.more')}
        </Button>
      </div>
    </>
  );
}
