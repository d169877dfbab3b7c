import './tab-bar.css';
import { homeName, type ScreenDefinition } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { findTabLabel } from '../../app/catalog/open-tabs.ts';
import { useSay, useT } from '../../app/i18n/index.ts';
import { redirectTo } from '../../app/router/redirect-target.ts';
import { usePermittedScreens, useScreen } from '../../app/router/screens-context.tsx';
import { IconClose, IconDown } from '../../ui/icons.ts';
import { IconButton, MenuButton, type MenuItem } from '../../ui/index.ts';
import { showInRow } from '../show-in-row.ts';

const scopes: readonly {
  readonly scope: CloseScope;
  readonly word: 'closeOne' | 'closeLeft' | 'closeRight' | 'closeOthers' | 'closeAll';
  readonly divided: boolean;
}[] = [
  { scope: 'one', word: 'closeOne', divided: false },
  { scope: 'left', word: 'closeLeft', divided: true },
  { scope: 'right', word: 'closeRight', divided: false },
  { scope: 'others', word: 'closeOthers', divided: true },
  { scope: 'all', word: 'closeAll', divided: false },
];

/** Returns the menu items of a tab, in order. */
function useTabMenu(state: TabBarState): (index: number) => MenuItem[] {
  const t = useT();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  return (index) => {
    const isCurrent = state.tabs[index]?.path === pathname;
    const reload = () => {
      void queries.invalidateQueries();
      void navigate(redirectTo(`${pathname}${search}`), { replace: true });
    };
    const isAllowed = (scope: CloseScope | 'reload') => canClose(scope, index, state.tabs.length, isCurrent);
    return [
      { key: 'reload', label: t('console.tabs.reload'), disabled: !isAllowed('reload'), onSelect: reload },
      ...scopes.map(({ scope, word, divided }) => ({
        key: scope,
        label: t(`console.tabs.${word}`),
        disabled: !isAllowed(scope),
        divided,
        onSelect: () => state.close(scope, index),
      })),
    ];
  };
}

/** The open pages, one tab each. Their menu opens with the right mouse button or the button at the end. */
export function TabBar() {
  const t = useT();
  const screen = useScreen();
  const state = useTabs(screen);
  const menuOf = useTabMenu(state);
  const current = state.tabs.findIndex((tab) => tab.path === screen?.path);
  return (
    <nav className="tab-bar" aria-label={t('console.tabs.label')}>
      <ul className="tab-list">
        {state.tabs.map((tab, index) => (
          <TabEntry
            key={tab.path}
            tab={tab}
            first={index === 0}
            current={index === current}
            menu={menuOf(index)}
            onClose={() => state.close('one', index)}
          />
        ))}
      </ul>
      <MenuButton label={t('console.tabs.menu')} items={menuOf(Math.max(0, current))}>
        <IconButton label={t('console.tabs.menu')} icon={<IconDown />} size="mini" raw aria-haspopup="menu" />
      </MenuButton>
    </nav>
  );
}

interface TabEntryProps {
  readonly tab: OpenTab;
  readonly first: boolean;
  readonly current: boolean;
  readonly menu: MenuItem[];
  readonly onClose: () => void;
}

function TabEntry({ tab, first, current, menu, onClose }: TabEntryProps) {
  const t = useT();
  const navigate = useNavigate();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const row = place.current?.parentElement;
    if (current && row && place.current) showInRow(place.current, row);
  }, [current]);
  // The focused button is removed together with its tab.
  const close = () => {
    place.current?.previousElementSibling?.querySelector('button')?.focus();
    onClose();
  };
  return (
    <li
      ref={place}
      className={current ? 'tab current' : 'tab'}
      onAuxClick={(event) => (event.button === 1 && !first ? onClose() : undefined)}
    >
      <MenuButton label={`${t('console.tabs.menu')}: ${tab.title}`} items={menu} context>
        <button
          type="button"
          className="tab-name"
          aria-current={current ? 'page' : undefined}
          onClick={() => void navigate(tab.fullPath)}
        >
          {tab.title}
        </button>
      </MenuButton>
      {first ? null : (
        <button
          type="button"
          className="tab-close"
          aria-label={t('console.tabs.close', { title: tab.title })}
          onClick={close}
        >
          <IconClose />
        </button>
      )}
    </li>
  );
}

interface TabBarState {
  readonly tabs: readonly OpenTab[];
  close(scope: CloseScope, index: number): void;
}

/** The tabs of this window, in memory: home first, then the pages in opening order. */
function useTabs(current: ScreenDefinition | null): TabBarState {
  const localize = useSay();
  const navigate = useNavigate();
  const { search } = useLocation();
  const permitted = usePermittedScreens();
  const home = permitted.find((screen) => screen.name === homeName) ?? permitted[0];
  const here = useMemo<OpenTab | null>(
    () =>
      current && {
        path: current.path,
        fullPath: `${current.path}${search}`,
        title: localize(findTabLabel(current.path, search) ?? current.label),
      },
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

/** A page in the tab bar. A page has one tab, whatever its filters; the tab remembers the last filters. */
interface OpenTab {
  readonly path: string;
  /** The path with its query, to return to. */
  readonly fullPath: string;
  readonly title: string;
}

type CloseScope = 'one' | 'left' | 'right' | 'others' | 'all';

/** Adds the opened page, or updates the URL of its existing tab. */
export function openTab(tabs: readonly OpenTab[], opened: OpenTab): readonly OpenTab[] {
  const at = tabs.findIndex((tab) => tab.path === opened.path);
  const found = tabs[at];
  if (!found) return [...tabs, opened];
  if (found.fullPath === opened.fullPath && found.title === opened.title) return tabs;
  return tabs.with(at, opened);
}

interface Closed {
  readonly tabs: readonly OpenTab[];
  /** Where to navigate when the current page was closed. */
  readonly goTo: string | null;
}

function isKept(scope: CloseScope, index: number, at: number): boolean {
  if (at === 0) return true;
  switch (scope) {
    case 'one':
      return at !== index;
    case 'left':
      return at >= index;
    case 'right':
      return at <= index;
    case 'others':
      return at === index;
    case 'all':
      return false;
  }
}

/** Closes tabs relative to one of them. The first tab, home, is never closed. */
export function closeTabs(tabs: readonly OpenTab[], scope: CloseScope, index: number, currentPath: string): Closed {
  const stored = tabs.filter((_, at) => isKept(scope, index, at));
  if (stored.some((tab) => tab.path === currentPath)) return { tabs: stored, goTo: null };
  const next = scope === 'one' ? tabs[index - 1] : scope === 'all' ? tabs[0] : tabs[index];
  return { tabs: stored, goTo: next?.fullPath ?? null };
}

/** Whether a tab menu item is enabled. Disabled items are shown, too. */
export function canClose(scope: CloseScope | 'reload', index: number, count: number, isCurrent: boolean): boolean {
  if (scope === 'reload') return isCurrent;
  if (scope === 'one') return index > 0;
  if (scope === 'left') return index > 1;
  return scope === 'right' ? index < count - 1 : true;
}
