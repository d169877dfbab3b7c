import { useCallback, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { useSay, useT } from '../../app/i18n/index.ts';
import { MenuButton } from '../../ui/index.ts';
import { AreaIcon } from './area-icon.tsx';
import { type MenuArea, openKeysFor } from './menu-tree.ts';
import { AreaMenu, useAreaItems, useMenuTree } from './side-menu.tsx';

/** How many entries of a list stand on its first line; those of the next lines are not in sight. */
function useFitting(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(count);
  const measure = useCallback(() => {
    const entries = [...(list.current?.children ?? [])].filter((entry) => entry instanceof HTMLElement);
    setFitting(entries.filter((entry) => entry.offsetTop === entries[0]?.offsetTop).length);
  }, []);
  useEffect(() => {
    if (!list.current || count === 0) return;
    const watcher = new ResizeObserver(measure);
    watcher.observe(list.current);
    return () => watcher.disconnect();
  }, [measure, count]);
  return { list, fitting };
}

/** The same menu along the navigation bar; what has no room there stands in a menu at its end. */
export function TopMenu() {
  const t = useT();
  const tree = useMenuTree();
  const { pathname } = useLocation();
  const { list, fitting } = useFitting(tree.length);
  const here = openKeysFor(tree, pathname);
  const rest = tree.slice(fitting);
  return (
    <nav aria-label={t('console.nav.main')} className="top-menu">
      <ul ref={list}>
        {tree.map((area, at) => (
          <li key={area.key} inert={at >= fitting}>
            <TopEntry area={area} current={here.includes(area.key)} />
          </li>
        ))}
      </ul>
      {rest.length > 0 ? <RestMenu areas={rest} current={rest.some(({ key }) => here.includes(key))} /> : null}
    </nav>
  );
}

function TopEntry({ area, current }: { readonly area: MenuArea; readonly current: boolean }) {
  const localize = useSay();
  if (area.path === null) return <AreaMenu area={area} current={current} named />;
  return (
    <NavLink to={area.path} end className="menu-link level-0">
      <AreaIcon name={area.icon} />
      <span className="menu-text">{localize(area.label)}</span>
    </NavLink>
  );
}

interface RestMenuProps {
  readonly areas: readonly MenuArea[];
  readonly current: boolean;
}

function RestMenu({ areas, current }: RestMenuProps) {
  const t = useT();
  const localize = useSay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const itemsOf = useAreaItems();
  const items = areas.flatMap(({ key, label, path, ...area }) =>
    path === null
      ? itemsOf({ key, label, path, ...area }, `${localize(label)} / `)
      : [{ key, label: localize(label), checked: path === pathname, onSelect: () => void navigate(path) }],
  );
  return (
    <MenuButton label={t('common.more')} items={items} position="br">
      <button type="button" className={current ? 'menu-link level-0 current' : 'menu-link level-0'}>
        {t('common.more')}
      </button>
    </MenuButton>
  );
}
