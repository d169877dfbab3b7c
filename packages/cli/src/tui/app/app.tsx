import { admin, canCall, formatValue, isReadOnly, localize, memoryPanel, type ScreenDefinition } from '@gantry/core';
import { Box, Text } from 'ink';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { changePassword } from '../../modules/auth/account.tsx';
import { SignIn } from '../../modules/auth/sign-in.tsx';
import { SystemPage } from '../../modules/workplace/system-page.tsx';
import { escapeControls } from '../../output/wrap-text.ts';
import type { TerminalSize } from '../driver/ink-stdout.ts';
import { keymaps } from '../keys/keymap.ts';
import { applyTone, highlightSelected, renderAccent, renderBold, renderDim, themeNames } from '../parts/colors.ts';
import { Footer } from '../parts/footer.tsx';
import { cut, measureWidth } from '../parts/marks.ts';
import {
  AreaProvider,
  LayerProvider,
  type ListedProfile,
  type OverlayShape,
  ShownProvider,
  type Tui,
  TuiProvider,
  useTui,
} from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import { useKeys } from '../parts/use-keys.ts';
import { listActionTargets } from '../screens/action-targets.ts';
import { HelpPage } from '../screens/help-page.tsx';
import { Nav } from '../screens/nav.tsx';
import {
  listNavEntries,
  listPermittedScreens,
  listScreenTargets,
  type NavigationTarget,
} from '../screens/navigation-targets.ts';
import { type Command, Palette, paletteHeight } from '../screens/palette.tsx';
import { ScreenView } from '../screens/screen-view.tsx';
import { listSettingTargets } from '../screens/setting-targets.ts';
import { type Notice, type Overlay, useScreenSize } from './use-overlays.tsx';
import { type TuiDeps, useTuiValue } from './use-tui-value.ts';

/** Lines around the body: the header and its rule, the message line and the footer. */
const frameLines = 4;

interface HeaderProps {
  readonly siteName: string;
  readonly trail: readonly string[];
  /** The label of the role of the signed-in user; empty when no one is signed in. */
  readonly role: string;
  readonly server: string;
  readonly width: number;
}

/** The header: site, modes and breadcrumb on the left; user, role and server on the right. */
function Header({ siteName, trail, role, server, width }: HeaderProps) {
  const { marks, user, production, readOnly, rights, t } = useTui();
  const site = ` ${cut(escapeControls(siteName), 20, marks)} `;
  const modes = [
    ...(production === null ? [] : [t('tui.production')]),
    ...(readOnly || isReadOnly(rights) ? [t('tui.readOnly')] : []),
  ];
  const warning = modes.length === 0 ? '' : `  ${modes.join(marks.separator)} `;
  const path = trail.join(` ${marks.arrow} `);
  const identity = [user ? escapeControls(user.name || user.username) : '', role, server.replace(/^https?:\/\//, '')]
    .filter((part) => part !== '')
    .join(marks.separator);
  const right = cut(
    identity,
    Math.max(0, width - measureWidth(site) - measureWidth(warning) - measureWidth(path) - 5),
    marks,
  );
  const left = cut(path, Math.max(0, width - measureWidth(site) - measureWidth(warning) - 4), marks);
  const space = ' '.repeat(
    Math.max(1, width - measureWidth(site) - measureWidth(warning) - measureWidth(left) - measureWidth(right) - 3),
  );
  return (
    <Box flexDirection="column" height={2} flexShrink={0}>
      <Text wrap="truncate">{`${highlightSelected(renderBold(site))}${applyTone(renderBold(warning), 'bad')}  ${renderAccent(renderBold(left))}${space}${renderDim(right)}`}</Text>
      <Text>{renderDim(marks.line.repeat(width))}</Text>
    </Box>
  );
}

interface FrameProps {
  readonly size: TerminalSize;
  readonly head: ReactNode;
  readonly nav: ReactNode;
  readonly navWidth: number;
  readonly overlays: readonly Overlay[];
  readonly notice: Notice | null;
  readonly children: ReactNode;
}

function NoticeLine({ notice, width }: { notice: Notice | null; width: number }) {
  const { marks } = useTui();
  if (!notice) return <Text> </Text>;
  return <Text>{` ${applyTone(cut(escapeControls(notice.text), width - 2, marks), notice.tone)}`}</Text>;
}

function measureShape(shape: OverlayShape, width: number): number {
  if (shape === 'page') return 0;
  return typeof shape === 'number' ? shape : shape(width);
}

/** Maximum height of a sheet in lines: some of the screen above stays visible, unless the window is too low for both. */
const getMaxSheetHeight = (height: number) => Math.max(Math.min(6, height - 2), height - 4);

/**
 * The layout of the interface: header, navigation, body, message line and footer. Pages cover the screen; sheets are docked below
 * it.
 */
export function Frame({ size, head, nav, navWidth, overlays, notice, children }: FrameProps) {
  const { marks } = useTui();
  const width = size.columns;
  const height = Math.max(3, size.rows - 1 - frameLines);
  const bodyWidth = width - navWidth;
  const sheets = overlays.filter((overlay) => overlay.shape !== 'page');
  const sheet = sheets.at(-1);
  const sheetHeight =
    sheet && overlays.at(-1) === sheet ? Math.min(measureShape(sheet.shape, width), getMaxSheetHeight(height)) : 0;
  const pages = overlays.filter((overlay) => overlay.shape === 'page');
  const space = { width: bodyWidth, height: marks.accessible ? height : height - sheetHeight };
  const layers = [
    { id: 0, layer: 1, node: children, area: space, shown: pages.length === 0 },
    ...overlays.map((overlay, at) => ({
      id: overlay.id,
      layer: at + 2,
      node: overlay.node,
      area: overlay.shape === 'page' ? space : { width, height: sheetHeight },
      shown: overlay.shape === 'page' ? overlay === pages.at(-1) : overlay === sheet && sheetHeight > 0,
      sheet: overlay.shape !== 'page',
    })),
  ];
  const renderLayer = (one: (typeof layers)[number]) => (
    <Box key={one.id} display={one.shown ? 'flex' : 'none'} flexDirection="column">
      <LayerProvider value={one.layer}>
        <ShownProvider value={one.shown}>
          <AreaProvider value={one.area}>{one.node}</AreaProvider>
        </ShownProvider>
      </LayerProvider>
    </Box>
  );
  return (
    <Box flexDirection="column" width={width} height={size.rows - 1} overflow="hidden">
      {head}
      <Box height={space.height} width={width} overflow="hidden">
        <AreaProvider value={{ width: navWidth, height: space.height }}>{nav}</AreaProvider>
        <Box flexDirection="column" width={bodyWidth} height={space.height} overflow="hidden">
          {layers.filter((one) => !('sheet' in one && one.sheet)).map(renderLayer)}
        </Box>
      </Box>
      {layers.filter((one) => 'sheet' in one && one.sheet).map(renderLayer)}
      <NoticeLine notice={notice} width={width} />
      <Footer width={width} />
    </Box>
  );
}

/**
 * Minimum width of the terminal, in columns, for the navigation beside every screen, and for a wide navigation that shows long
 * names.
 */
const navMinColumns = 110;
const wideNavMinColumns = 160;
const getNavWidth = (columns: number) => (columns >= wideNavMinColumns ? 40 : 26);

const formatInUse = ({ t, marks }: Tui) => `${t('tui.inUse')}${marks.separator}`;

/** Commands that switch to another profile; the profile in use comes last. */
function listProfileCommands(tui: Tui): Command[] {
  const command = ({ name, server, isProduction }: ListedProfile): Command => {
    const isHere = name === tui.profile;
    const mark = isProduction ? `${tui.t('tui.production')}${tui.marks.separator}` : '';
    return {
      name: `profile ${name}`,
      label: (isHere ? formatInUse(tui) : '') + mark + server,
      run: () => (isHere ? undefined : tui.goToProfile(name)),
    };
  };
  const others = tui.profiles.filter(({ name }) => name !== tui.profile);
  return [...others, ...tui.profiles.filter(({ name }) => name === tui.profile)].map(command);
}

function listCommands(tui: Tui): Command[] {
  const { t } = tui;
  const other = tui.locale === 'zh-CN' ? 'en-US' : 'zh-CN';
  const system = localize(memoryPanel.label, tui.locale);
  const openSystem = () => void tui.open<void>('page', (close) => <SystemPage onDone={() => close()} />);
  return [
    { name: 'quit', label: t('tui.key.quit'), run: tui.quit },
    { name: 'logout', label: t('session.signOut'), run: () => void tui.signOut() },
    { name: 'q', label: t('tui.key.quit'), run: tui.quit },
    ...(canCall(tui.rights, memoryPanel) ? [{ name: 'system', label: system, run: openSystem }] : []),
    { name: 'lang', label: t('tui.changeLanguage'), run: () => tui.changeLanguage(other) },
    ...listProfileCommands(tui),
    ...themeNames.map((name) => ({
      name: `theme ${name}`,
      label: (name === tui.theme ? formatInUse(tui) : '') + t(`tui.theme.${name}`),
      run: () => tui.changeTheme(name),
    })),
    { name: 'zh', label: '中文', run: () => tui.changeLanguage('zh-CN') },
    { name: 'en', label: 'English', run: () => tui.changeLanguage('en-US') },
  ];
}

interface AppKeysProps {
  readonly tui: Tui;
  readonly screens: readonly ScreenDefinition[];
  /** What the command bar finds; computed when it is first opened. */
  readonly targets: () => readonly NavigationTarget[];
  readonly depth: number;
  readonly onMenu: () => void;
}

/** Keys that work on every screen. */
function AppKeys({ tui, screens, targets, depth, onMenu }: AppKeysProps) {
  const getHelp = () => {
    const shown = tui.hub.shown();
    void tui.open<void>('page', (close) => <HelpPage shown={shown} onDone={() => close()} />);
  };
  const command = () =>
    void tui.open<void>(paletteHeight, (close) => (
      <Palette
        targets={targets()}
        screens={screens}
        commands={listCommands(tui)}
        onGo={tui.go}
        onDone={() => close()}
      />
    ));
  const leaveHandlers = depth > 1 ? { back: tui.back } : { quit: tui.quit };
  useKeys(keymaps.app, { command, menu: onMenu, help: getHelp, ...leaveHandlers }, { layer: 0 });
  return null;
}

/** The screens that the user may open, as entries of the navigation and as targets of the command bar. */
function useNavigationTargets(tui: Tui, flags: Readonly<Record<string, string>>) {
  const { catalogue, rights, locale } = tui;
  const screens = useMemo(() => listPermittedScreens(catalogue, flags, rights), [catalogue, flags, rights]);
  const entries = useMemo(() => listNavEntries(screens, locale), [screens, locale]);
  const targets = useMemo(() => {
    let found: readonly NavigationTarget[] | null = null;
    const list = () =>
      [listScreenTargets, listActionTargets, listSettingTargets].flatMap((listTargets) =>
        listTargets(catalogue, screens, rights, locale),
      );
    return () => {
      found ??= list();
      return found;
    };
  }, [catalogue, screens, rights, locale]);
  return { screens, entries, targets };
}

/** Goes back and shows the reason after a link to a screen that the user may not open. */
function useForbiddenRoute(tui: Tui, isForbidden: boolean) {
  const { notify, t, back } = tui;
  useEffect(() => {
    if (!isForbidden) return;
    notify(t('reason.role'), 'warn');
    back();
  }, [isForbidden, notify, t, back]);
}

/** Opens the password form after sign-in when the user must change the password; the server rejects other calls until then. */
function useRequiredPasswordChange(tui: Tui) {
  const userId = tui.user?.mustChangePassword === true ? tui.user.id : null;
  const prompt = useEvent(() => {
    tui.notify(tui.t('tui.mustChange'), 'warn');
    void changePassword(tui);
  });
  useEffect(() => {
    if (userId !== null) prompt();
  }, [userId, prompt]);
}

/** The terminal interface: the sign-in page or the current screen, and the overlays over it. */
export function App(props: TuiDeps) {
  const { connection } = props;
  const { tui, overlays, notice, history, signedOut, signIn } = useTuiValue(props);
  const { locale } = tui;
  const size = useScreenSize();
  const [menu, setMenu] = useState(false);
  const { screens, entries, targets } = useNavigationTargets(tui, connection.site.flags);
  const { siteName } = connection.site;
  const { path } = history.route;
  const screen = screens.find((one) => one.path === path);
  const ready = !signedOut && tui.user !== null;
  useForbiddenRoute(tui, ready && screen === undefined && history.depth > 1);
  useRequiredPasswordChange(tui);
  const navWidth = !ready
    ? 0
    : size.columns >= navMinColumns
      ? getNavWidth(size.columns)
      : menu
        ? Math.min(size.columns, 40)
        : 0;
  const onNav = (to: string | null) => {
    setMenu(false);
    if (to !== null) tui.go(to);
  };
  const trail = ready && screen ? [localize(screen.label, locale)] : [];
  const role = formatValue(tui.user?.role, admin.fields.role, tui);
  const head = <Header siteName={siteName} trail={trail} role={role} server={connection.server} width={size.columns} />;
  const nav = navWidth > 0 && <Nav entries={entries} path={path} focused={menu} onDone={onNav} />;
  return (
    <TuiProvider value={tui}>
      <Frame size={size} head={head} nav={nav} navWidth={navWidth} overlays={overlays} notice={notice}>
        {signedOut && (
          <SignIn siteName={siteName} server={connection.server} username={connection.username} onSignedIn={signIn} />
        )}
        {ready && (
          <ScreenView
            // The key contains the user, so that the state of a screen is not shown to another one.
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
