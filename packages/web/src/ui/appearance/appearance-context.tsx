import { type ApplicationSettings, changeSettings, storageKeys } from '@gantry/core';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { SessionHost } from '../../app/session/index.ts';
import type { ApplyPalette } from './apply-palette.ts';
import { applyColorWeak, applyTheme } from './apply-theme.ts';
import { useDevice } from './use-device.ts';
import { useOnPaper } from './use-on-paper.ts';

/** How the console looks now, and how to change it; only the theme outlives the page. */
export interface Appearance {
  readonly settings: ApplicationSettings;
  change(change: Partial<ApplicationSettings>): void;
  setTheme(theme: 'light' | 'dark'): void;
}

const AppearanceContext = createContext<Appearance | null>(null);
/** Ms between a change of the theme colour and its palette. */
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
