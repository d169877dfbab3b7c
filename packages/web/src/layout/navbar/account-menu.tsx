import { useNavigate } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { IconExport, IconSettings, IconUser, IconUserGroup } from '../../ui/icons.ts';
import { MenuButton, useToast } from '../../ui/index.ts';

/** Who is signed in; role preview, own pages, and the way out. */
export function AccountMenu() {
  const t = useT();
  const toast = useToast();
  const navigate = useNavigate();
  const { user, role, switchRole, signOut } = useSession();
  const switchAndSay = () => {
    switchRole();
    toast.success(t(role === 'admin' ? 'console.role.user' : 'console.role.admin'));
  };
  const leave = async () => {
    await signOut();
    toast.success(t('session.signedOut'));
  };
  const items = [
    { key: 'role', label: t('console.nav.switchRole'), icon: <IconUserGroup />, onSelect: switchAndSay },
    {
      key: 'center',
      label: t('console.nav.userCenter'),
      icon: <IconUser />,
      onSelect: () => void navigate('/user/info'),
    },
    {
      key: 'setting',
      label: t('console.nav.userSetting'),
      icon: <IconSettings />,
      onSelect: () => void navigate('/user/setting'),
    },
    {
      key: 'out',
      label: t('session.signOut'),
      icon: <IconExport />,
      divided: true,
      onSelect: () => void leave(),
    },
  ];
  const name = user.name || user.username;
  return (
    <MenuButton label={t('console.nav.account', { name })} items={items}>
      <button
        type="button"
        className="avatar-button"
        aria-haspopup="menu"
        aria-label={t('console.nav.account', { name })}
        data-testid="account"
      >
        {user.avatar ? (
          <img src={user.avatar} alt="" />
        ) : (
          <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
        )}
      </button>
    </MenuButton>
  );
}
