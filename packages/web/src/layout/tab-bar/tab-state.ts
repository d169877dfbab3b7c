/** A page that is open in the tab bar. A page is one tab, whatever its filters; the tab remembers the last of them. */
export interface OpenTab {
  readonly path: string;
  /** The path with its search, to come back to. */
  readonly fullPath: string;
  readonly title: string;
}

export type CloseScope = 'one' | 'left' | 'right' | 'others' | 'all';

/** Adds the page that was opened, or notes where in it one is now. */
export function openTab(tabs: readonly OpenTab[], opened: OpenTab): readonly OpenTab[] {
  const at = tabs.findIndex((tab) => tab.path === opened.path);
  const found = tabs[at];
  if (!found) return [...tabs, opened];
  if (found.fullPath === opened.fullPath && found.title === opened.title) return tabs;
  return tabs.with(at, opened);
}

export interface Closed {
  readonly tabs: readonly OpenTab[];
  /** Where to go now, when the page that one was on is gone. */
  readonly goTo: string | null;
}

function keeps(scope: CloseScope, index: number, at: number): boolean {
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

/** Closes tabs around one of them. The first tab, home, always stays. */
export function closeTabs(tabs: readonly OpenTab[], scope: CloseScope, index: number, currentPath: string): Closed {
  const stored = tabs.filter((_, at) => keeps(scope, index, at));
  if (stored.some((tab) => tab.path === currentPath)) return { tabs: stored, goTo: null };
  const next = scope === 'one' ? tabs[index - 1] : scope === 'all' ? tabs[0] : tabs[index];
  return { tabs: stored, goTo: next?.fullPath ?? null };
}

/** What may be done from a tab; the others are shown, and disabled. */
export function canClose(scope: CloseScope | 'reload', index: number, count: number, isCurrent: boolean): boolean {
  if (scope === 'reload') return isCurrent;
  if (scope === 'one') return index > 0;
  if (scope === 'left') return index > 1;
  return scope === 'right' ? index < count - 1 : true;
}
