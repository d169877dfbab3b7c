import {
  type AnyResource,
  type Asker,
  type Catalogue,
  can,
  canRun,
  kebab,
  type Locale,
  type ScreenDefinition,
  say,
  type Words,
} from '@gantry/core';
import { resourceLink } from '../resource/opening.ts';
import type { Place } from './places.ts';

const creating: Words = { zh: '新建', en: 'New' };

function creatingOf(resource: AnyResource, locale: Locale): Place {
  const { label, name, path } = resource;
  const words = { zh: `${creating.zh}${label.zh}`, en: `${creating.en} ${label.en}` };
  return {
    words: say(words, locale),
    path,
    names: [words.zh, words.en, `create ${kebab(name)}`],
    link: resourceLink(resource, null),
    isDeed: true,
  };
}

/** What can be done with a resource as a whole. */
function actionsOf(resource: AnyResource, asker: Asker, locale: Locale): Place[] {
  const own = resource.label;
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.on === 'collection' && canRun(asker, resource, action).ok)
    .map(([name, { label }]) => ({
      words: `${say(label, locale)} (${say(own, locale)})`,
      path: resource.path,
      names: [
        ...[label.zh, label.en, `${own.zh}${label.zh}`, `${own.en} ${label.en}`],
        `${kebab(resource.name)} ${kebab(name)}`,
      ],
      link: resourceLink(resource, name),
      isDeed: true,
    }));
}

/** Records to make and things to do on the screens that somebody may open, as places of the command bar. */
export function deedPlaces(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  asker: Asker,
  locale: Locale,
): Place[] {
  return screens.flatMap((screen) =>
    catalogue.resources
      .filter(({ path }) => path === screen.path)
      .flatMap((resource) => [
        ...(can(asker, resource, 'create') ? [creatingOf(resource, locale)] : []),
        ...actionsOf(resource, asker, locale),
      ]),
  );
}
