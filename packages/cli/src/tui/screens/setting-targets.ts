import {
  type Catalogue,
  canUse,
  type Locale,
  listSettings,
  localize,
  type Requester,
  type ScreenDefinition,
} from '@gantry/core';
import type { NavigationTarget } from './navigation-targets.ts';

/** Targets of the command bar for groups of settings and single settings, on the screens that the user may open. */
export function listSettingTargets(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  requester: Requester,
  locale: Locale,
): NavigationTarget[] {
  const paths = new Set(screens.map(({ path }) => path));
  return listSettings(catalogue)
    .filter((setting) => paths.has(setting.path) && canUse(requester, setting))
    .map(({ name, label, within, path, to }) => {
      const group = within.slice(1).map((text) => `${localize(text, locale)} · `);
      const qualifiedNames = within.slice(-1).flatMap(({ zh, en }) => [`${zh} ${label.zh}`, `${en} ${label.en}`]);
      return {
        label: group.join('') + localize(label, locale),
        path,
        names: [label.zh, label.en, ...qualifiedNames, name],
        link: to,
        isAction: true,
        isDirectOnly: true,
      };
    });
}
