import './print.css';
import './shell.css';
import { useIsFetching } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Outlet, useBlocker, useLocation } from 'react-router-dom';
import { useConfig } from '../app/api/index.ts';
import { getPageKey } from '../app/catalog/open-tabs.ts';
import { useT } from '../app/i18n/index.ts';
import { type FrameContext, useScreen } from '../app/router/screens-context.tsx';
import { useSession, useUnsaved } from '../app/session/index.ts';
import { rememberPlace } from '../app/session/recent-places.ts';
import { useAppearance } from '../ui/appearance/index.ts';
import { IconMenuFold, IconMenuUnfold, IconSettings } from '../ui/icons.ts';
import { Button, IconButton } from '../ui/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { usePaletteKey } from './command-palette/use-palette-key.ts';
import { SideMenu } from './menu/side-menu.tsx';
import { Navbar } from './navbar/navbar.tsx';
import styles from './page-progress.module.css';
import { TabBar } from './tab-bar/tab-bar.tsx';

const ConfirmDialog = lazyPart(async () => ({
  default: (await import('../ui/parts/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Asks before the user leaves a page with unsaved changes by a link, a tab or the browser's back button. */
function LeaveGuard() {
  const t = useT();
  const unsaved = useUnsaved();
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      unsaved.any() && `${now.pathname}${now.search}` !== `${next.pathname}${next.search}`,
  );
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    unsaved.purge();
    blocker.proceed();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        title={t('console.leave.title')}
        okText={t('console.leave.go')}
        danger
        onConfirm={leave}
        onCancel={() => blocker.reset()}
      >
        {t('console.leave.text')}
      </ConfirmDialog>
    </Suspense>
  );
}

const CommandPalette = lazyPart(async () => ({
  default: (await import('./command-palette/command-palette.tsx')).CommandPalette,
}));
const MobileMenu = lazyPart(async () => ({ default: (await import('./menu/mobile-menu.tsx')).MobileMenu }));
const SettingsDrawer = lazyPart(async () => ({
  default: (await import('./settings-drawer/settings-drawer.tsx')).SettingsDrawer,
}));

/** Records each page visited in this tab for the palette. */
function useVisits(): void {
  const screen = useScreen();
  const { search } = useLocation();
  const { user } = useSession();
  const key = screen ? getPageKey(screen.path, search) : null;
  useEffect(() => {
    if (key !== null) rememberPlace(user.accountId, { key, title: '', place: '' });
  }, [key, user.accountId]);
}

/** The frame around every page: bar, menu, tabs, page and footer. */
export function Shell() {
  const t = useT();
  const { settings, change } = useAppearance();
  const [menuOpen, setMenuOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  usePaletteKey(setSearching);
  const frame = useMemo<FrameContext>(() => ({ openSearch: () => setSearching(true) }), []);
  useVisits();
  const sider = settings.menu && !settings.topMenu && !settings.hideMenu;
  const width = !sider ? 0 : settings.menuCollapse ? 48 : settings.menuWidth;
  const geometry = { '--sider': `${width}px`, '--navbar': settings.navbar ? '60px' : '0px' } as CSSProperties;
  return (
    <div className="shell" style={geometry} data-device={settings.device} data-menu={settings.menu}>
      <a className="skip-link" href="#page">
        {t('console.skip')}
      </a>
      {settings.navbar ? <Navbar onOpenMenu={() => setMenuOpen(true)} onSearch={() => setSearching(true)} /> : null}
      {sider ? <Sider /> : null}
      <BusyContent>
        {settings.tabBar ? <TabBar /> : null}
        <PreviewBanner />
        <Outlet context={frame} />
        {settings.footer ? <Footer /> : null}
      </BusyContent>
      {settings.navbar ? null : (
        <div className="floating-tools">
          {settings.menu && settings.hideMenu ? (
            <IconButton
              label={t('console.nav.openMenu')}
              icon={<IconMenuFold />}
              onClick={() => setMenuOpen(true)}
              type="primary"
              raw
            />
          ) : null}
          <IconButton
            label={t('console.nav.settings')}
            icon={<IconSettings />}
            type="primary"
            data-testid="floating-settings"
            onClick={() => change({ globalSettings: true })}
            raw
          />
        </div>
      )}
      <Suspense fallback={null}>
        {settings.hideMenu && settings.menu ? <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} /> : null}
        {settings.globalSettings ? <SettingsDrawer /> : null}
        {searching ? <CommandPalette onClose={() => setSearching(false)} /> : null}
      </Suspense>
      <LeaveGuard />
    </div>
  );
}

/** The side menu and the button that collapses it. */
function Sider() {
  const t = useT();
  const { settings, change } = useAppearance();
  const { menuCollapse } = settings;
  return (
    <aside className="sider" aria-label={t('console.nav.main')}>
      <div className="sider-scroll">
        <SideMenu collapsed={menuCollapse} />
      </div>
      <IconButton
        className="sider-fold"
        label={t(menuCollapse ? 'console.nav.expandMenu' : 'console.nav.collapseMenu')}
        icon={menuCollapse ? <IconMenuUnfold /> : <IconMenuFold />}
        aria-expanded={!menuCollapse}
        onClick={() => change({ menuCollapse: !menuCollapse })}
        raw
      />
    </aside>
  );
}

function Footer() {
  const { siteName, version } = useConfig();
  return (
    <footer className="shell-footer">
      {siteName}
      {version ? <span className="shell-version">{version}</span> : null}
    </footer>
  );
}

/** Shows that another role is being previewed, and a button that ends the preview. */
function PreviewBanner() {
  const t = useT();
  const { role, previewing, switchRole } = useSession();
  if (!previewing || role === '') return null;
  return (
    <div className="preview-banner" role="status">
      <span>{t('console.role.preview', { role: t(`console.role.${role}`) })}</span>
      <Button size="mini" onClick={switchRole}>
        {t('console.role.stop')}
      </Button>
    </div>
  );
}

/**
 * The content of the frame. It tracks the first load of code and data itself (refetches do not count), so that the rest of the
 * frame does not render again.
 */
function BusyContent({ children }: { readonly children: ReactNode }) {
  const busy = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  return (
    <>
      {busy ? <PageProgress /> : null}
      <div className="shell-content" aria-busy={busy}>
        {children}
      </div>
    </>
  );
}

/** A thin bar at the top during loading. Short loads do not show it. */
function PageProgress() {
  const t = useT();
  return (
    <div className={styles.pageProgress} role="progressbar" aria-label={t('common.loading')} data-testid="progress" />
  );
}
