import './menu.css';
import { areas, can, kebab, toNames } from '@gantry/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { outline } from '../../app/catalogue/outline.ts';
import { useSay, useT } from '../../app/i18n/index.ts';
import { useScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import { IconDown } from '../../ui/icons.ts';
import { MenuButton, type MenuItem, showInColumn } from '../../ui/index.ts';
import { AreaIcon } from './area-icon.tsx';
import {
  buildMenuTree,
  findCurrentPath,
  type MenuArea,
  type MenuGroup,
  type MenuLeaf,
  openKeysFor,
} from './menu-tree.ts';

/** The menu of the person, in the role that is looked through. */
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

/** The path of the entry of the menu that the present page belongs to. */
export function useCurrentPath(tree: readonly MenuArea[]): string {
  const { pathname, search } = useLocation();
  return findCurrentPath(tree, pathname, search);
}

interface SideMenuProps {
  /** Whether only icons are shown, each with a menu of its own. */
  readonly collapsed: boolean;
  /** A page was chosen. */
  readonly onChoose?: () => void;
}

/** Shows the link to the present page in the menu, once the lists around it are open. */
function useCurrentInSight(path: string, isOpen: boolean) {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = isOpen && menu.current?.querySelector(`a[href="${path}"]`);
    const column = menu.current?.parentElement;
    if (link && column) showInColumn(link, column);
  }, [path, isOpen]);
  return menu;
}

/** Areas that open, groups in them, and links to pages. What was opened stays open. */
export function SideMenu({ collapsed, onChoose }: SideMenuProps) {
  const t = useT();
  const tree = useMenuTree();
  const path = useCurrentPath(tree);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openKeysFor(tree, path)));
  useEffect(() => {
    const keys = openKeysFor(tree, path);
    setOpen((now) => (keys.every((key) => now.has(key)) ? now : new Set([...now, ...keys])));
  }, [tree, path]);
  const toggle = (key: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const here = openKeysFor(tree, path);
  const menu = useCurrentInSight(
    path,
    here.every((key) => open.has(key)),
  );
  return (
    <nav ref={menu} aria-label={t('console.nav.main')} className={collapsed ? 'side-menu collapsed' : 'side-menu'}>
      <ul>
        {tree.map((area) => (
          <li key={area.key}>
            <AreaEntry
              area={area}
              collapsed={collapsed}
              current={here.includes(area.key)}
              here={path}
              open={open}
              onToggle={toggle}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface AreaEntryProps {
  readonly area: MenuArea;
  readonly collapsed: boolean;
  /** The present page stands in it. */
  readonly current: boolean;
  /** Path of the entry that is the present page. */
  readonly here: string;
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  readonly onChoose: (() => void) | undefined;
}

function AreaEntry({ area, collapsed, current, here, open, onToggle, onChoose }: AreaEntryProps) {
  const localize = useSay();
  const label = localize(area.label);
  if (area.path !== null && (!collapsed || area.items.length === 0)) {
    return (
      <>
        <PageLink path={area.path} here={here} level={0} onChoose={onChoose} title={collapsed ? label : undefined}>
          <AreaIcon name={area.icon} />
          <span className="menu-text">{label}</span>
        </PageLink>
        {area.items.length > 0 ? (
          <ul>
            {area.items.map((item) => (
              <li key={item.key}>
                {item.kind === 'leaf' ? <Leaf leaf={item} here={here} level={1} onChoose={onChoose} /> : null}
              </li>
            ))}
          </ul>
        ) : null}
      </>
    );
  }
  if (collapsed) return <AreaMenu area={area} current={current || area.path === here} here={here} />;
  return (
    <Branch
      id={area.key}
      label={label}
      icon={<AreaIcon name={area.icon} />}
      open={open.has(area.key)}
      current={current}
      onToggle={onToggle}
    >
      {area.items.map((item) => (
        <li key={item.key}>
          {item.kind === 'leaf' ? (
            <Leaf leaf={item} here={here} level={1} onChoose={onChoose} />
          ) : (
            <GroupEntry group={item} here={here} open={open.has(item.key)} onToggle={onToggle} onChoose={onChoose} />
          )}
        </li>
      ))}
    </Branch>
  );
}

interface GroupEntryProps {
  readonly group: MenuGroup;
  readonly here: string;
  readonly open: boolean;
  readonly onToggle: (key: string) => void;
  readonly onChoose: (() => void) | undefined;
}

function GroupEntry({ group, here, open, onToggle, onChoose }: GroupEntryProps) {
  const localize = useSay();
  return (
    <Branch id={group.key} label={localize(group.label)} open={open} inner onToggle={onToggle}>
      {group.items.map((leaf) => (
        <li key={leaf.key}>
          <Leaf leaf={leaf} here={here} level={2} onChoose={onChoose} />
        </li>
      ))}
    </Branch>
  );
}

interface BranchProps {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly open: boolean;
  readonly current?: boolean;
  readonly inner?: boolean;
  readonly onToggle: (key: string) => void;
  readonly children: ReactNode;
}

/** A heading that opens the list under it; a list that was not opened is not drawn. */
function Branch({ id, label, icon, open, current = false, inner = false, onToggle, children }: BranchProps) {
  const listId = `menu-${id.replace(/[^\w]+/g, '-')}`;
  const level = inner ? 'level-1' : 'level-0';
  return (
    <>
      <button
        type="button"
        className={current ? `menu-link ${level} current` : `menu-link ${level}`}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => onToggle(id)}
      >
        {icon}
        <span className="menu-text">{label}</span>
        <span className="menu-caret" aria-hidden="true">
          <IconDown />
        </span>
      </button>
      <ul id={listId} hidden={!open}>
        {open ? children : null}
      </ul>
    </>
  );
}

interface LeafProps {
  readonly leaf: MenuLeaf;
  /** Path of the entry that is the present page. */
  readonly here: string;
  readonly level: number;
  readonly onChoose: (() => void) | undefined;
}

function Leaf({ leaf, ...props }: LeafProps) {
  const localize = useSay();
  return (
    <PageLink path={leaf.path} {...props}>
      <span className="menu-text">{localize(leaf.label)}</span>
    </PageLink>
  );
}

interface PageLinkProps extends Omit<LeafProps, 'leaf'> {
  readonly path: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function PageLink({ path, here, level, title, onChoose, children }: PageLinkProps) {
  const current = path === here ? { 'aria-current': 'page' as const } : {};
  return (
    <Link to={path} title={title} className={`menu-link level-${level}`} onClick={onChoose} {...current}>
      {children}
    </Link>
  );
}

/** The pages of an area as the items of a menu. */
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

/** An area as a button with a menu: in the collapsed side menu and along the top. */
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
        className={current ? 'menu-link level-0 current' : 'menu-link level-0'}
      >
        <AreaIcon name={area.icon} />
        {named ? <span className="menu-text">{label}</span> : null}
      </button>
    </MenuButton>
  );
}
