import { admin, formatValue, type ScreenDefinition, localize as sayWords } from '@gantry/core';
import { useEffect, useMemo, useState } from 'react';
import { changePassword } from '../../modules/auth/account.tsx';
import { SignIn } from '../../modules/auth/sign-in.tsx';
import { keymaps } from '../keys/keymap.ts';
import { type Tui, TuiProvider } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import { useKeys } from '../parts/use-keys.ts';
import { listActionTargets } from '../screens/action-places.ts';
import { HelpPage } from '../screens/help-page.tsx';
import { Nav } from '../screens/nav.tsx';
import { type Command, Palette, paletteHeight } from '../screens/palette.tsx';
import { getPositions, listNavEntries, openScreens, type Place } from '../screens/places.ts';
import { ScreenView } from '../screens/screen-view.tsx';
import { findSettings } from '../screens/setting-places.ts';
import { Frame, Head } from './app-frame.tsx';
import { useScreenSize } from './use-screen-size.ts';
import { type TuiDeps, useTuiValue } from './use-tui-value.ts';

/** Columns from which the menu stands beside every screen, and from which it has room for its longest names. */
const navFrom = 110;
const navRoomyFrom = 160;
const navColumns = (columns: number) => (columns >= navRoomyFrom ? 40 : 26);

function commandsOf(tui: Tui): Command[] {
  const { t } = tui;
  return [
    { name: 'quit', words: t('tui.key.quit'), run: tui.quit },
    { name: 'logout', words: t('session.signOut'), run: () => void tui.signOut() },
    { name: 'zh', words: '中文', run: () => tui.speak('zh-CN') },
    { name: 'en', words: 'English', run: () => tui.speak('en-US') },
  ];
}

interface AppKeysProps {
  readonly tui: Tui;
  readonly screens: readonly ScreenDefinition[];
  readonly targets: readonly Place[];
  readonly depth: number;
  readonly onMenu: () => void;
}

/** Keys that work on every screen. */
function AppKeys({ tui, screens, targets, depth, onMenu }: AppKeysProps) {
  const help = () => {
    const shown = tui.hub.shown();
    void tui.open<void>('page', (close) => <HelpPage shown={shown} onDone={() => close()} />);
  };
  const command = () =>
    void tui.open<void>(paletteHeight, (close) => (
      <Palette targets={targets} screens={screens} commands={commandsOf(tui)} onGo={tui.go} onDone={() => close()} />
    ));
  const leave = depth > 1 ? { back: tui.back } : { quit: tui.quit };
  useKeys(keymaps.app, { command, menu: onMenu, help, ...leave }, { layer: 0 });
  return null;
}

/** The routes that exist for this person, as the menu and the command bar need them. */
function useNavigationTargets(tui: Tui, flags: Readonly<Record<string, string>>) {
  const { catalogue, rights, locale } = tui;
  const screens = useMemo(() => openScreens(catalogue, flags, rights), [catalogue, flags, rights]);
  const entries = useMemo(() => listNavEntries(screens, locale), [screens, locale]);
  const targets = useMemo(
    () => [getPositions, listActionTargets, findSettings].flatMap((of) => of(catalogue, screens, rights, locale)),
    [catalogue, screens, rights, locale],
  );
  return { screens, entries, targets };
}

/** A link to a place that the person may not open leads back to where it stood, and says why. */
function useClosedTargets(tui: Tui, closed: boolean) {
  const { localize, t, back } = tui;
  useEffect(() => {
    if (!closed) return;
    localize(t('reason.role'), 'warn');
    back();
  }, [closed, localize, t, back]);
}

/** Asks whoever must change their password for a new one as soon as they are in: nothing else is answered before. */
function useOwedPassword(tui: Tui) {
  const owing = tui.user?.mustChangePassword === true ? tui.user.id : null;
  const prompt = useEvent(() => {
    tui.localize(tui.t('tui.mustChange'), 'warn');
    void changePassword(tui);
  });
  useEffect(() => {
    if (owing !== null) prompt();
  }, [owing, prompt]);
}

/** The terminal interface: who one is, where one is, and what is open over it. */
export function App(props: TuiDeps) {
  const { connection } = props;
  const { tui, overlays, notice, history, signedOut, enter } = useTuiValue(props);
  const { locale } = tui;
  const size = useScreenSize();
  const [menu, setMenu] = useState(false);
  const { screens, entries, targets } = useNavigationTargets(tui, connection.site.flags);
  const { siteName } = connection.site;
  const { path } = history.route;
  const screen = screens.find((one) => one.path === path);
  const ready = !signedOut && tui.user !== null;
  useClosedTargets(tui, ready && screen === undefined && history.depth > 1);
  useOwedPassword(tui);
  const navWidth = !ready
    ? 0
    : size.columns >= navFrom
      ? navColumns(size.columns)
      : menu
        ? Math.min(size.columns, 40)
        : 0;
  const onNav = (to: string | null) => {
    setMenu(false);
    if (to !== null) tui.go(to);
  };
  const trail = ready && screen ? [sayWords(screen.label, locale)] : [];
  const role = formatValue(tui.user?.role, admin.fields.role, tui);
  const head = <Head siteName={siteName} trail={trail} role={role} server={connection.server} width={size.columns} />;
  const nav = navWidth > 0 && <Nav entries={entries} path={path} focused={menu} onDone={onNav} />;
  return (
    <TuiProvider value={tui}>
      <Frame size={size} head={head} nav={nav} navWidth={navWidth} overlays={overlays} notice={notice}>
        {signedOut && (
          <SignIn siteName={siteName} server={connection.server} username={connection.username} onSignedIn={enter} />
        )}
        {ready && (
          <ScreenView
            // Somebody else finds nothing of what was on the screen.
            key={`${tui.user?.id} ${history.depth} ${history.route.visit} ${path}`}
            route={history.route}
            onTab={history.setTab}
          />
        )}
      </Frame>
      {ready && (
        <AppKeys tui={tui} screens={screens} targets={targets} depth={history.depth} onMenu={() => setMenu(true)} />
      )}
    </TuiProvider>
  );
}
