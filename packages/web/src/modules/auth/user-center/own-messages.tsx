import { useNavigate } from 'react-router-dom';
import { useT } from '../../../app/i18n/index.ts';
import { MessageRow, useMarkRead, useMessages } from '../../../app/messages/index.ts';
import { Empty, ErrorState, Loading } from '../../../ui/parts/index.ts';
import { CenterCard } from './center-card.tsx';

const shown = 5;

/** What the platform told one last. */
export function OwnMessages() {
  const t = useT();
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const { data, error, refetch } = useMessages();
  const items = data?.messages.slice(0, shown) ?? [];
  return (
    <CenterCard title={t('console.nav.messages')} to="/workplace#messages" more={t('console.messages.more')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Loading />}
      {data && items.length === 0 ? <Empty title={t('console.messages.none')} /> : null}
      {items.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          onOpen={() => {
            if (message.status === 0) markRead.mutate({ id: message.id });
            if (message.route) void navigate(message.route);
          }}
        />
      ))}
    </CenterCard>
  );
}
