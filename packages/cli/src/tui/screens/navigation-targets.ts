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

/** The screens that the user may open, in the order of the navigation. Hidden screens can be opened only by name. */
export function listPermittedScreens(
  catalogue: Catalogue,
  flags: Readonly<Record<string, string>>,
  requester: Requester,
): ScreenDefinition[] {
  return presentScreens(catalogue, flags).filter((screen) => canOpen(requester, screen));
}

export interface NavEntry {
  readonly screen: ScreenDefinition;
  /** The label of the area, for its first screen; null for the others. */
  readonly area: string | null;
  readonly label: string;
}

/** The entries of the navigation: screens grouped by area. */
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

/** Whether the user may see the content of a tab. */
export function canOpenTab(requester: Requester, tab: Tab): boolean {
  if (tab.kind === 'resource') return can(requester, tab.resource, 'list');
  const { roles, path = '' } = tab.kind === 'report' ? tab.report : tab.settings;
  return canUse(requester, { roles, path });
}

/** A target of the command bar. */
export interface NavigationTarget {
  readonly label: string;
  readonly path: string;
  /** Names by which it is found: its labels in both languages, its path and the names of its content. */
  readonly names: readonly string[];
  /** The link that it opens: the path, with a tab when there are several. */
  readonly link: string;
  /** For a list that can be searched: the link to search results, without the keyword at its end. */
  readonly search?: string;
  /** Whether it is an action or a setting, which is shown only when text is typed. */
  readonly isAction?: true;
  /** Whether it is excluded from fuzzy matches, because there are too many targets of its kind. */
  readonly isDirectOnly?: true;
  /** Whether it is a list with a quick filter; screens with a similar name come first. */
  readonly isQuickFilter?: true;
}

/** Targets for screens, their tabs and the quick filters of their lists. */
export function listScreenTargets(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  requester: Requester,
  locale: Locale,
): NavigationTarget[] {
  return screens.flatMap((screen) => {
    const label = localize(screen.label, locale);
    const screenTarget: NavigationTarget = {
      label,
      path: screen.path,
      names: [screen.label.zh, screen.label.en, screen.path, screen.name],
      link: screen.path,
    };
    const tabs = listTabs(catalogue, screen.path).filter((tab) => canOpenTab(requester, tab));
    const resources = tabs.flatMap((tab) => (tab.kind === 'resource' ? [tab.resource] : []));
    const [only] = resources;
    if (tabs.length === 1 && only) {
      const { names, ...rest } = createTabTarget(label, { kind: 'resource', resource: only }, screen, locale);
      return [
        { ...rest, ...screenTarget, names: [...screenTarget.names, ...names] },
        ...listQuickTargets(only, screen.path, locale),
      ];
    }
    const tabTargets = tabs.length > 1 ? tabs.map((tab) => createTabTarget(label, tab, screen, locale)) : [];
    return [
      screenTarget,
      ...tabTargets,
      ...resources.flatMap((resource) => listQuickTargets(resource, screen.path, locale)),
    ];
  });
}

/** A target for one tab of a screen. */
function createTabTarget(screenLabel: string, tab: Tab, { path }: ScreenDefinition, locale: Locale): NavigationTarget {
  const { label, name } = resolveTab(tab);
  return {
    ...(tab.kind === 'resource' ? getSearchLink(tab.resource, path) : {}),
    label: `${screenLabel} / ${localize(label, locale)}`,
    path,
    names: [label.zh, label.en, toNames(label).en, kebab(name), name],
    link: `${path}?tab=${name}`,
  };
}

function getSearchLink({ name, fields }: AnyResource, path: string): Pick<NavigationTarget, 'search'> {
  const isSearchable = Object.values(fields).some(({ search }) => search === true);
  return isSearchable ? { search: `${path}?tab=${name}&q=` } : {};
}

/** Targets for lists with each of their quick filters. */
function listQuickTargets(resource: AnyResource, path: string, locale: Locale): NavigationTarget[] {
  const plural = toNames(resource.label).en;
  return Object.entries(resource.list.quick ?? {}).map(([name, { label }]) => ({
    label: `${localize(resource.label, locale)} · ${localize(label, locale)}`,
    path,
    names: [
      `${resource.label.zh} ${label.zh}`,
      `${label.zh}的${resource.label.zh}`,
      ...[resource.label.en, plural].flatMap((own) => [`${own} ${label.en}`, `${label.en} ${own}`]),
      label.zh,
      `${kebab(resource.name)} ${kebab(name)}`,
      kebab(name),
    ],
    link: `${path}?tab=${resource.name}&quick=${name}`,
    isQuickFilter: true,
  }));
}

/** Normalizes a name for comparison: case and word separators do not matter. */
const normalize = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, ' ')
    .trim();

/** Scores from here on are fuzzy matches. */
const minFuzzyScore = 10;

/** Moves targets whose visible label starts with the typed text above those with a match in another name. */
const labelBonus = 0.2;
/** Moves exact matches of a name above matches of the start of another name. */
const exactMatchBonus = 0.3;
/** Moves targets without fuzzy matches, such as settings, below other matches. */
const directOnlyPenalty = 0.5;

/** Moves quick filters below screens with a similar name. */
const quickFilterPenalty = 0.1;

/** Scores how well a name matches typed text; lower is better. Returns null unless it contains the letters in order. */
export function scoreFuzzy(typed: string, name: string): number | null {
  const query = normalize(typed);
  const text = normalize(name);
  const full = text.indexOf(query);
  if (full >= 0) return full * 0.1 + (text.length - query.length) * 0.01;
  let at = -1;
  let gaps = 0;
  for (const letter of query) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  return minFuzzyScore + gaps + text.length * 0.01;
}

/** Targets that search a list, for typed text such as `order O2611`: the full name of the list and a keyword. */
function listSearchTargets(targets: readonly NavigationTarget[], typed: string): NavigationTarget[] {
  const words = typed.split(/\s+/);
  return words.slice(1).flatMap((_word, at) => {
    const listName = normalize(words.slice(0, at + 1).join(' '));
    const keyword = words.slice(at + 1).join(' ');
    return targets.flatMap(({ label, search, path, names }): NavigationTarget[] =>
      search === undefined || !names.some((name) => [listName, `${listName}s`].includes(normalize(name)))
        ? []
        : [{ label: `${label} / “${keyword}”`, path, names: [], link: search + encodeURIComponent(keyword) }],
    );
  });
}

/** Targets that match typed text. */
export interface Matches {
  /** Targets with a name that contains the text, then searches in lists. */
  readonly direct: readonly NavigationTarget[];
  /** Targets with a name that contains only the letters of the text, in order. */
  readonly fuzzy: readonly NavigationTarget[];
}

/** The targets that match typed text, best first; all targets except actions and settings when the text is empty. */
export function matchTargets(targets: readonly NavigationTarget[], typed: string): Matches {
  if (typed === '') return { direct: targets.filter(({ isAction }) => !isAction), fuzzy: [] };
  const scored = targets
    .flatMap((target) => {
      const scores = target.names.flatMap((name) => scoreFuzzy(typed, name) ?? []);
      const inLabel = normalize(target.label).startsWith(normalize(typed)) ? labelBonus : 0;
      const exact = target.names.some((name) => normalize(name) === normalize(typed)) ? exactMatchBonus : 0;
      const bonus = target.isQuickFilter ? -quickFilterPenalty : Math.max(inLabel, exact);
      return scores.length > 0
        ? [{ target, score: Math.min(...scores) - bonus + (target.isDirectOnly ? directOnlyPenalty : 0) }]
        : [];
    })
    .sort((one, other) => one.score - other.score);
  const direct = scored.filter(({ score }) => score < minFuzzyScore).map(({ target }) => target);
  const fuzzy = scored
    .filter(({ target, score }) => score >= minFuzzyScore && !target.isDirectOnly)
    .map(({ target }) => target);
  return { direct: [...direct, ...listSearchTargets(targets, typed)], fuzzy };
}
