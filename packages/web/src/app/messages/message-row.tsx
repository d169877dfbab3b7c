import './message-row.css';
import type { Message } from '@gantry/core';
import { Tag } from '../../ui/index.ts';
import { usePictureUrl } from '../api/index.ts';
import { useT } from '../i18n/index.ts';

const tones = ['gray', 'green', 'arcoblue', 'red'] as const;
const states = ['state0', 'state1', 'state2', 'state3'] as const;

/** One message: its title, its status, and whether it was read. */
export function MessageRow({ message, onOpen }: { readonly message: Message; readonly onOpen: () => void }) {
  const t = useT();
  const url = usePictureUrl();
  const unread = message.status === 0;
  const state = states[message.messageType];
  return (
    <button type="button" className={unread ? 'message unread' : 'message'} onClick={onOpen}>
      {message.avatar ? <img className="message-avatar" src={url(message.avatar)} alt="" /> : null}
      <span className="message-body">
        <span className="message-title">
          {unread ? <span className="message-dot" role="img" aria-label={t('console.messages.unread')} /> : null}
          <span className="message-name">{message.title}</span>
          {message.subTitle ? <span className="message-sub">{message.subTitle}</span> : null}
          {state && message.messageType > 0 ? (
            <Tag size="small" color={tones[message.messageType] ?? 'gray'}>
              {t(`console.messages.${state}`)}
            </Tag>
          ) : null}
        </span>
        <span className="message-content">{message.content}</span>
        <time className="message-time">{message.time}</time>
      </span>
    </button>
  );
}
