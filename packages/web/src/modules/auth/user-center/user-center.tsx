import '../user-setting/user-setting.css';
import './user-center.css';
import { roles } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { Tag } from '../../../ui/index.ts';
import { PageFrame } from '../../../ui/parts/index.ts';
import { UserAvatar, UserFacts } from '../user-setting/user-facts.tsx';
import { OwnMessages } from './own-messages.tsx';
import { RecentWork } from './recent-work.tsx';
import { SignInSafety } from './sign-in-safety.tsx';

/** Who one is, what one did last, what one was told, and how the account is kept. Changing it is the user settings' work. */
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
