import { catalogue, defaultCurrency, type Locale, type ResponseError, type Rights, type Translate } from '@gantry/core';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { CursorControl } from '../driver/frame-writer.ts';
import type { KeyHub } from '../driver/key-hub.ts';
import { createWriteKeys, type WriteKeys } from '../keys/write-keys.ts';
import { createActionLog } from '../parts/action-log.ts';
import type { ThemeName } from '../parts/colors.ts';
import type { Marks } from '../parts/marks.ts';
import type { Tui, TuiKey } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import { parseDeepLink } from '../resource/deep-link.ts';
import { parseRoute, type Route } from '../screens/screen-view.tsx';
import type { Connection } from './connect.ts';
import { useNotice, useOverlays } from './use-overlays.tsx';
import { useReactions } from './use-reactions.tsx';
import { useUser } from './use-user.tsx';
import { createFileOpener, createWrites } from './use-writes.tsx';

export interface TuiDeps {
  readonly connection: Connection;
  readonly hub: KeyHub;
  readonly cursor: CursorControl;
  readonly marks: Marks;
  readonly locale: Locale;
  readonly t: Translate<TuiKey>;
  readonly timeZone: string;
  /** Loads the translations of another language. */
  readonly loadTranslations: (locale: Locale) => Promise<Translate<TuiKey>>;
  readonly themes: ThemeSwitch;
  readonly onQuit: () => void;
  /** Disconnects and connects to the server of another profile. */
  readonly onProfile: (name: string) => void;
  readonly onCopy: (text: string) => void;
}

/** The theme in use. It changes when the user chooses one, and when the terminal reports its background. */
export interface ThemeSwitch {
  name(): ThemeName;
  change(name: ThemeName): void;
  /** Increases with every change of colors. */
  version(): number;
  subscribe(listener: () => void): () => void;
}

const home = '/workplace';
const noRights: Rights = { role: '', permissionSet: [] };

function useLanguage({ connection, locale, t, loadTranslations }: TuiDeps) {
  const [language, setLanguage] = useState({ locale, t });
  const changeLanguage = useEvent((next: Locale) => {
    connection.setLocale(next);
    void loadTranslations(next).then((translate) => setLanguage({ locale: next, t: translate }));
  });
  return { ...language, changeLanguage };
}

/** The theme, as an object that is replaced whenever colors change, so that everything is drawn again. */
function useTheme(themes: ThemeSwitch): Pick<Tui, 'theme' | 'changeTheme'> {
  const version = useSyncExternalStore(themes.subscribe, themes.version);
  return useMemo(() => ({ theme: themes.name(), changeTheme: themes.change, version }), [themes, version]);
}

/** The values that do not change while the interface is connected to a server. */
function useConnectionValues({ connection, hub, cursor, marks, timeZone }: TuiDeps, keys: WriteKeys) {
  const [memory] = useState(() => new Map<string, unknown>());
  const [actionLog] = useState(createActionLog);
  return useMemo(() => {
    const { client, session, production, readOnly, profile, profiles, site } = connection;
    const currency = site.currency ?? defaultCurrency;
    return {
      ...{ catalogue, client, session, hub, cursor, marks, timeZone, currency, memory, actionLog },
      ...{ production, readOnly, profile, profiles, getWriteKey: keys.get },
    };
  }, [connection, hub, cursor, marks, timeZone, memory, actionLog, keys]);
}

/** The values that all components share: a new object when the language, the theme or the user changes. */
export function useTuiValue(deps: TuiDeps) {
  const { connection } = deps;
  const [keys] = useState(createWriteKeys);
  const connectionValues = useConnectionValues(deps, keys);
  const { client, session, memory, actionLog } = connectionValues;
  const { overlays, open, closeAll } = useOverlays();
  const { notice, notify } = useNotice();
  const history = useHistory(home);
  const { locale, t, changeLanguage } = useLanguage(deps);
  const resetState = () => {
    memory.clear();
    actionLog.clear();
    keys.clear();
    closeAll();
    history.reset();
  };
  const { user, signedOut, endSession, signInAgain, completeSignIn, signIn } = useUser(deps, { open, resetState });
  const react: (error: ResponseError) => void = useReactions({ open, notify, t, signInAgain });
  useEffect(() => connection.onFailure(react), [connection, react]);
  const quit = useEvent(deps.onQuit);
  const goToProfile = useEvent(deps.onProfile);
  const theme = useTheme(deps.themes);
  const copy = useEvent((text: string) => {
    deps.onCopy(text);
    notify(t('common.copied'), 'good');
  });
  const signOut = useEvent(async () => {
    await session.signOut();
    endSession();
    notify(t('session.signedOut'), 'good');
  });
  const { go, back } = history;
  const actions = useMemo(
    () => ({ open, notify, go, back, quit, copy, completeSignIn, signOut, changeLanguage, goToProfile }),
    [open, notify, go, back, quit, copy, completeSignIn, signOut, changeLanguage, goToProfile],
  );
  const write = useMemo(() => createWrites(client, open, t, react, keys), [client, open, t, react, keys]);
  const openFile = useMemo(() => createFileOpener(client, open, t, connection.openFile), [client, open, t, connection]);
  const rights = user ?? noRights;
  const tui: Tui = useMemo(
    () => ({ ...connectionValues, ...actions, ...theme, locale, t, write, openFile, user, role: rights.role, rights }),
    [connectionValues, actions, theme, locale, t, write, openFile, user, rights],
  );
  return { tui, overlays, notice, history, signedOut, signIn };
}

/** The current route and those before it; the first one is `home`. */
export function useHistory(home: string) {
  const [routes, setRoutes] = useState<readonly Route[]>([parseRoute(home)]);
  const visits = useRef(0);
  const go = useCallback((link: string) => {
    const route = parseRoute(link);
    visits.current += 1;
    const visit = visits.current;
    setRoutes((known) => {
      const here = known.at(-1);
      const isHere = here?.path === route.path && here.search === route.search && here.tab === route.tab;
      // A link to the current list adds no entry. A link that opens something on that list opens it every time.
      if (!isHere) return [...known, { ...route, visit }];
      return parseDeepLink(route.search) === null ? known : [...known.slice(0, -1), { ...route, visit }];
    });
  }, []);
  const back = useCallback(() => setRoutes((known) => (known.length > 1 ? known.slice(0, -1) : known)), []);
  // The filter of a link applies only to the tab that the link names.
  const setTab = useCallback(
    (tab: number) =>
      setRoutes((known) => known.map((route, at) => (at === known.length - 1 ? { ...route, tab, search: '' } : route))),
    [],
  );
  const reset = useCallback(() => setRoutes([parseRoute(home)]), [home]);
  return { route: routes.at(-1) ?? parseRoute(home), depth: routes.length, go, back, setTab, reset };
}
