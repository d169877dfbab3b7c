import './user-setting.css';
import { useSearchParams } from 'react-router-dom';
import { useFormat, useT } from '../../i18n/index.ts';
import { PageFrame, PageTabs } from '../../parts/index.ts';
import { useSession } from '../../session/index.ts';
import { OperationLog } from './operation-log.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

const tabs = { profile: Profile, security: Security, sessions: Sessions, tokens: Tokens, log: OperationLog } as const;
type Tab = keyof typeof tabs;

function tabOf(value: string | null): Tab {
  return value !== null && Object.hasOwn(tabs, value) ? (value as Tab) : 'profile';
}

/** One's own account: who one is, how one signs in, where one is signed in, and what one did. */
export function UserSetting() {
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const active = tabOf(params.get('tab'));
  const Body = tabs[active];
  const names = Object.keys(tabs) as Tab[];
  const registered = Date.parse(user.registrationDate);
  const facts = [
    [t('session.username'), user.username],
    [t('console.user.accountId'), user.accountId],
    [t('console.user.registered'), Number.isNaN(registered) ? user.registrationDate : format.time(registered)],
    [t('console.user.job'), user.jobName],
    [t('console.user.organization'), user.organizationName],
  ].filter(([, value]) => value);
  return (
    <PageFrame>
      <section className="card user-head">
        <span className="user-avatar" aria-hidden="true">
          {user.avatar ? <img src={user.avatar} alt="" /> : (user.name || user.username).slice(0, 1).toUpperCase()}
        </span>
        <div className="user-name">
          <strong>{user.name || user.username}</strong>
          <dl className="user-facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="card user-body" aria-label={t('console.nav.userSetting')}>
        <PageTabs
          label={t('console.nav.userSetting')}
          tabs={names.map((key) => ({ key, label: t(`console.user.${key}`) }))}
          active={active}
          onChange={(tab) => setParams({ tab })}
        >
          <Body />
        </PageTabs>
      </section>
    </PageFrame>
  );
}
