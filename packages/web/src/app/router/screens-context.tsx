import { areas, canOpen, type ScreenDefinition } from '@gantry/core';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { PagePlace } from '../../ui/parts/index.ts';
import { findTabLabel } from '../catalog/open-tabs.ts';
import { useSay } from '../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { findScreen } from './destination.ts';

/** What the layout offers to the pages in it. */
export interface FrameContext {
  /** Opens the command palette. */
  readonly openSearch: () => void;
}

const ScreensContext = createContext<readonly ScreenDefinition[]>([]);

interface ScreensProviderProps {
  readonly screens: readonly ScreenDefinition[];
  readonly children: ReactNode;
}

export function ScreensProvider({ screens, children }: ScreensProviderProps) {
  return <ScreensContext value={screens}>{children}</ScreensContext>;
}

/** The screens of this server, in menu order. */
export function useScreens(): readonly ScreenDefinition[] {
  return use(ScreensContext);
}

/** The screens that the user may open. */
export function usePermittedScreens(): readonly ScreenDefinition[] {
  const screens = useScreens();
  const { rights } = useSession();
  return useMemo(() => screens.filter((screen) => canOpen(rights, screen)), [screens, rights]);
}

/** The screen in the URL; null for an unknown path. */
export function useScreen(): ScreenDefinition | null {
  const screens = useScreens();
  const { pathname } = useLocation();
  return findScreen(screens, pathname);
}

/** Returns the name of a screen or of its tab in the URL, and the names of its area and group. */
export function usePlaceOf(screen: ScreenDefinition): PagePlace {
  const localize = useSay();
  const { search } = useLocation();
  return useMemo(() => {
    const area = areas.find((entry) => entry.name === screen.area);
    const above = screen.hidden ? [] : [area?.label, screen.group].filter((words) => words !== undefined);
    const title = findTabLabel(screen.path, search) ?? screen.label;
    return { title: localize(title), crumbs: above.map(localize) };
  }, [screen, search, localize]);
}
