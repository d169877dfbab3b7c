import {
  type Catalogue,
  canUse,
  type Locale,
  listSettings,
  localize,
  type Requester,
  type ScreenDefinition,
} from '@gantry/core';
import type { Place } from './places.ts';

/** Groups of settings, and each of their settings, on the screens that the user may open, as entries of the command bar. */
export function findSettings(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  requester: Requester,
  locale: Locale,
): Place[] {
  const paths = new Set(screens.map(({ path }) => path));
  return listSettings(catalogue)
    .filter((place) => paths.has(place.path) && canUse(requester, place))
    .map(({ name, label, within, path, to }) => {
      const group = within.slice(1).map((words) => `${localize(words, locale)} · `);
      const called = within.slice(-1).flatMap(({ zh, en }) => [`${zh} ${label.zh}`, `${en} ${label.en}`]);
      return {
        words: group.join('') + localize(label, locale),
        path,
        names: [label.zh, label.en, ...called, name],
        link: to,
        isAction: true,
        isNamed: true,
      };
    });
}
