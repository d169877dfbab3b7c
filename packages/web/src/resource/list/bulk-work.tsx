import { type Action, type AnyResource, countPicked, isRestorable, isReversible, type Selection } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import type { BulkRequest } from '../bulk/bulk-dialog.tsx';
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
function goesBack(resource: AnyResource, name: string, action: Action | null): BulkRequest['goesBack'] {
  if (action) return isReversible(action) ? 'all' : 'none';
  if (name === 'update') return 'all';
  if (!isRestorable(resource)) return 'none';
  return resource.removal === undefined ? 'all' : 'part';
}

/** What is picked, the bulk action that is asked about or under way, and one that a reload cut off. */
export function BulkWork({ list, rows }: BulkWorkProps) {
  const t = useWords();
  const localize = useSay();
  const { resource, role, refresh, offerUndo } = usePageScope();
  const bulk = useBulk(resource, refresh);
  const [prompt, setRequest] = useState<BulkRequest | null>(null);
  const { picked } = list.state;
  const total = rows.total ?? 0;
  const count = countPicked(picked, total);
  const nameOf = (action: Action | null | undefined, given: string) =>
    action ? localize(action.label) : t(given === 'update' ? 'resource.bulk.set' : 'resource.bulk.delete');
  const close = (done: number, keys: readonly string[]) => {
    if (prompt && prompt.goesBack !== 'none' && done > 0) {
      offerUndo(t('resource.undo.bulk', { action: nameOf(prompt.action, prompt.name), count: done }), keys);
    }
    setRequest(null);
    // Who only looked at the question keeps what was picked.
    if (bulk.phase !== 'idle') list.dispatch({ type: 'pickNone' });
  };
  const begin = (name: string, action: Action | null) => {
    bulk.purge();
    const capped = rows.capped && picked.mode === 'allExcept';
    setRequest({
      name,
      action,
      selection: selectionOf(list),
      count,
      capped,
      goesBack: goesBack(resource, name, action),
    });
  };
  useBulkFromAddress(resource, role, { list, rows, begin });
  const cut = prompt === null ? bulk.interrupted : null;
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
              setRequest({
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
          <Button size="small" onClick={bulk.purge}>
            {t('resource.bulk.purge')}
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
        {prompt ? <BulkDialog resource={resource} prompt={prompt} bulk={bulk} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
