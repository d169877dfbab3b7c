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
import type { NavigationTarget } from './navigation-targets.ts';

const newLabel: LocalizedText = { zh: '新建', en: 'New' };

function createNewRecordTarget({ label: { zh, en }, name, path }: AnyResource, locale: Locale): NavigationTarget {
  const label = { zh: `${newLabel.zh}${zh}`, en: `${newLabel.en} ${en}` };
  return {
    label: localize(label, locale),
    path,
    names: [label.zh, label.en, `create ${kebab(name)}`],
    link: createResourceLink({ path, name }, null),
    isAction: true,
  };
}

/** Actions on the collection of a resource. */
function listCollectionActionTargets(resource: AnyResource, requester: Requester, locale: Locale): NavigationTarget[] {
  const own = resource.label;
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.on === 'collection' && canRun(requester, resource, action).ok)
    .map(([name, { label }]) => ({
      label: `${localize(label, locale)} (${localize(own, locale)})`,
      path: resource.path,
      names: [
        ...[label.zh, label.en, `${own.zh}${label.zh}`, `${own.en} ${label.en}`],
        `${kebab(resource.name)} ${kebab(name)}`,
      ],
      link: createResourceLink(resource, name),
      isAction: true,
    }));
}

/** Whether an action may be possible for a record that matches a quick filter, judged by the states that both name. */
function canMatchState(resource: AnyResource, { where }: QuickFilter, { from }: Action): boolean {
  const states = where[findStateField(resource)?.name ?? ''];
  return from === undefined || !Array.isArray(states) || states.some((state) => from.includes(state));
}

/**
 * Actions on all records that match a quick filter, such as `documents failed retry`. They open the list and ask for confirmation
 * with the number of records.
 */
function listBulkActionTargets(resource: AnyResource, requester: Requester, locale: Locale): NavigationTarget[] {
  if (!can(requester, resource, 'batch')) return [];
  const { label: own, name, path } = resource;
  const recordActions = Object.entries(resource.actions ?? {}).filter(
    ([, action]) =>
      action.on === 'record' && !action.reads && !action.singleRecord && canRun(requester, resource, action).ok,
  );
  return Object.entries(resource.list.quick ?? {}).flatMap(([quick, filter]) =>
    recordActions
      .filter(([, action]) => canMatchState(resource, filter, action))
      .map(([actionName, { label }]): NavigationTarget => {
        const { zh, en } = filter.label;
        const english = [own.en, toNames(own).en].flatMap((one) => [`${one} ${en}`, `${en} ${one}`]);
        return {
          label: [own, filter.label, label].map((one) => localize(one, locale)).join(' · '),
          path,
          names: [
            ...[`${own.zh} ${zh} ${label.zh}`, `${label.zh}${zh}的${own.zh}`],
            ...english.flatMap((one) => [`${one} ${label.en}`, `${label.en} ${one}`]),
          ],
          link: `${path}?tab=${kebab(name)}&quick=${quick}&run=${actionName}&all=1`,
          isAction: true,
          isDirectOnly: true,
        };
      }),
  );
}

/** Targets of the command bar that create a record or run an action, for the screens that the user may open. */
export function listActionTargets(
  catalogue: Catalogue,
  screens: readonly ScreenDefinition[],
  requester: Requester,
  locale: Locale,
): NavigationTarget[] {
  return screens.flatMap((screen) =>
    catalogue.resources
      .filter(({ path }) => path === screen.path)
      .flatMap((resource) => [
        ...(can(requester, resource, 'create') ? [createNewRecordTarget(resource, locale)] : []),
        ...listCollectionActionTargets(resource, requester, locale),
        ...listBulkActionTargets(resource, requester, locale),
      ]),
  );
}
