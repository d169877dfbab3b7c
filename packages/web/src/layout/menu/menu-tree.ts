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
/** The first level: a page of its own, or an area that opens. */
export interface MenuArea {
  readonly key: string;
  readonly label: LocalizedText;
  readonly icon: string;
  /** Set when the area is one page of the same name. */
  readonly path: string | null;
  readonly items: readonly (MenuLeaf | MenuGroup)[];
}

const leafOf = (screen: ScreenDefinition): MenuLeaf => ({
  kind: 'leaf',
  key: screen.path,
  label: screen.label,
  path: screen.path,
});

/** Screens of a group stand together, where the first of them stands. */
function grouped(screens: readonly ScreenDefinition[]): (MenuLeaf | MenuGroup)[] {
  const items: (MenuLeaf | MenuGroup)[] = [];
  for (const screen of screens) {
    const { group } = screen;
    if (!group) {
      items.push(leafOf(screen));
      continue;
    }
    const key = `${screen.area}/${group.en}`;
    const at = items.findIndex((item) => item.key === key);
    const found = items[at];
    if (found?.kind === 'group') items[at] = { ...found, items: [...found.items, leafOf(screen)] };
    else items.push({ kind: 'group', key, label: group, items: [leafOf(screen)] });
  }
  return items;
}

/** What the menu shows somebody: areas in their order, without what is hidden, not permitted or empty. */
export function buildMenuTree(
  areas: readonly Area[],
  screens: readonly ScreenDefinition[],
  requester: Requester,
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
      return { key, label, icon, path: only?.path ?? null, items: only ? [] : grouped(own) };
    })
    .filter((area) => area.path !== null || area.items.length > 0);
}

/** The keys of the area and the group in which a path stands. */
export function openKeysFor(tree: readonly MenuArea[], path: string): string[] {
  for (const area of tree) {
    for (const item of area.items) {
      if (item.kind === 'leaf' && item.path === path) return [area.key];
      if (item.kind === 'group' && item.items.some((leaf) => leaf.path === path)) return [area.key, item.key];
    }
  }
  return [];
}
