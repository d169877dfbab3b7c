import './tab-bar.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { redirectTo } from '../../app/router/redirect-target.ts';
import { useScreen } from '../../app/router/screens-context.tsx';
import { IconClose, IconDown } from '../../ui/icons.ts';
import { IconButton, MenuButton, type MenuItem, showInRow } from '../../ui/index.ts';
import { type CloseScope, canClose, type OpenTab } from './tab-state.ts';
import { type TabBarState, useTabs } from './use-tabs.ts';

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

/** What may be done from a tab, in the order of its menu. */
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
    const allowed = (scope: CloseScope | 'reload') => canClose(scope, index, state.tabs.length, isCurrent);
    return [
      { key: 'reload', label: t('console.tabs.reload'), disabled: !allowed('reload'), onSelect: reload },
      ...scopes.map(({ scope, word, divided }) => ({
        key: scope,
        label: t(`console.tabs.${word}`),
        disabled: !allowed(scope),
        divided,
        onSelect: () => state.close(scope, index),
      })),
    ];
  };
}

/** The pages that are open, one tab each; their menu on the right mouse button and in the button at the end. */
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
  // The button that had the focus goes with its tab.
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
