import './list.css';
import {
  type Action,
  type AnyResource,
  allFields,
  countPicked,
  isRestorable,
  isReversible,
  type ListQueryText,
  type Selection,
} from '@gantry/core';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { getBulkActions } from '../action/row-menu.ts';
import { useActions } from '../action/use-actions.tsx';
import { useRunFromAddress } from '../action/use-run-from-address.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import type { BulkRequest } from '../bulk/bulk-dialog.tsx';
import { useBulk } from '../bulk/use-bulk.ts';
import { listShownColumns, readColumns } from '../grid/columns.ts';
import { type PageScope, PageScopeProvider, usePageScope } from '../page-scope.tsx';
import { useRecordUrl } from '../record/use-record-url.ts';
import type { Slots } from '../slots.ts';
import { useUndo } from '../undo/use-undo.ts';
import { useViews } from '../views/use-views.ts';
import { ListBody } from './list-body.tsx';
import { ListCount } from './toolbar/list-count.tsx';
import { ListActions, ListToolbar } from './toolbar/list-toolbar.tsx';
import { Pager } from './toolbar/pager.tsx';
import { QuickFilters } from './toolbar/quick-filters.tsx';
import { type ListUrl, useListUrl } from './use-list-url.ts';
import { type Rows, useRows } from './use-rows.ts';

const parameter = 'bulk';

interface Work {
  readonly list: ListUrl;
  readonly rows: Rows;
  /** Asks about an action on what is picked. */
  readonly begin: (name: string, action: Action) => void;
}

/** Picks all that matches and asks about the bulk action that the address names; it is taken out of the address, and nothing is done yet. */
function useBulkFromAddress(resource: AnyResource, role: string, { list, rows, begin }: Work): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(parameter);
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
    without.delete(parameter);
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

/** What is picked, the bulk action that is asked about or under way, and one that a reload cut off. */
function BulkWork({ list, rows }: BulkWorkProps) {
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

/** Loaded when they are first opened; the list itself comes at once. */
const OpenedRecord = lazyPart(async () => ({ default: (await import('../record/opened-record.tsx')).OpenedRecord }));
const DeleteDialog = lazyPart(async () => ({ default: (await import('../record/delete-dialog.tsx')).DeleteDialog }));
const ImportDialog = lazyPart(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }));

const plain: ListQueryText = {};
const none: readonly string[] = [];

interface ListPageProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
}

/** The list of a resource with all that may be done from it. */
export function ListPage({ resource, slots }: ListPageProps) {
  const { role, rights } = useSession();
  const views = useViews(resource);
  const list = useListUrl(views.base ?? plain);
  const { columns: chosen } = list.state;
  const columns = useMemo(() => listShownColumns(resource, role, chosen), [resource, role, chosen]);
  const read = useMemo(() => readColumns(resource, role, chosen, slots), [resource, role, chosen, slots]);
  const rows = useRows(resource, list, read, views.base !== null);
  const { refresh } = rows;
  const { opened, open, hrefOf } = useRecordUrl();
  const offerUndo = useUndo(refresh);
  const actions = useActions(resource, slots, refresh, offerUndo);
  const [removing, setRemoving] = useState<FieldRecord | null>(null);
  const [importing, setImporting] = useState(false);
  const [helping, setHelping] = useState(false);
  const [away, setAway] = useState<readonly string[]>(none);
  const searchBox = useRef<HTMLInputElement>(null);
  const { run } = actions;
  useRunFromAddress(resource, role, { run, importFile: () => setImporting(true) });
  const scope = useMemo<PageScope>(
    () => ({ resource, slots, role, rights, refresh, open, hrefOf, run, remove: setRemoving, offerUndo }),
    [resource, slots, role, rights, refresh, open, hrefOf, run, offerUndo],
  );
  const { keyword, filters } = list.state;
  const isEmpty = rows.total === 0 && keyword === '' && Object.keys(filters).length === 0;
  const Aside = slots.aside;
  return (
    <PageScopeProvider value={scope}>
      <div className="list-page">
        {Aside ? <Aside resource={resource} refresh={refresh} matching={list.state} /> : null}
        <ListActions list={list} columns={columns} onImport={() => setImporting(true)} without={slots.placed ?? []} />
        <ListToolbar list={list} views={views} searchBox={searchBox} onHelp={() => setHelping(true)} />
        <QuickFilters state={list.state} dispatch={list.dispatch} isEmpty={isEmpty} />
        <ListBody
          list={list}
          rows={rows}
          columns={columns}
          away={away}
          onAway={setAway}
          searchBox={searchBox}
          helping={helping}
          onHelping={setHelping}
        />
        <ListFoot list={list} rows={rows} away={away} columns={columns} />
      </div>
      {actions.dialogs}
      <Suspense fallback={null}>
        {opened.kind === 'none' ? null : <OpenedRecord opened={opened} onOpen={open} />}
        {importing ? (
          <ImportDialog resource={resource} slots={slots} onChanged={refresh} onClose={() => setImporting(false)} />
        ) : null}
        {removing ? (
          <DeleteDialog
            resource={resource}
            record={removing}
            onCancel={() => setRemoving(null)}
            onDeleted={(text, key) => {
              setRemoving(null);
              if (key) offerUndo(text, [key]);
              open({ kind: 'none' });
              refresh();
            }}
          />
        ) : null}
      </Suspense>
    </PageScopeProvider>
  );
}

interface ListFootProps {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly away: readonly string[];
  readonly columns: readonly string[];
}

/** What is picked, how many there are, what has no room, and the way to the other pages. */
function ListFoot({ list, rows, away, columns }: ListFootProps) {
  const { resource } = usePageScope();
  return (
    <div className="list-foot">
      <BulkWork list={list} rows={rows} />
      <ListCount resource={resource} rows={rows} flow={list.look.flow} />
      <AwayColumns away={away} onShow={() => list.dispatch({ type: 'columns', columns })} />
      <Pager rows={rows} list={list} />
    </div>
  );
}

interface AwayColumnsProps {
  readonly away: readonly string[];
  readonly onShow: () => void;
}

/** How many columns have no room in this window, which they are, and the way to them: the list scrolls sideways then. */
function AwayColumns({ away, onShow }: AwayColumnsProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { resource } = usePageScope();
  if (away.length === 0) return null;
  const fields = allFields(resource);
  const names = format.list(away.flatMap((name) => (fields[name] ? [localize(fields[name].label)] : [])));
  return (
    <Button type="text" size="mini" title={t('resource.list.awayWhy', { names })} onClick={onShow}>
      {t('resource.list.away', { count: away.length })}
    </Button>
  );
}
