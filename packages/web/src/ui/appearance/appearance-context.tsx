import { type ApplicationSettings, changeSettings, storageKeys } from '@gantry/core';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import type { SessionHost } from '../../app/session/index.ts';
import { type ApplyPalette, applyColorWeak, applyTheme } from './apply-palette.ts';

/** Below this width, in pixels, the side menu becomes a drawer. */
const mobileBelow = 992;
/** Below this width, in pixels, the side menu shows only icons. */
const collapseBelow = 1200;
const settleMs = 100;

/** Returns the settings for a window width. */
export function getDevice(width: number): Pick<ApplicationSettings, 'device' | 'hideMenu' | 'menuCollapse'> {
  const mobile = width - 1 < mobileBelow;
  return { device: mobile ? 'mobile' : 'desktop', hideMenu: mobile, menuCollapse: !mobile && width < collapseBelow };
}

/** Updates the settings when the window width crosses into another device class; not while the window is hidden. */
function useDevice(change: (change: Partial<ApplicationSettings>) => void): void {
  useEffect(() => {
    let last = '';
    let timer = 0;
    const measure = () => {
      if (document.hidden) return;
      const next = getDevice(document.body.getBoundingClientRect().width);
      const name = JSON.stringify(next);
      if (name !== last) change(next);
      last = name;
    };
    const onResize = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(measure, settleMs);
    };
    measure();
    window.addEventListener('resize', onResize);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [change]);
}

/** Whether the page is being printed, for content that is rendered only on paper. */
let isOnPaper = false;

function subscribe(onChange: () => void): () => void {
  const switchTheme = (next: boolean) => {
    isOnPaper = next;
    onChange();
  };
  // The browser prints the state of the page at the end of the event.
  const begin = () => flushSync(() => switchTheme(true));
  const end = () => switchTheme(false);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is currently being printed. */
export const useOnPaper = (): boolean => useSyncExternalStore(subscribe, () => isOnPaper);

/** The current appearance and the way to change it; only the theme is stored. */
export interface Appearance {
  readonly settings: ApplicationSettings;
  change(change: Partial<ApplicationSettings>): void;
  setTheme(theme: 'light' | 'dark'): void;
}

const AppearanceContext = createContext<Appearance | null>(null);
/** Delay in ms between a change of the theme color and its palette. */
const paletteDelay = 10;

interface AppearanceProviderProps {
  readonly initial: ApplicationSettings;
  readonly host: SessionHost;
  readonly applyPalette: ApplyPalette;
  readonly children: ReactNode;
}

export function AppearanceProvider({ initial, host, applyPalette, children }: AppearanceProviderProps) {
  const [settings, setSettings] = useState(initial);
  const change = useCallback(
    (next: Partial<ApplicationSettings>) => setSettings((now) => changeSettings(now, next)),
    [],
  );
  const setTheme = useCallback(
    (theme: 'light' | 'dark') => {
      host.store.set(storageKeys.theme, theme);
      host.tabs.publish({ kind: 'theme', theme });
      change({ theme });
    },
    [change, host],
  );
  useEffect(
    () => host.tabs.subscribe((news) => (news.kind === 'theme' ? change({ theme: news.theme }) : undefined)),
    [change, host],
  );
  const onPaper = useOnPaper();
  useEffect(() => applyTheme(onPaper ? 'light' : settings.theme), [settings.theme, onPaper]);
  useEffect(() => applyColorWeak(settings.colorWeak), [settings.colorWeak]);
  useEffect(() => {
    const timer = window.setTimeout(() => applyPalette(settings.themeColor), paletteDelay);
    return () => window.clearTimeout(timer);
  }, [settings.themeColor, applyPalette]);
  useDevice(change);
  const value = useMemo(() => ({ settings, change, setTheme }), [settings, change, setTheme]);
  return <AppearanceContext value={value}>{children}</AppearanceContext>;
}

export function useAppearance(): Appearance {
  const value = use(AppearanceContext);
  if (!value) throw new Error('the looks are used outside of AppearanceProvider');
  return value;
}
