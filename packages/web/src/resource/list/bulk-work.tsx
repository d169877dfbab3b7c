import { type Action, type AnyResource, isRestorable, isReversible, pickedCount, type Selection } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import type { BulkAsk } from '../bulk/bulk-dialog.tsx';
import { useBulk } from '../bulk/use-bulk.ts';
import { usePageScope } from '../page-scope.tsx';
import { useBulkFromAddress } from './use-bulk-from-address.ts';
import type { ListUrl } from './use-list-url.ts';
import type { Rows } from './use-rows.ts';

const BulkDialog = lazyPart(async () => ({ default: (await import('../bulk/bulk-dialog.tsx')).BulkDialog }));

interface BulkWorkProps {
  readonly list: ListUrl;
  readonly rows: Rows;
}

function selectionOf({ state }: BulkWorkProps['list']): Selection {
  const { picked } = state;
  if (picked.mode === 'some') return { ids: [...picked.ids] };
  return {
    filters: state.filters,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(picked.ids.size > 0 ? { except: [...picked.ids] } : {}),
  };
}

/** How much of it the server can take back: nothing of an action that hurts or of secrets; some kinds come back in part. */
function goesBack(resource: AnyResource, name: string, action: Action | null): BulkAsk['goesBack'] {
  if (action) return isReversible(action) ? 'all' : 'none';
  if (name === 'update') return 'all';
  if (!isRestorable(resource)) return 'none';
  return resource.removal === undefined ? 'all' : 'part';
}

/** What is picked, the bulk action that is asked about or under way, and one that a reload cut off. */
export function BulkWork({ list, rows }: BulkWorkProps) {
  const t = useWords();
  const say = useSay();
  const { resource, role, refresh, offerUndo } = usePageScope();
  const bulk = useBulk(resource, refresh);
  const [ask, setAsk] = useState<BulkAsk | null>(null);
  const { picked } = list.state;
  const total = rows.total ?? 0;
  const count = pickedCount(picked, total);
  const nameOf = (action: Action | null | undefined, given: string) =>
    action ? say(action.label) : t(given === 'update' ? 'resource.bulk.set' : 'resource.bulk.delete');
  const close = (done: number, keys: readonly string[]) => {
    if (ask && ask.goesBack !== 'none' && done > 0) {
      offerUndo(t('resource.undo.bulk', { action: nameOf(ask.action, ask.name), count: done }), keys);
    }
    setAsk(null);
    // Who only looked at the question keeps what was picked.
    if (bulk.phase !== 'idle') list.dispatch({ type: 'pickNone' });
  };
  const begin = (name: string, action: Action | null) => {
    bulk.forget();
    const capped = rows.capped && picked.mode === 'allExcept';
    setAsk({ name, action, selection: selectionOf(list), count, capped, goesBack: goesBack(resource, name, action) });
  };
  useBulkFromAddress(resource, role, { list, rows, begin });
  const cut = ask === null ? bulk.interrupted : null;
  const cutAction = cut ? resource.actions?.[cut.action] : undefined;
  const name = nameOf(cutAction, cut?.action ?? '');
  return (
    <>
      {cut ? (
        <section className="bulk-bar" aria-label={t('verb.batch')}>
          <strong>{t('resource.bulk.interrupted', { action: name, done: cut.done, total: cut.total ?? 0 })}</strong>
          <Button
            size="small"
            type="primary"
            onClick={() => {
              setAsk({
                name: cut.action,
                action: cutAction ?? null,
                selection: cut.selection,
                count: 0,
                capped: false,
                goesBack: goesBack(resource, cut.action, cutAction ?? null),
              });
              bulk.resume();
            }}
          >
            {t('resource.bulk.resume')}
          </Button>
          <Button size="small" onClick={bulk.forget}>
            {t('resource.bulk.forget')}
          </Button>
        </section>
      ) : null}
      {count > 0 || (picked.mode === 'allExcept' && total > 0) ? (
        <BulkBar
          resource={resource}
          role={role}
          picked={picked}
          total={total}
          capped={rows.capped}
          onRun={begin}
          onNone={() => list.dispatch({ type: 'pickNone' })}
        />
      ) : null}
      <Suspense fallback={null}>
        {ask ? <BulkDialog resource={resource} ask={ask} bulk={bulk} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
