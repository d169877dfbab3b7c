import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSay, useT } from '../../app/i18n/index.ts';
import { MenuButton } from '../../ui/index.ts';
import { AreaIcon } from './area-icon.tsx';
import { getOpenKeys, type MenuArea } from './menu-tree.ts';
import { AreaMenu, useAreaItems, useCurrentPath, useMenuTree } from './side-menu.tsx';

/** Measures how many entries of a list fit on its first line; the others are not visible. */
function useFittingCount(count: number) {
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

/** The menu along the navigation bar. Entries that do not fit are in a menu at its end. */
export function TopMenu() {
  const t = useT();
  const tree = useMenuTree();
  const path = useCurrentPath(tree);
  const { list, fitting } = useFittingCount(tree.length);
  const here = getOpenKeys(tree, path);
  const rest = tree.slice(fitting);
  return (
    <nav aria-label={t('console.nav.main')} className="top-menu">
      <ul ref={list}>
        {tree.map((area, at) => (
          <li key={area.key} inert={at >= fitting}>
            <TopEntry area={area} current={here.includes(area.key)} here={path} />
          </li>
        ))}
      </ul>
      {rest.length > 0 ? (
        <RestMenu areas={rest} current={rest.some(({ key }) => here.includes(key))} here={path} />
      ) : null}
    </nav>
  );
}

interface TopEntryProps {
  readonly area: MenuArea;
  readonly current: boolean;
  /** Path of the menu entry of the current page. */
  readonly here: string;
}

function TopEntry({ area, current, here }: TopEntryProps) {
  const localize = useSay();
  const isHere = area.path === here;
  if (area.path === null || area.items.length > 0)
    return <AreaMenu area={area} current={current || isHere} here={here} named />;
  return (
    <Link to={area.path} className="menu-link" {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      <AreaIcon name={area.icon} />
      <span className="menu-text">{localize(area.label)}</span>
    </Link>
  );
}

interface RestMenuProps {
  readonly areas: readonly MenuArea[];
  readonly current: boolean;
  readonly here: string;
}

function RestMenu({ areas, current, here }: RestMenuProps) {
  const t = useT();
  const localize = useSay();
  const itemsOf = useAreaItems(here);
  const items = areas.flatMap((area) =>
    itemsOf(area, area.path === null || area.items.length > 0 ? `${localize(area.label)} / ` : ''),
  );
  return (
    <MenuButton label={t('common.more')} items={items} position="br">
      <button type="button" className={current ? 'menu-link current' : 'menu-link'}>
        {t('common.more')}
      </button>
    </MenuButton>
  );
}
