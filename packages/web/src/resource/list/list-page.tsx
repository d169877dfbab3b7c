import './list.css';
import { type AnyResource, allFields, countPicked, type ListQueryText } from '@gantry/core';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFormat, useLocale, useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useActionPage } from '../action/use-action-page.ts';
import { useActions } from '../action/use-actions.tsx';
import { useActionFromAddress } from '../action/use-run-from-address.ts';
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
import { bulkParameter, hasStoredBulkRun } from './use-picking.ts';
import { type Rows, useRows } from './use-rows.ts';

/** Loaded on first use; the list itself is available immediately. */
const OpenedRecord = lazyPart(async () => ({ default: (await import('../record/opened-record.tsx')).OpenedRecord }));
const DeleteDialog = lazyPart(async () => ({ default: (await import('../record/delete-dialog.tsx')).DeleteDialog }));
const BulkWork = lazyPart(async () => ({ default: (await import('../bulk/bulk-work.tsx')).BulkWork }));
const ImportDialog = lazyPart(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }));

const plain: ListQueryText = {};
const none: readonly string[] = [];

interface ListPageProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
}

/** The list of a resource, or the page of the action in the URL. */
export function ListPage({ resource, slots }: ListPageProps) {
  const { opened, close } = useActionPage(resource, slots);
  if (!opened) return <ResourceList resource={resource} slots={slots} />;
  const { Page, name, action } = opened;
  return <Page resource={resource} name={name} action={action} inputs={slots.input} close={close} />;
}

/** The actions of a list: those with a page are opened, the others run here. */
function usePageActions(...given: Parameters<typeof useActions>) {
  const [resource, slots] = given;
  const page = useActionPage(resource, slots);
  const { run: runHere, dialogs } = useActions(...given);
  const run: PageScope['run'] = (name, record, values) =>
    record === null && page.has(name) ? page.open(name) : runHere(name, record, values);
  return { run, dialogs, isPage: page.has };
}

/** The list of a resource with its toolbar, actions and record drawer. */
function ResourceList({ resource, slots }: ListPageProps) {
  const { role, rights } = useSession();
  const views = useViews(resource);
  const list = useListUrl(views.base ?? plain);
  const { columns: chosen } = list.state;
  const locale = useLocale();
  const columns = useMemo(() => listShownColumns(resource, role, chosen, locale), [resource, role, chosen, locale]);
  const read = useMemo(() => readColumns(resource, role, chosen, slots), [resource, role, chosen, slots]);
  const rows = useRows(resource, list, read, views.base !== null);
  const { refresh } = rows;
  const { opened, open, hrefOf } = useRecordUrl();
  const offerUndo = useUndo(refresh);
  const actions = usePageActions(resource, slots, refresh, offerUndo);
  const [removing, setRemoving] = useState<FieldRecord | null>(null);
  const [importing, setImporting] = useState(false);
  const [helping, setHelping] = useState(false);
  const [away, setAway] = useState<readonly string[]>(none);
  const searchBox = useRef<HTMLInputElement>(null);
  const { run } = actions;
  useActionFromAddress(resource, rights, { run, importFile: () => setImporting(true), isPage: actions.isPage });
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
        <QuickFilters state={list.state} dispatch={list.dispatch} isEmpty={isEmpty} isKnown={rows.total !== null} />
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

/** Whether bulk work is needed: records are selected, the URL requests it, or a reload interrupted it. Stays true once set. */
function useHasBulkWork({ state }: ListUrl, { total }: Rows): boolean {
  const { resource } = usePageScope();
  const [params] = useSearchParams();
  const [interrupted] = useState(() => hasStoredBulkRun(resource));
  const wanted = interrupted || params.has(bulkParameter) || countPicked(state.picked, total ?? 0) > 0;
  const [has, setHas] = useState(wanted);
  if (wanted && !has) setHas(true);
  return has || wanted;
}

interface ListFootProps {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly away: readonly string[];
  readonly columns: readonly string[];
}

/** The selection, the count, the hidden columns and the pager. */
function ListFoot({ list, rows, away, columns }: ListFootProps) {
  const { resource } = usePageScope();
  return (
    <div className="list-foot">
      {useHasBulkWork(list, rows) ? (
        <Suspense fallback={null}>
          <BulkWork list={list} rows={rows} />
        </Suspense>
      ) : null}
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

/** The number and names of columns that do not fit, and a button that shows them: the list then scrolls sideways. */
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
