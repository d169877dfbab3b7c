import {
  type Action,
  type AnyResource,
  type Catalogue,
  can,
  canRun,
  findStateField,
  kebab,
  type Locale,
  type LocalizedText,
  localize,
  type QuickFilter,
  type Requester,
  type ScreenDefinition,
  toNames,
} from '@gantry/core';
import { createResourceLink } from '../resource/deep-link.ts';
import type { Place } from './places.ts';

const creating: LocalizedText = { zh: '新建', en: 'New' };

function creatingOf(resource: AnyResource, locale: Locale): Place {
  const { label, name, path } = resource;
  const words = { zh: `${creating.zh}${label.zh}`, en: `${creating.en} ${label.en}` };
  return {
    words: localize(words, locale),
    path,
    names: [words.zh, words.en, `create ${kebab(name)}`],
    link: createResourceLink(resource, null),
    isAction: true,
  };
}

/** What can be done with a resource as a whole. */
function actionsOf(resource: AnyResource, requester: Requester, locale: Locale): Place[] {
  const own = resource.label;
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.on === 'collection' && canRun(requester, resource, action).ok)
    .map(([name, { label }]) => ({
      words: `${localize(label, locale)} (${localize(own, locale)})`,
      path: resource.path,
      names: [
        ...[label.zh, label.en, `${own.zh}${label.zh}`, `${own.en} ${label.en}`],
        `${kebab(resource.name)} ${kebab(name)}`,
      ],
      link: createResourceLink(resource, name),
      isAction: true,
    }));
}

/** Whether an action may run on any record that a quick filter finds, as far as the two tell it. */
function meets(resource: AnyResource, { where }: QuickFilter, { from }: Action): boolean {
  const states = where[findStateField(resource)?.name ?? ''];
  return from === undefined || !Array.isArray(states) || states.some((state) => from.includes(state));
}

/**
 * What can be done with all that a quick filter finds, as in `documents failed retry`: the list is shown, and how many they are
 * is asked.
 */
function onAllOf(resource: AnyResource, requester: Requester, locale: Locale): Place[] {
  if (!can(requester, resource, 'batch')) return [];
  const { label: own, name, path } = resource;
  const availableActions = Object.entries(resource.actions ?? {}).filter(
    ([, action]) =>
      action.on === 'record' && !action.reads && !action.singleRecord && canRun(requester, resource, action).ok,
  );
  return Object.entries(resource.list.quick ?? {}).flatMap(([quick, filter]) =>
    availableActions
      .filter(([, action]) => meets(resource, filter, action))
      .map(([availableAction, { label }]): Place => {
        const { zh, en } = filter.label;
        const english = [own.en, toNames(own).en].flatMap((one) => [`${one} ${en}`, `${en} ${one}`]);
        return {
          words: [own, filter.label, label].map((one) => localize(one, locale)).join(' · '),
          path,
          names: [
            ...[`${own.zh} ${zh} ${label.zh}`, `${label.zh}${zh}的${own.zh}`],
            ...english.flatMap((one) => [`${one} ${label.en}`, `${label.en} ${one}`]),
          ],
          link: `${path}?tab=${kebab(name)}&quick=${quick}&run=${availableAction}&all=1`,
          isAction: true,
          isNamed: true,
        };
      }),
  );
}

/** Records to create and actions on the screens that the user may open, as entries of the command bar. */
export function listActionTargets(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  requester: Requester,
  locale: Locale,
): Place[] {
  return screens.flatMap((screen) =>
    catalogue.resources
      .filter(({ path }) => path === screen.path)
      .flatMap((resource) => [
        ...(can(requester, resource, 'create') ? [creatingOf(resource, locale)] : []),
        ...actionsOf(resource, requester, locale),
        ...onAllOf(resource, requester, locale),
      ]),
  );
}
