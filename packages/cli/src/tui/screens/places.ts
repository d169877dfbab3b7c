import {
  type AnyResource,
  areas,
  type Catalogue,
  can,
  canOpen,
  canUse,
  kebab,
  type Locale,
  listTabs,
  localize,
  presentScreens,
  type Requester,
  resolveTab,
  type ScreenDefinition,
  type Tab,
  toNames,
} from '@gantry/core';

/** The routes that exist and that someone may open, in menu order; hidden ones can be reached by name alone. */
export function openScreens(
  catalogue: Catalogue,
  flags: Readonly<Record<string, string>>,
  requester: Requester,
): ScreenDefinition[] {
  return presentScreens(catalogue, flags).filter((screen) => canOpen(requester, screen));
}

export interface NavEntry {
  readonly screen: ScreenDefinition;
  /** The area's words, on the first of its screens. */
  readonly area: string | null;
  readonly label: string;
}

/** The menu: screens under their areas. */
export function listNavEntries(screens: readonly ScreenDefinition[], locale: Locale): NavEntry[] {
  let previous = '';
  return screens
    .filter((screen) => !screen.hidden)
    .map((screen) => {
      const area = areas.find((one) => one.name === screen.area);
      const isFirst = screen.area !== previous;
      previous = screen.area;
      const label = localize(screen.label, locale);
      const group = screen.group ? `${localize(screen.group, locale)} / ` : '';
      return { screen, area: isFirst && area ? localize(area.label, locale) : null, label: group + label };
    });
}

/** Whether someone may use what a tab shows. */
export function canOpenTab(requester: Requester, tab: Tab): boolean {
  if (tab.kind === 'resource') return can(requester, tab.resource, 'list');
  const { roles, path = '' } = tab.kind === 'report' ? tab.report : tab.settings;
  return canUse(requester, { roles, path });
}

/** A place that the command bar leads to. */
export interface Place {
  readonly words: string;
  readonly path: string;
  /** Everything that it answers to: both languages, its path, the names of what stands on it. */
  readonly names: readonly string[];
  /** Where it leads: the path, with the tab when there are several. */
  readonly link: string;
  /** Where its list is narrowed to a keyword, when it can be: all but the keyword itself. */
  readonly search?: string;
  /** It is something to do there, offered only once it is typed. */
  readonly isAction?: true;
  /** It answers to its names alone, not to their letters in order: there are too many of its kind. */
  readonly isNamed?: true;
  /** It is a list narrowed by a quick filter; a page whose name begins alike goes before it. */
  readonly isQuickFilter?: true;
}

export function getPositions(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  requester: Requester,
  locale: Locale,
): Place[] {
  return screens.flatMap((screen) => {
    const words = localize(screen.label, locale);
    const own: Place = {
      words,
      path: screen.path,
      names: [screen.label.zh, screen.label.en, screen.path, screen.name],
      link: screen.path,
    };
    const tabs = listTabs(catalogue, screen.path).filter((tab) => canOpenTab(requester, tab));
    const resources = tabs.flatMap((tab) => (tab.kind === 'resource' ? [tab.resource] : []));
    const [only] = resources;
    if (tabs.length === 1 && only) {
      const { names, ...rest } = tabPlace(words, { kind: 'resource', resource: only }, screen, locale);
      return [{ ...rest, ...own, names: [...own.names, ...names] }, ...listQuickTargets(only, screen.path, locale)];
    }
    const inside = tabs.length > 1 ? tabs.map((tab) => tabPlace(words, tab, screen, locale)) : [];
    return [own, ...inside, ...resources.flatMap((resource) => listQuickTargets(resource, screen.path, locale))];
  });
}

/** A tab of a screen by its own name. */
function tabPlace(screenWords: string, tab: Tab, { path }: ScreenDefinition, locale: Locale): Place {
  const { label, name } = resolveTab(tab);
  return {
    ...(tab.kind === 'resource' ? searchOf(tab.resource, path) : {}),
    words: `${screenWords} / ${localize(label, locale)}`,
    path,
    names: [label.zh, label.en, toNames(label).en, kebab(name), name],
    link: `${path}?tab=${name}`,
  };
}

function searchOf({ name, fields }: AnyResource, path: string): Pick<Place, 'search'> {
  const searches = Object.values(fields).some(({ search }) => search === true);
  return searches ? { search: `${path}?tab=${name}&q=` } : {};
}

/** Lists as their quick filters narrow them. */
function listQuickTargets(resource: AnyResource, path: string, locale: Locale): Place[] {
  const many = toNames(resource.label).en;
  return Object.entries(resource.list.quick ?? {}).map(([name, { label }]) => ({
    words: `${localize(resource.label, locale)} · ${localize(label, locale)}`,
    path,
    names: [
      `${resource.label.zh} ${label.zh}`,
      `${label.zh}的${resource.label.zh}`,
      ...[resource.label.en, many].flatMap((own) => [`${own} ${label.en}`, `${label.en} ${own}`]),
      label.zh,
      `${kebab(resource.name)} ${kebab(name)}`,
      kebab(name),
    ],
    link: `${path}?tab=${resource.name}&quick=${name}`,
    isQuickFilter: true,
  }));
}

/** A name as it is compared: what parts its words does not matter. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, ' ')
    .trim();

/** From here on a name only has the letters. */
const looseScore = 10;

/** What is called so before one's eyes goes before what is called so elsewhere. */
const calledBonus = 0.2;
/** A full match of a name comes before a match of the start of another name. */
const exactMatchBonus = 0.3;
/** Moves places that are found only by their full names, such as settings, below other matches. */
const namedPenalty = 0.5;

/** Moves quick filters below pages whose names begin alike. */
const quickFilterPenalty = 0.1;

/** How well a name answers to what was typed: its letters in order, the closer and the earlier the better; null when not. */
export function scoreFuzzy(typed: string, name: string): number | null {
  const wanted = plain(typed);
  const text = plain(name);
  const full = text.indexOf(wanted);
  if (full >= 0) return full * 0.1 + (text.length - wanted.length) * 0.01;
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  return looseScore + gaps + text.length * 0.01;
}

/** A list and what to look for in it, as in `order O2611`: the list by its whole name. */
function searchesFor(targets: readonly Place[], typed: string): Place[] {
  const words = typed.split(/\s+/);
  return words.slice(1).flatMap((_word, at) => {
    const named = plain(words.slice(0, at + 1).join(' '));
    const keyword = words.slice(at + 1).join(' ');
    return targets.flatMap(({ words: called, search, path, names }): Place[] =>
      search === undefined || !names.some((name) => [named, `${named}s`].includes(plain(name)))
        ? []
        : [{ words: `${called} / “${keyword}”`, path, names: [], link: search + encodeURIComponent(keyword) }],
    );
  });
}

/** Places that answer to what was typed. */
export interface Matches {
  /** Their names hold it; then lists in which it can be looked for. */
  readonly near: readonly Place[];
  /** They only have its letters, in order. */
  readonly loose: readonly Place[];
}

/** The places that answer to what was typed, the best first; all screens when it is nothing. */
export function matchTargets(targets: readonly Place[], typed: string): Matches {
  if (typed === '') return { near: targets.filter(({ isAction }) => !isAction), loose: [] };
  const scored = targets
    .flatMap((place) => {
      const scores = place.names.flatMap((name) => scoreFuzzy(typed, name) ?? []);
      const called = plain(place.words).startsWith(plain(typed)) ? calledBonus : 0;
      const full = place.names.some((name) => plain(name) === plain(typed)) ? exactMatchBonus : 0;
      const bonus = place.isQuickFilter ? -quickFilterPenalty : Math.max(called, full);
      return scores.length > 0
        ? [{ place, score: Math.min(...scores) - bonus + (place.isNamed ? namedPenalty : 0) }]
        : [];
    })
    .sort((one, other) => one.score - other.score);
  const held = scored.filter(({ score }) => score < looseScore).map(({ place }) => place);
  const loose = scored.filter(({ place, score }) => score >= looseScore && !place.isNamed).map(({ place }) => place);
  return { near: [...held, ...searchesFor(targets, typed)], loose };
}
