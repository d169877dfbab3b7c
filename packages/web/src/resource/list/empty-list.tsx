import { can } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { Empty } from '../../ui/parts/index.ts';
import { findCreatingAction, getCollectionActions } from '../action/row-menu.ts';
import { useNameOf, useNamesOf } from '../name-words.ts';
import { usePageScope } from '../page-scope.tsx';
import type { ListUrl } from './use-list-url.ts';

/** Shown when there are no records or no matches, with the next step for either case. */
export function EmptyList({ list }: { readonly list: ListUrl }) {
  const t = useWords();
  const nameOf = useNameOf();
  const namesOf = useNamesOf();
  const localize = useSay();
  const { resource, rights, slots, refresh, open, run } = usePageScope();
  const { keyword, filters } = list.state;
  const name = nameOf(resource);
  const names = namesOf(resource);
  if (keyword !== '' || Object.keys(filters).length > 0 || list.state.page > 1) {
    return (
      <Empty
        title={t('resource.list.nothing', { names })}
        hint={t('resource.list.nothingHint')}
        action={<Button onClick={() => list.dispatch({ type: 'reset' })}>{t('resource.list.clearAll')}</Button>}
      />
    );
  }
  const Own = slots.empty;
  if (Own) return <Own resource={resource} refresh={refresh} />;
  // Depends on the definition, not on the user: records that only an admin creates never appear automatically.
  const isMade = Object.values(resource.actions ?? {}).some(({ on }) => on === 'collection');
  const creating = findCreatingAction(resource, rights);
  const maker =
    creating ??
    getCollectionActions(resource, rights).find(([, { reads, danger }]) => reads !== true && danger !== true);
  const comesByItself = resource.access.create === undefined && !isMade;
  return (
    <Empty
      title={t('resource.list.emptyTitle', { names })}
      hint={comesByItself ? t('resource.list.emptyByItself') : undefined}
      action={
        can(rights, resource, 'create') && !creating ? (
          <Button type="primary" onClick={() => open({ kind: 'new', like: null })}>
            {t('resource.new', { name })}
          </Button>
        ) : maker ? (
          <Button type="primary" onClick={() => run(maker[0], null)}>
            {localize(maker[1].label)}
          </Button>
        ) : null
      }
    />
  );
}
