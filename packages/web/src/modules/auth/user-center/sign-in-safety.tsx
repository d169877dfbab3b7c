import { type SessionItem, sessionCalls, type TokenItem } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../app/api/index.ts';
import { useFormat, useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { Tag } from '../../../ui/index.ts';
import { CenterCard } from './center-card.tsx';

interface Items<T> {
  readonly items: readonly T[];
}

/** How one's account is kept: the second factor, open sessions, tokens. */
export function SignInSafety() {
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
