import './history.css';
import './record.css';
import { type AnyResource, can, getActorLabel, getResourcePath, isReversible, type ListAnswer } from '@gantry/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { FieldCell, type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { Empty, ErrorState, Loading } from '../../ui/parts/index.ts';
import { DiffTable } from './diff-table.tsx';
import './entry-actions.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePageScope } from '../page-scope.tsx';
import { UndoEntry } from '../undo/undo-entry.tsx';
import { useActionLabel } from './use-action-words.ts';

const RestoreDialog = lazyPart(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }));

interface EntryActionsProps {
  readonly resource: AnyResource;
  readonly entry: FieldRecord;
}

/** Entries that may have an undo: changes, and actions that say so. Whether one does is for the server to answer. */
function mayReverse(resource: AnyResource, name: string): boolean {
  const action = resource.actions?.[name];
  return ['update', 'undo'].includes(name) || (action !== undefined && isReversible(action));
}

/** Takes one change back, or brings a whole earlier version of the record. */
function EntryActions({ resource, entry }: EntryActionsProps) {
  const t = useWords();
  const queries = useQueryClient();
  const { rights, refresh, offerUndo } = usePageScope();
  const [request, setRequest] = useState(false);
  const name = String(entry.action);
  const ok = entry.result === 'ok';
  const renew = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['record', resource.name] });
    void queries.invalidateQueries({ queryKey: ['history'] });
  };
  if (!ok || !can(rights, resource, 'update')) return null;
  return (
    <div className="entry-deeds">
      {mayReverse(resource, name) ? <UndoEntry entry={entry} onDone={renew} /> : null}
      <Button size="mini" onClick={() => setRequest(true)}>
        {t('resource.history.restore')}
      </Button>
      <Suspense fallback={null}>
        {request ? (
          <RestoreDialog
            resource={resource}
            entry={entry}
            onClose={() => setRequest(false)}
            onRestored={(written) => {
              setRequest(false);
              offerUndo(t('resource.history.restored'), [written]);
              renew();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

interface HistoryTabProps {
  readonly log: AnyResource;
  readonly resource: AnyResource;
  readonly id: number;
}

/** What was done to a record, newest first, each with what it changed. */
export function HistoryTab({ log, resource, id }: HistoryTabProps) {
  const t = useWords();
  const calls = useCalls();
  const filters = { resource: [resource.name], resourceId: { from: id, to: id } };
  const entries = useInfiniteQuery({
    queryKey: ['history', log.name, filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => {
      const body = { pageSize: 20, filters, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return calls.call<ListAnswer>(getResourcePath(log.name, 'list'), body);
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
  if (entries.isPending) return <Loading />;
  if (entries.isError) return <ErrorState error={entries.error} onRetry={() => void entries.refetch()} />;
  const items = entries.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={t('resource.history.empty')} />;
  return (
    <div className="record-panel">
      <ol className="history">
        {items.map((entry, at) => (
          <HistoryEntry key={String(entry.id)} log={log} resource={resource} entry={entry} startsOpen={at === 0} />
        ))}
      </ol>
      {entries.hasNextPage ? (
        <Button loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {t('resource.history.more')}
        </Button>
      ) : null}
    </div>
  );
}

interface HistoryEntryProps {
  readonly log: AnyResource;
  readonly resource: AnyResource;
  readonly entry: FieldRecord;
  readonly startsOpen: boolean;
}

function HistoryEntry({ log, resource, entry, startsOpen }: HistoryEntryProps) {
  const t = useWords();
  const format = useFormat();
  const locale = useLocale();
  const getActionLabel = useActionLabel();
  const [open, setOpen] = useState(startsOpen);
  const via = log.fields.via;
  const result = log.fields.result;
  return (
    <li>
      <button type="button" className="history-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <strong>{getActionLabel(resource, String(entry.action))}</strong>
        {result && entry.result !== 'ok' ? <FieldCell field={result} name="result" record={entry} /> : null}
        <span>{getActorLabel(String(entry.actorName ?? ''), locale)}</span>
        {via ? <FieldCell field={via} name="via" record={entry} /> : null}
        <span className="dim" title={format.ago(Number(entry.createdAt))}>
          {format.time(Number(entry.createdAt))}
        </span>
      </button>
      {typeof entry.reason === 'string' ? <p className="hint">{entry.reason}</p> : null}
      {open ? (
        <>
          <EntryDiff log={log} resource={resource} id={Number(entry.id)} empty={t('resource.history.none')} />
          <EntryActions resource={resource} entry={entry} />
        </>
      ) : null}
    </li>
  );
}

interface EntryDiffProps {
  readonly log: AnyResource;
  readonly resource: AnyResource;
  readonly id: number;
  readonly empty: string;
}

function EntryDiff({ log, resource, id, empty }: EntryDiffProps) {
  const calls = useCalls();
  const entry = useQuery({
    queryKey: ['history', log.name, 'entry', id],
    queryFn: () => calls.call<FieldRecord>(getResourcePath(log.name, 'get'), { id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (entry.isPending) return <Loading />;
  if (entry.isError) return <ErrorState error={entry.error} onRetry={() => void entry.refetch()} />;
  if (!entry.data.before && !entry.data.after) return <p className="hint">{empty}</p>;
  return <DiffTable resource={resource} before={entry.data.before} after={entry.data.after} />;
}
