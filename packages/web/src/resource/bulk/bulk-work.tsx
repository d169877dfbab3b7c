import { type Action, type AnyResource, countPicked, isRestorable, isReversible, type Selection } from '@gantry/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
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
  /** Asks about an action on what is picked. */
  readonly begin: (name: string, action: Action) => void;
}

/** Picks all that matches and asks about the bulk action that the address names; it is taken out of the address, and nothing is done yet. */
function useBulkFromAddress(resource: AnyResource, role: string, { list, rows, begin }: Work): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(bulkParameter);
  const { picked } = list.state;
  const all = picked.mode === 'allExcept' && picked.ids.size === 0;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null) done.current = null;
    if (wanted === null || wanted === done.current || rows.loading || rows.total === null) return;
    const [, action] = getBulkActions(resource, role).find(([name]) => name === wanted) ?? [];
    if (action && rows.total > 0 && !all) return list.dispatch({ type: 'pickAll' });
    done.current = wanted;
    const without = new URLSearchParams(params);
    without.delete(bulkParameter);
    setParams(without, { replace: true });
    if (action && rows.total > 0) begin(wanted, action);
  });
}

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

/** What is typed to confirm for one person; a person who is not on the page goes by number. */
function getPersonName(person: FieldRecord | undefined, titleOf: (record: FieldRecord) => string): string | null {
  return person ? titleOf(person) : '1';
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
  const titleOf = useTitleOf(resource);
  const begin = (name: string, action: Action | null) => {
    bulk.purge();
    const back = goesBack(resource, name, action);
    const isLasting = back !== 'all' && (action === null || action.danger === true);
    const [only] = picked.mode === 'some' ? picked.ids : [];
    const person = rows.records.find(({ id }) => Number(id) === only);
    const capped = rows.capped && picked.mode === 'allExcept';
    setRequest({
      name,
      action,
      selection: selectionOf(list),
      count,
      capped,
      goesBack: back,
      typed: !isLasting ? null : count > 1 ? String(count) : resource.person ? getPersonName(person, titleOf) : null,
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
                typed: null,
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
        <BulkBar list={list} rows={rows} onRun={begin} />
      ) : null}
      <Suspense fallback={null}>
        {prompt ? <BulkDialog resource={resource} prompt={prompt} bulk={bulk} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
