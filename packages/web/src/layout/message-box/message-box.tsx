import './message-box.css';
import type { Message, MessagePanelAnswer } from '@gantry/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT } from '../../i18n/index.ts';
import { MessageRow, useMarkRead, useMessages } from '../../messages/index.ts';
import { Empty, ErrorState, Loading, PageTabs } from '../../parts/index.ts';
import { Button, usePopupFocus } from '../../ui/index.ts';

const kinds = ['message', 'notice', 'todo'] as const;
type Kind = (typeof kinds)[number];

/** Messages, notices and to-dos, with their real counts. Focus goes in, Escape leaves. */
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

function Messages({ data, onClose }: { readonly data: MessagePanelAnswer; readonly onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const markRead = useMarkRead();
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
