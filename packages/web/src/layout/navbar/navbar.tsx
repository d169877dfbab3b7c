import './navbar.css';
import { type Locale, locales } from '@gantry/core';
import { Suspense, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useConfig, usePictureUrl } from '../../app/api/index.ts';
import { basePath } from '../../app/base-path.ts';
import { useFormat, useLocale, useT } from '../../app/i18n/index.ts';
import { useUnread } from '../../app/messages/index.ts';
import { useSession } from '../../app/session/index.ts';
import { useAppearance } from '../../ui/appearance/index.ts';
import {
  IconExport,
  IconLanguage,
  IconMenuFold,
  IconMoonFill,
  IconNotification,
  IconSearch,
  IconSettings,
  IconSunFill,
  IconUser,
  IconUserGroup,
} from '../../ui/icons.ts';
import { IconButton, MenuButton, Trigger, useToast } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolRow } from '../../ui/parts/index.ts';
import { getPaletteKeys } from '../command-palette/use-palette-key.ts';
import { TopMenu } from '../menu/top-menu.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { useChangeLocale } from './use-change-locale.ts';

const MessageBox = lazyPart(async () => ({ default: (await import('../message-box/message-box.tsx')).MessageBox }));

const maxShown = 99;

/** The bell with the number of unread messages. */
function MessageBell() {
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

const names: Readonly<Record<Locale, string>> = { 'zh-CN': '中文', 'en-US': 'English' };

/** The languages, each with its own name. */
function LocaleMenu() {
  const t = useT();
  const current = useLocale();
  const changeLocale = useChangeLocale();
  const items = locales.map((locale) => ({
    key: locale,
    label: <span lang={locale}>{names[locale]}</span>,
    checked: locale === current,
    onSelect: () => changeLocale(locale),
  }));
  return (
    <MenuButton label={t('console.nav.locale')} items={items}>
      <IconButton label={t('console.nav.locale')} icon={<IconLanguage />} type="outline" shape="circle" />
    </MenuButton>
  );
}

interface NavbarProps {
  readonly onOpenMenu: () => void;
  readonly onSearch: () => void;
}

/** The top bar: brand, navigation and the tools of the frame. */
export function Navbar({ onOpenMenu, onSearch }: NavbarProps) {
  const t = useT();
  const { siteName } = useConfig();
  const { settings, change } = useAppearance();
  return (
    <header className="navbar">
      <div className="navbar-start">
        <Link to="/workplace" className="navbar-brand" aria-label={siteName}>
          <img src={`${basePath}/icon.svg`} alt="" width="28" height="28" />
          <span>{siteName}</span>
        </Link>
        {settings.hideMenu && settings.menu ? (
          <IconButton label={t('console.nav.openMenu')} icon={<IconMenuFold />} onClick={onOpenMenu} raw />
        ) : null}
      </div>
      {settings.topMenu && settings.menu && !settings.hideMenu ? <TopMenu /> : null}
      <ToolRow className="navbar-tools" label={t('console.nav.tools')}>
        <IconButton
          label={t('console.nav.searchKeys', { keys: getPaletteKeys() })}
          icon={<IconSearch />}
          type="outline"
          shape="circle"
          onClick={onSearch}
        />
        <LocaleMenu />
        <ThemeToggle />
        <MessageBell />
        <FullScreenButton />
        <IconButton
          label={t('console.nav.settings')}
          icon={<IconSettings />}
          type="outline"
          shape="circle"
          onClick={() => change({ globalSettings: true })}
        />
        <AccountMenu />
      </ToolRow>
    </header>
  );
}

/** Shows the theme that a click switches to. */
function ThemeToggle() {
  const t = useT();
  const { settings, setTheme } = useAppearance();
  const dark = settings.theme === 'dark';
  return (
    <IconButton
      label={t(dark ? 'console.nav.toLight' : 'console.nav.toDark')}
      icon={dark ? <IconSunFill /> : <IconMoonFill />}
      type="outline"
      shape="circle"
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}

/** The signed-in user: role preview, profile pages and sign-out. */
function AccountMenu() {
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
  const url = usePictureUrl();
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
          <img src={url(user.avatar)} alt="" />
        ) : (
          <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
        )}
      </button>
    </MenuButton>
  );
}
