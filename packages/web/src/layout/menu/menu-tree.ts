import { type Area, canOpen, type LocalizedText, type Requester, type ScreenDefinition } from '@gantry/core';

/** A page in the menu. */
export interface MenuLeaf {
  readonly kind: 'leaf';
  readonly key: string;
  readonly label: LocalizedText;
  readonly path: string;
}
/** A second level inside an area. */
export interface MenuGroup {
  readonly kind: 'group';
  readonly key: string;
  readonly label: LocalizedText;
  readonly items: readonly MenuLeaf[];
}
/** The first level: a single page, or an area that expands. */
export interface MenuArea {
  readonly key: string;
  readonly label: LocalizedText;
  readonly icon: string;
  /** Set when the area is one page of the same name; its items are then tabs of that page. */
  readonly path: string | null;
  readonly items: readonly (MenuLeaf | MenuGroup)[];
}

/** A tab of a page with its own menu entry. */
export interface MenuTab {
  /** Path of the page. */
  readonly path: string;
  readonly label: LocalizedText;
  /** URL of the tab: the path of the page with its query parameter. */
  readonly address: string;
}

const toLeaf = (label: LocalizedText, path: string): MenuLeaf => ({ kind: 'leaf', key: path, label, path });

const listTabLeaves = (screen: ScreenDefinition, tabs: readonly MenuTab[]) =>
  tabs.filter(({ path }) => path === screen.path).map(({ label, address }) => toLeaf(label, address));

/** Lists the screens of a group together, at the position of the first; each is followed by its tabs. */
function listGrouped(screens: readonly ScreenDefinition[], tabs: readonly MenuTab[]): (MenuLeaf | MenuGroup)[] {
  const items: (MenuLeaf | MenuGroup)[] = [];
  for (const screen of screens) {
    const { group } = screen;
    const leaves = [toLeaf(screen.label, screen.path), ...listTabLeaves(screen, tabs)];
    if (!group) {
      items.push(...leaves);
      continue;
    }
    const key = `${screen.area}/${group.en}`;
    const at = items.findIndex((item) => item.key === key);
    const found = items[at];
    if (found?.kind === 'group') items[at] = { ...found, items: [...found.items, ...leaves] };
    else items.push({ kind: 'group', key, label: group, items: leaves });
  }
  return items;
}

/** Builds the menu of a user: areas in order, without hidden, forbidden or empty ones. */
export function buildMenuTree(
  areas: readonly Area[],
  screens: readonly ScreenDefinition[],
  requester: Requester,
  tabs: readonly MenuTab[] = [],
): MenuArea[] {
  const shown = screens.filter((screen) => !screen.hidden && canOpen(requester, screen));
  return [...areas]
    .sort((one, other) => one.order - other.order)
    .map((area) => {
      const own = shown.filter((screen) => screen.area === area.name);
      const [first] = own;
      const named = first && (first.label.en === area.label.en || first.label.zh === area.label.zh);
      const only = own.length === 1 && named ? first : null;
      const { name: key, label, icon } = area;
      return {
        key,
        label,
        icon,
        path: only?.path ?? null,
        items: only ? listTabLeaves(only, tabs) : listGrouped(own, tabs),
      };
    })
    .filter((area) => area.path !== null || area.items.length > 0);
}

const listLeaves = ({ items }: MenuArea) => items.flatMap((item) => (item.kind === 'leaf' ? [item] : item.items));

/** Returns the menu entry of a URL: that of its tab if there is one, else that of its page. */
export function findCurrentPath(tree: readonly MenuArea[], pathname: string, search: string): string {
  const tab = new URLSearchParams(search).get('tab');
  const address = `${pathname}?tab=${tab}`;
  return tree.some((area) => listLeaves(area).some(({ path }) => path === address)) ? address : pathname;
}

/** Returns the keys of the area and the group of a path. */
export function getOpenKeys(tree: readonly MenuArea[], path: string): string[] {
  for (const area of tree) {
    for (const item of area.items) {
      if (item.kind === 'leaf' && item.path === path) return [area.key];
      if (item.kind === 'group' && item.items.some((leaf) => leaf.path === path)) return [area.key, item.key];
    }
  }
  return [];
}
