import { Suspense, useRef, useState } from 'react';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { useUnread } from '../../app/messages/index.ts';
import { IconNotification } from '../../ui/icons.ts';
import { IconButton, Trigger } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const MessageBox = lazyPart(async () => ({ default: (await import('./message-box.tsx')).MessageBox }));

const maxShown = 99;

/** The bell, with how many messages are unread. */
export function MessageBell() {
  const t = useT();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const host = useRef<HTMLSpanElement>(null);
  const unread = useUnread();
  const label = unread > 0 ? t('console.nav.unread', { count: unread }) : t('console.nav.messages');
  const close = () => {
    setOpen(false);
    host.current?.querySelector('button')?.focus();
  };
  return (
    <Trigger
      trigger="click"
      position="br"
      popupAlign={{ bottom: 10 }}
      popupVisible={open}
      onVisibleChange={setOpen}
      escToClose
      popup={() => (
        <Suspense fallback={null}>
          <MessageBox onClose={close} />
        </Suspense>
      )}
    >
      <span ref={host} className="bell">
        <IconButton
          label={label}
          icon={<IconNotification />}
          type="outline"
          shape="circle"
          aria-haspopup="dialog"
          aria-expanded={open}
          data-testid="bell"
        />
        {unread > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {unread > maxShown ? `${maxShown}+` : format.number(unread)}
          </span>
        ) : null}
      </span>
    </Trigger>
  );
}
