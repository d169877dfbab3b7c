import {
  type Action,
  type AnyResource,
  type Asker,
  type Catalogue,
  can,
  canRun,
  kebab,
  type Locale,
  namesOf,
  type QuickFilter,
  type ScreenDefinition,
  say,
  stateField,
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

/** Whether an action may run on any record that a quick filter finds, as far as the two tell it. */
function meets(resource: AnyResource, { where }: QuickFilter, { from }: Action): boolean {
  const states = where[stateField(resource)?.name ?? ''];
  return from === undefined || !Array.isArray(states) || states.some((state) => from.includes(state));
}

/** What can be done with all that a quick filter finds, as in `documents failed retry`: the list is shown, and how many they are is asked. */
function onAllOf(resource: AnyResource, asker: Asker, locale: Locale): Place[] {
  if (!can(asker, resource, 'batch')) return [];
  const { label: own, name, path } = resource;
  const deeds = Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.on === 'record' && !action.reads && !action.alone && canRun(asker, resource, action).ok,
  );
  return Object.entries(resource.list.quick ?? {}).flatMap(([quick, filter]) =>
    deeds
      .filter(([, action]) => meets(resource, filter, action))
      .map(([deed, { label }]): Place => {
        const { zh, en } = filter.label;
        const english = [own.en, namesOf(own).en].flatMap((one) => [`${one} ${en}`, `${en} ${one}`]);
        return {
          words: [own, filter.label, label].map((one) => say(one, locale)).join(' · '),
          path,
          names: [
            ...[`${own.zh} ${zh} ${label.zh}`, `${label.zh}${zh}的${own.zh}`],
            ...english.flatMap((one) => [`${one} ${label.en}`, `${label.en} ${one}`]),
          ],
          link: `${path}?tab=${kebab(name)}&quick=${quick}&run=${deed}&all=1`,
          isDeed: true,
          isNamed: true,
        };
      }),
  );
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
        ...onAllOf(resource, asker, locale),
      ]),
  );
}
