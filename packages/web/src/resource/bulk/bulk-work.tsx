import {
  type Action,
  type AnyResource,
  countPicked,
  isRestorable,
  isReversible,
  type Rights,
  type Selection,
} from '@gantry/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { getBulkActions } from '../action/row-menu.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import { bulkParameter } from '../list/use-picking.ts';
import type { Rows } from '../list/use-rows.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { BulkRequest } from './bulk-dialog.tsx';
import { useBulk } from './use-bulk.ts';

interface Work {
  readonly list: ListUrl;
  readonly rows: Rows;
  /** Opens the dialog of an action on the selected records. */
  readonly request: (name: string, action: Action) => void;
}

/** Selects all matching records and opens the dialog of the bulk action in the URL, which is then removed from the URL. */
function useBulkFromAddress(resource: AnyResource, rights: Rights, { list, rows, request }: Work): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(bulkParameter);
  const { picked } = list.state;
  const all = picked.mode === 'allExcept' && picked.ids.size === 0;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null) done.current = null;
    if (wanted === null || wanted === done.current || rows.loading || rows.total === null) return;
    const [, action] = getBulkActions(resource, rights).find(([name]) => name === wanted) ?? [];
    if (action && rows.total > 0 && !all) return list.dispatch({ type: 'pickAll' });
    done.current = wanted;
    const without = new URLSearchParams(params);
    without.delete(bulkParameter);
    setParams(without, { replace: true });
    if (action && rows.total > 0) request(wanted, action);
  });
}

const BulkDialog = lazyPart(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

interface BulkWorkProps {
  readonly list: ListUrl;
  readonly rows: Rows;
}

function getSelection({ state }: BulkWorkProps['list']): Selection {
  const { picked } = state;
  if (picked.mode === 'some') return { ids: [...picked.ids] };
  return {
    filters: state.filters,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(picked.ids.size > 0 ? { except: [...picked.ids] } : {}),
  };
}

/** Returns how much can be undone: of an action, all or nothing; of a deletion, for some resources only a part. */
function getUndoExtent(resource: AnyResource, name: string, action: Action | null): BulkRequest['undoable'] {
  if (action) return isReversible(action) ? 'all' : 'none';
  if (name === 'update') return 'all';
  if (!isRestorable(resource)) return 'none';
  return resource.removal === undefined ? 'all' : 'part';
}

/** The bar of the selected records, the dialog of the bulk action, and a run that a reload interrupted. */
export function BulkWork({ list, rows }: BulkWorkProps) {
  const t = useWords();
  const localize = useSay();
  const { resource, rights, refresh, offerUndo } = usePageScope();
  const bulk = useBulk(resource, refresh);
  const [prompt, setPrompt] = useState<BulkRequest | null>(null);
  const { picked } = list.state;
  const total = rows.total ?? 0;
  const count = countPicked(picked, total);
  const getName = (action: Action | null | undefined, given: string) =>
    action ? localize(action.label) : t(given === 'update' ? 'resource.bulk.set' : 'resource.bulk.delete');
  const close = (done: number, keys: readonly string[]) => {
    if (prompt && prompt.undoable !== 'none' && done > 0) {
      offerUndo(t('resource.undo.bulk', { action: getName(prompt.action, prompt.name), count: done }), keys);
    }
    setPrompt(null);
    // The selection stays when the dialog is closed without a run.
    if (bulk.phase !== 'idle') list.dispatch({ type: 'pickNone' });
  };
  const titleOf = useTitleOf(resource);
  const request = (name: string, action: Action | null) => {
    bulk.purge();
    const back = getUndoExtent(resource, name, action);
    const isLasting = back !== 'all' && (action === null || action.danger === true);
    const [only] = picked.mode === 'some' ? picked.ids : [];
    const person = rows.records.find(({ id }) => Number(id) === only);
    const capped = rows.capped && picked.mode === 'allExcept';
    // The name of a user who is not on the page is unknown, so the number is typed instead.
    const isByName = count === 1 && person !== undefined;
    const expected = isByName ? titleOf(person) : String(count);
    setPrompt({
      name,
      action,
      selection: getSelection(list),
      count,
      capped,
      undoable: back,
      typed: isLasting && (count > 1 || resource.person) ? expected : null,
    });
  };
  useBulkFromAddress(resource, rights, { list, rows, request });
  const cut = prompt === null ? bulk.interrupted : null;
  const cutAction = cut ? resource.actions?.[cut.action] : undefined;
  const name = getName(cutAction, cut?.action ?? '');
  return (
    <>
      {cut ? (
        <section className="bulk-bar" aria-label={t('verb.batch')}>
          <strong>{t('resource.bulk.interrupted', { action: name, done: cut.done, total: cut.total ?? 0 })}</strong>
          <Button
            size="small"
            type="primary"
            onClick={() => {
              setPrompt({
                name: cut.action,
                action: cutAction ?? null,
                selection: cut.selection,
                count: 0,
                capped: false,
                typed: null,
                undoable: getUndoExtent(resource, cut.action, cutAction ?? null),
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
        <BulkBar list={list} rows={rows} onRun={request} />
      ) : null}
      <Suspense fallback={null}>
        {prompt ? <BulkDialog resource={resource} prompt={prompt} bulk={bulk} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
