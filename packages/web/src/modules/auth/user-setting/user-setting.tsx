import './user-setting.css';
import { useSearchParams } from 'react-router-dom';
import { useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { PageFrame, PageTabs } from '../../../ui/parts/index.ts';
import { OperationLog } from './operation-log.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';
import { UserAvatar, UserFacts } from './user-facts.tsx';

const tabs = { profile: Profile, security: Security, sessions: Sessions, tokens: Tokens, log: OperationLog } as const;
type Tab = keyof typeof tabs;

function tabOf(value: string | null): Tab {
  return value !== null && Object.hasOwn(tabs, value) ? (value as Tab) : 'profile';
}

/** One's own account: who one is, how one signs in, where one is signed in, and what one did. */
export function UserSetting() {
  const t = useT();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const active = tabOf(params.get('tab'));
  const Body = tabs[active];
  const names = Object.keys(tabs) as Tab[];
  return (
    <PageFrame>
      <section className="card user-head">
        <UserAvatar />
        <div className="user-name">
          <strong>{user.name || user.username}</strong>
          <UserFacts />
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
