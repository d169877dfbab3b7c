import '@arco-design/web-react/es/Menu/style/css.js';
import './menu.css';
import { Menu } from '@arco-design/web-react';
import { areas, can, kebab, toNames } from '@gantry/core';
import {
  type FC,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { outline } from '../../app/catalog/outline.ts';
import { useSay, useT } from '../../app/i18n/index.ts';
import { useScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import { MenuButton, type MenuItem } from '../../ui/index.ts';
import { showInColumn } from '../show-in-row.ts';
import { AreaIcon } from './area-icon.tsx';
import { buildMenuTree, findCurrentPath, getOpenKeys, type MenuArea, type MenuLeaf } from './menu-tree.ts';

/** The menu of the user in the current or previewed role. */
export function useMenuTree(): readonly MenuArea[] {
  const screens = useScreens();
  const { rights } = useSession();
  return useMemo(() => {
    const tabs = outline.resources
      .filter((resource) => resource.inMenu === true && can(rights, resource, 'list'))
      .map(({ path, label, name }) => ({ path, label: toNames(label), address: `${path}?tab=${kebab(name)}` }));
    return buildMenuTree(areas, screens, rights, tabs);
  }, [screens, rights]);
}

/** The path of the menu entry that the current page belongs to. */
export function useCurrentPath(tree: readonly MenuArea[]): string {
  const { pathname, search } = useLocation();
  return findCurrentPath(tree, pathname, search);
}

/** The headings of expandable lists. */
const headings = '.arco-menu-inline-header';

interface SideMenuProps {
  /** Whether only icons are shown, each with its own menu. */
  readonly collapsed: boolean;
  /** Called when a page is chosen. */
  readonly onChoose?: () => void;
}

/** Scrolls the menu to the link of the current page after the lists around it have expanded. */
function useCurrentLinkVisible(path: string, isOpen: boolean) {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = isOpen && menu.current?.querySelector(`a[href="${path}"]`);
    const column = menu.current?.parentElement;
    if (link && column) showInColumn(link, column);
  }, [path, isOpen]);
  return menu;
}

/**
 * Arco's headings of expandable lists are plain elements with `aria-expanded` that react only to Enter. This turns them into
 * buttons.
 */
function useHeadingButtons(menu: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    for (const heading of menu.current?.querySelectorAll(headings) ?? []) heading.setAttribute('role', 'button');
  });
  return (event: KeyboardEvent) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.matches(headings)) return;
    event.preventDefault();
    event.target.click();
  };
}

/** Expandable areas, their groups and links to pages. Expanded areas stay expanded. */
export function SideMenu({ collapsed, onChoose }: SideMenuProps) {
  const t = useT();
  const tree = useMenuTree();
  const path = useCurrentPath(tree);
  const [open, setOpen] = useState<readonly string[]>(() => getOpenKeys(tree, path));
  useEffect(() => {
    const keys = getOpenKeys(tree, path);
    setOpen((now) => (keys.every((key) => now.includes(key)) ? now : [...new Set([...now, ...keys])]));
  }, [tree, path]);
  const here = getOpenKeys(tree, path);
  const menu = useCurrentLinkVisible(
    path,
    here.every((key) => open.includes(key)),
  );
  const pressHeading = useHeadingButtons(menu);
  const localize = useSay();
  const label = t('console.nav.main');
  if (collapsed) {
    return (
      <nav ref={menu} aria-label={label} className="side-menu collapsed">
        {tree.map((area) => (
          <CollapsedArea key={area.key} area={area} current={here.includes(area.key)} here={path} onChoose={onChoose} />
        ))}
      </nav>
    );
  }
  const leaf = ({ key, label: name, path: to }: MenuLeaf, more: object = {}) => (
    <Menu.Item key={key} {...createLinkProps(to, to === path, onChoose)} {...more}>
      {localize(name)}
    </Menu.Item>
  );
  return (
    <nav ref={menu} aria-label={label} className="side-menu" onKeyDown={pressHeading}>
      <Menu
        role="none"
        selectedKeys={[path, ...here]}
        openKeys={[...open]}
        onClickSubMenu={(_key, keys) => setOpen(keys)}
      >
        {tree.flatMap(({ key, label: name, icon, path: to, items }) => {
          const title = (
            <>
              <AreaIcon name={icon} />
              {localize(name)}
            </>
          );
          if (to !== null) {
            return [
              <Menu.Item key={to} {...createLinkProps(to, to === path, onChoose)}>
                {title}
              </Menu.Item>,
              ...items.map((item) => (item.kind === 'leaf' ? leaf(item, { level: 2 }) : null)),
            ];
          }
          return (
            <Menu.SubMenu key={key} title={title} className={here.includes(key) ? 'current' : ''}>
              {open.includes(key)
                ? items.map((item) =>
                    item.kind === 'leaf' ? (
                      leaf(item)
                    ) : (
                      <Menu.SubMenu key={item.key} title={localize(item.label)}>
                        {open.includes(item.key) ? item.items.map((one) => leaf(one)) : null}
                      </Menu.SubMenu>
                    ),
                  )
                : null}
            </Menu.SubMenu>
          );
        })}
      </Menu>
    </nav>
  );
}

/** Props that turn an item of Arco's menu into a link to a page. */
function createLinkProps(path: string, isHere: boolean, onChoose: (() => void) | undefined) {
  return {
    wrapper: Link as unknown as FC,
    to: path,
    role: undefined,
    'aria-current': isHere ? ('page' as const) : undefined,
    onClick: onChoose,
    onKeyDown: undefined,
  } as object;
}

interface CollapsedAreaProps {
  readonly area: MenuArea;
  /** Whether the current page is in this area. */
  readonly current: boolean;
  /** Path of the menu entry of the current page. */
  readonly here: string;
  readonly onChoose: (() => void) | undefined;
}

/** An area of the collapsed menu. Arco's own submenu opens only by pointer, and the keyboard cannot reach its items. */
function CollapsedArea({ area, current, here, onChoose }: CollapsedAreaProps) {
  const localize = useSay();
  const { path, label, icon, items } = area;
  if (path === null || items.length > 0) return <AreaMenu area={area} current={current || path === here} here={here} />;
  return (
    <Link
      to={path}
      title={localize(label)}
      aria-label={localize(label)}
      className="menu-link"
      onClick={onChoose}
      aria-current={path === here ? 'page' : undefined}
    >
      <AreaIcon name={icon} />
    </Link>
  );
}

/** Returns a function that lists the pages of an area as menu items. */
export function useAreaItems(here: string): (area: MenuArea, above?: string) => MenuItem[] {
  const localize = useSay();
  const navigate = useNavigate();
  const item = (leaf: MenuLeaf, prefix: string, divided = false): MenuItem => ({
    key: leaf.key,
    label: `${prefix}${localize(leaf.label)}`,
    checked: leaf.path === here,
    divided,
    onSelect: () => void navigate(leaf.path),
  });
  const withOwnPage = ({ key, label, path, items }: MenuArea): MenuArea['items'] =>
    path === null ? items : [{ kind: 'leaf', key, label, path }, ...items];
  return (area, above = '') =>
    withOwnPage(area).flatMap((entry, place) =>
      entry.kind === 'leaf'
        ? [item(entry, above, above !== '' && place === 0)]
        : entry.items.map((leaf, at) => item(leaf, `${above}${localize(entry.label)} / `, at === 0)),
    );
}

/** An area as a button with a menu, in the collapsed side menu and along the top. */
export function AreaMenu({
  area,
  current,
  here,
  named = false,
}: {
  readonly area: MenuArea;
  readonly current: boolean;
  readonly here: string;
  readonly named?: boolean;
}) {
  const localize = useSay();
  const itemsOf = useAreaItems(here);
  const label = localize(area.label);
  return (
    <MenuButton label={label} items={itemsOf(area)} position={named ? 'bl' : 'rt'}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-label={named ? undefined : label}
        title={named ? undefined : label}
        className={current ? 'menu-link current' : 'menu-link'}
      >
        <AreaIcon name={area.icon} />
        {named ? <span className="menu-text">{label}</span> : null}
      </button>
    </MenuButton>
  );
}
