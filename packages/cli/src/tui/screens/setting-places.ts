import {
  type Asker,
  type Catalogue,
  type Locale,
  mayUse,
  type ScreenDefinition,
  say,
  settingPlacesOf,
} from '@gantry/core';
import type { Place } from './places.ts';

/** Groups of settings, and each setting of them, on the screens that somebody may open, as places of the command bar. */
export function settingPlaces(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  asker: Asker,
  locale: Locale,
): Place[] {
  const paths = new Set(screens.map(({ path }) => path));
  return settingPlacesOf(catalogue)
    .filter((place) => paths.has(place.path) && mayUse(asker, place))
    .map(({ name, label, within, path, to }) => {
      const group = within.slice(1).map((words) => `${say(words, locale)} · `);
      const called = within.slice(-1).flatMap(({ zh, en }) => [`${zh} ${label.zh}`, `${en} ${label.en}`]);
      return {
        words: group.join('') + say(label, locale),
        path,
        names: [label.zh, label.en, ...called, name],
        link: to,
        isDeed: true,
      };
    });
}
