import '../user-setting/user-setting.css';
import './user-center.css';
import { type OperationLogAnswer, roles, type SessionItem, sessionCalls, type TokenItem } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { useClient } from '../../../app/api/index.ts';
import { useFormat, useT } from '../../../app/i18n/index.ts';
import { MessageRow, useMarkRead, useMessages } from '../../../app/messages/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { Tag } from '../../../ui/index.ts';
import { Empty, ErrorState, Loading, PageFrame } from '../../../ui/parts/index.ts';
import { OperationTable } from '../user-setting/operation-table.tsx';
import { UserAvatar, UserFacts } from '../user-setting/user-facts.tsx';
import { CenterCard } from './center-card.tsx';

const shown = 5;

/** The latest notifications of the user. */
function OwnMessages() {
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

/** The user's profile, latest actions, notifications, and account protection. They are changed in the user settings. */
export function UserCenter() {
  const t = useT();
  const { user, ownRole } = useSession();
  const role = roles.find((name) => name === ownRole);
  const edit = (
    <Link className="plain-link" to="/user/setting?tab=profile">
      {t('console.user.edit')}
    </Link>
  );
  return (
    <PageFrame actions={edit}>
      <section className="card user-head center-head" aria-label={t('console.user.profile')}>
        <UserAvatar />
        <div className="user-name">
          <strong>{user.name || user.username}</strong> {role ? <Tag>{t(`console.role.${role}`)}</Tag> : null}
          <UserFacts all />
          {user.introduction ? <p className="center-intro">{user.introduction}</p> : null}
        </div>
      </section>
      <div className="center-grid">
        <RecentWork />
        <div className="center-side">
          <SignInSafety />
          <OwnMessages />
        </div>
      </div>
    </PageFrame>
  );
}

interface Items<T> {
  readonly items: readonly T[];
}

/** Account protection: two-factor, active sessions, tokens. */
function SignInSafety() {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const { user } = useSession();
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: () => client.call<Items<SessionItem>>(sessionCalls.sessionList.path, {}, { quiet: true }),
  });
  const tokens = useQuery({
    queryKey: ['own-tokens'],
    queryFn: () => client.call<Items<TokenItem>>(sessionCalls.tokenList.path, {}, { quiet: true }),
  });
  const here = sessions.data?.items.find(({ current }) => current);
  return (
    <CenterCard title={t('console.user.security')} to="/user/setting?tab=security" more={t('console.user.change')}>
      <dl className="center-safety">
        <div>
          <dt>{t('console.user.twoFactor')}</dt>
          <dd>
            <Tag color={user.totpEnabled ? 'green' : 'orange'}>{t(user.totpEnabled ? 'common.on' : 'common.off')}</Tag>
          </dd>
        </div>
        <div>
          <dt>{t('console.user.sessions')}</dt>
          <dd>{sessions.data?.items.length ?? '-'}</dd>
        </div>
        <div>
          <dt>{t('console.user.tokens')}</dt>
          <dd>{tokens.data?.items.length ?? '-'}</dd>
        </div>
        <div>
          <dt>{t('console.user.began')}</dt>
          <dd>{here ? format.time(here.createdAt) : '-'}</dd>
        </div>
      </dl>
    </CenterCard>
  );
}

const shownAtMost = 10;

/** The user's latest actions. */
export function RecentWork() {
  const t = useT();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['own-operations', shownAtMost],
    queryFn: () =>
      client.call<OperationLogAnswer>(sessionCalls.operationLog.path, { pageSize: shownAtMost }, { quiet: true }),
  });
  return (
    <CenterCard title={t('console.user.recent')} to="/user/setting?tab=log" more={t('console.user.all')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        data.items.length > 0 ? (
          <div className="center-scroll">
            <OperationTable items={data.items} />
          </div>
        ) : (
          <Empty title={t('console.user.noLog')} />
        )
      ) : error ? null : (
        <Loading />
      )}
    </CenterCard>
  );
}
