import './history.css';
import './record.css';
import { type AnyResource, can, getActorLabel, getResourcePath, isReversible, type ListAnswer } from '@gantry/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { FieldCell, type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Empty, ErrorState, Loading } from '../../ui/parts/index.ts';
import { usePageScope } from '../page-scope.tsx';
import type { Slots, TimelineEvent } from '../slots.ts';
import { UndoEntry } from '../undo/undo-entry.tsx';
import { WithDefinition } from '../use-definition.tsx';
import { DiffTable } from './diff-table.tsx';
import styles from './entry-actions.module.css';
import { useActionLabel } from './use-action-words.ts';

const RestoreDialog = lazyPart(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }));

interface EntryActionsProps {
  readonly resource: AnyResource;
  readonly entry: FieldRecord;
}

/** Whether an entry may have an undo: changes, and actions that declare it. The server decides whether it does. */
function canReverse(resource: AnyResource, name: string): boolean {
  const action = resource.actions?.[name];
  return ['update', 'undo'].includes(name) || (action !== undefined && isReversible(action));
}

/** Undoes one change, or restores an earlier version of the record. */
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
    <div className={styles.entryActions}>
      {canReverse(resource, name) ? <UndoEntry entry={entry} onDone={renew} /> : null}
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
  /** Other events of the record, in any order. */
  readonly events?: readonly TimelineEvent[];
}

interface Line {
  readonly at: number;
  readonly key: string;
  readonly entry: FieldRecord | null;
  readonly event: TimelineEvent | null;
}

/**
 * Merges entries and events, newest first. While more entries follow, only events newer than the oldest loaded entry are
 * included.
 */
function mergeTimeline(entries: readonly FieldRecord[], events: readonly TimelineEvent[], hasMore: boolean): Line[] {
  const oldest = hasMore ? Number(entries.at(-1)?.createdAt ?? 0) : 0;
  const lines: Line[] = [
    ...entries.map((entry) => ({ at: Number(entry.createdAt), key: `entry ${String(entry.id)}`, entry, event: null })),
    ...events
      .filter(({ at }) => at >= oldest)
      .map((event) => ({ at: event.at, key: `event ${event.key}`, entry: null, event })),
  ];
  return lines.sort((a, b) => b.at - a.at);
}

/** The audit log entries and events of a record, newest first; each entry shows its changes. */
export function HistoryTab({ log, resource, id, events = [] }: HistoryTabProps) {
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
  const lines = mergeTimeline(items, events, entries.hasNextPage);
  if (lines.length === 0) return <Empty title={t('resource.history.empty')} />;
  return (
    <div className="record-panel">
      <ol className="history">
        {lines.map(({ key, entry, event }, at) =>
          entry ? (
            <HistoryEntry key={key} log={log} resource={resource} entry={entry} startsOpen={at === 0} />
          ) : (
            <li key={key} className="history-event">
              {event?.body}
            </li>
          ),
        )}
      </ol>
      {entries.hasNextPage ? (
        <Button loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {t('resource.history.more')}
        </Button>
      ) : null}
    </div>
  );
}

interface TimelineTabProps {
  /** The audit log; null when the user may not read it. */
  readonly log: Pick<AnyResource, 'name'> | null;
  readonly resource: AnyResource;
  readonly record: FieldRecord;
  readonly useEvents: NonNullable<Slots['useEvents']>;
}

/** One timeline of the events of a record and its audit log entries. */
export function TimelineTab({ log, resource, record, useEvents }: TimelineTabProps) {
  const t = useWords();
  const { events, isPending, error, retry } = useEvents(record);
  if (isPending) return <Loading />;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (log)
    return (
      <WithDefinition name={log.name}>
        {(definition) => <HistoryTab log={definition} resource={resource} id={Number(record.id)} events={events} />}
      </WithDefinition>
    );
  const lines = mergeTimeline([], events, false);
  if (lines.length === 0) return <Empty title={t('resource.history.empty')} />;
  return (
    <ol className="history record-panel">
      {lines.map(({ key, event }) => (
        <li key={key} className="history-event">
          {event?.body}
        </li>
      ))}
    </ol>
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
