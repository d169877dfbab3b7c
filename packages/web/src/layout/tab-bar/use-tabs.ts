import { homeName, type ScreenDefinition } from '@gantry/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { type CloseScope, closeTabs, type OpenTab, openTab } from './tab-state.ts';

export interface TabBarState {
  readonly tabs: readonly OpenTab[];
  close(scope: CloseScope, index: number): void;
}

/** The tabs of this window, kept in memory: home first, then the pages in the order in which they were opened. */
export function useTabs(current: ScreenDefinition | null): TabBarState {
  const localize = useSay();
  const navigate = useNavigate();
  const { search } = useLocation();
  const permitted = usePermittedScreens();
  const home = permitted.find((screen) => screen.name === homeName) ?? permitted[0];
  const here = useMemo<OpenTab | null>(
    () => current && { path: current.path, fullPath: `${current.path}${search}`, title: localize(current.label) },
    [current, search, localize],
  );
  const [opened, setOpened] = useState<readonly OpenTab[]>(() => {
    const first = home ? [{ path: home.path, fullPath: home.path, title: localize(home.label) }] : [];
    return here ? openTab(first, here) : first;
  });
  useEffect(() => {
    if (here) setOpened((now) => openTab(now, here));
  }, [here]);
  const tabs = useMemo(
    () => opened.filter((tab) => permitted.some((screen) => screen.path === tab.path)),
    [opened, permitted],
  );
  const close = useCallback(
    (scope: CloseScope, index: number) => {
      const closed = closeTabs(tabs, scope, index, current?.path ?? '');
      setOpened(closed.tabs);
      if (closed.goTo !== null) void navigate(closed.goTo);
    },
    [tabs, current, navigate],
  );
  return { tabs, close };
}
