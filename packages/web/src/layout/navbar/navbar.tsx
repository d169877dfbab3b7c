import './navbar.css';
import { Link } from 'react-router-dom';
import { useConfig } from '../../app/api/index.ts';
import { useT } from '../../app/i18n/index.ts';
import { useAppearance } from '../../ui/appearance/index.ts';
import { IconMenuFold, IconSearch, IconSettings } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';
import { ToolRow } from '../../ui/parts/index.ts';
import { getPaletteKeys } from '../command-palette/use-palette-key.ts';
import { TopMenu } from '../menu/top-menu.tsx';
import { MessageBell } from '../message-box/message-bell.tsx';
import { AccountMenu } from './account-menu.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { LocaleMenu } from './locale-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface NavbarProps {
  readonly onOpenMenu: () => void;
  readonly onSearch: () => void;
}

/** The bar along the top: whose console it is, where one may go, and the tools of the frame. */
export function Navbar({ onOpenMenu, onSearch }: NavbarProps) {
  const t = useT();
  const { siteName } = useConfig();
  const { settings, change } = useAppearance();
  return (
    <header className="navbar">
      <div className="navbar-start">
        <Link to="/workplace" className="navbar-brand" aria-label={siteName}>
          <img src="/icon.svg" alt="" width="28" height="28" />
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
