import {
  type AnyResource,
  type Asker,
  areas,
  boundTo,
  type Catalogue,
  can,
  kebab,
  type Locale,
  mayOpen,
  mayUse,
  namesOf,
  presentScreens,
  type ScreenDefinition,
  say,
  type Tab,
  tabsOf,
} from '@gantry/core';

/** The routes that exist and that somebody may open, in menu order; hidden ones can be reached by name alone. */
export function openScreens(
  catalogue: Catalogue,
  flags: Readonly<Record<string, string>>,
  asker: Asker,
): ScreenDefinition[] {
  return presentScreens(catalogue, flags).filter((screen) => mayOpen(asker, screen));
}

export interface NavEntry {
  readonly screen: ScreenDefinition;
  /** The area's words, on the first of its screens. */
  readonly area: string | null;
  readonly label: string;
}

/** The menu: screens under their areas. */
export function navEntries(screens: readonly ScreenDefinition[], locale: Locale): NavEntry[] {
  let previous = '';
  return screens
    .filter((screen) => !screen.hidden)
    .map((screen) => {
      const area = areas.find((one) => one.name === screen.area);
      const isFirst = screen.area !== previous;
      previous = screen.area;
      const label = say(screen.label, locale);
      const group = screen.group ? `${say(screen.group, locale)} / ` : '';
      return { screen, area: isFirst && area ? say(area.label, locale) : null, label: group + label };
    });
}

/** Whether somebody may use what a tab shows. */
export function mayOpenTab(asker: Asker, tab: Tab): boolean {
  if (tab.kind === 'resource') return can(asker, tab.resource, 'list');
  const { roles, path = '' } = tab.kind === 'report' ? tab.report : tab.settings;
  return mayUse(asker, { roles, path });
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
  readonly isDeed?: true;
  /** It answers to its names alone, not to their letters in order: there are too many of its kind. */
  readonly isNamed?: true;
}

export function placesOf(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  asker: Asker,
  locale: Locale,
): Place[] {
  return screens.flatMap((screen) => {
    const words = say(screen.label, locale);
    const own: Place = {
      words,
      path: screen.path,
      names: [screen.label.zh, screen.label.en, screen.path, screen.name],
      link: screen.path,
    };
    const tabs = tabsOf(catalogue, screen.path).filter((tab) => mayOpenTab(asker, tab));
    const resources = tabs.flatMap((tab) => (tab.kind === 'resource' ? [tab.resource] : []));
    const [only] = resources;
    if (tabs.length === 1 && only) {
      const { names, ...rest } = tabPlace(words, { kind: 'resource', resource: only }, screen, locale);
      return [{ ...rest, ...own, names: [...own.names, ...names] }, ...quickPlaces(only, screen.path, locale)];
    }
    const inside = tabs.length > 1 ? tabs.map((tab) => tabPlace(words, tab, screen, locale)) : [];
    return [own, ...inside, ...resources.flatMap((resource) => quickPlaces(resource, screen.path, locale))];
  });
}

/** A tab of a screen by its own name. */
function tabPlace(screenWords: string, tab: Tab, { path }: ScreenDefinition, locale: Locale): Place {
  const { label, name } = boundTo(tab);
  return {
    ...(tab.kind === 'resource' ? searchOf(tab.resource, path) : {}),
    words: `${screenWords} / ${say(label, locale)}`,
    path,
    names: [label.zh, label.en, namesOf(label).en, kebab(name), name],
    link: `${path}?tab=${name}`,
  };
}

function searchOf({ name, fields }: AnyResource, path: string): Pick<Place, 'search'> {
  const searches = Object.values(fields).some(({ search }) => search === true);
  return searches ? { search: `${path}?tab=${name}&q=` } : {};
}

/** Lists as their quick filters narrow them. */
function quickPlaces(resource: AnyResource, path: string, locale: Locale): Place[] {
  const many = namesOf(resource.label).en;
  return Object.entries(resource.list.quick ?? {}).map(([name, { label }]) => ({
    words: `${say(resource.label, locale)} · ${say(label, locale)}`,
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
/** The whole name of a place goes before the beginning of another's. */
const wholeBonus = 0.3;

/** How well a name answers to what was typed: its letters in order, the closer and the earlier the better; null when not. */
export function fuzzyScore(typed: string, name: string): number | null {
  const wanted = plain(typed);
  const text = plain(name);
  const whole = text.indexOf(wanted);
  if (whole >= 0) return whole * 0.1 + (text.length - wanted.length) * 0.01;
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
function searchesFor(places: readonly Place[], typed: string): Place[] {
  const words = typed.split(/\s+/);
  return words.slice(1).flatMap((_word, at) => {
    const named = plain(words.slice(0, at + 1).join(' '));
    const keyword = words.slice(at + 1).join(' ');
    return places.flatMap(({ words: called, search, path, names }): Place[] =>
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
export function matchingPlaces(places: readonly Place[], typed: string): Matches {
  if (typed === '') return { near: places.filter(({ isDeed }) => !isDeed), loose: [] };
  const scored = places
    .flatMap((place) => {
      const scores = place.names.flatMap((name) => fuzzyScore(typed, name) ?? []);
      const called = plain(place.words).startsWith(plain(typed)) ? calledBonus : 0;
      const whole = place.names.some((name) => plain(name) === plain(typed)) ? wholeBonus : 0;
      return scores.length > 0 ? [{ place, score: Math.min(...scores) - Math.max(called, whole) }] : [];
    })
    .sort((one, other) => one.score - other.score);
  const held = scored.filter(({ score }) => score < looseScore).map(({ place }) => place);
  const loose = scored.filter(({ place, score }) => score >= looseScore && !place.isNamed).map(({ place }) => place);
  return { near: [...held, ...searchesFor(places, typed)], loose };
}
