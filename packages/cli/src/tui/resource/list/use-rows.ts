import {
  type AnyResource,
  getResourcePath,
  type ListAnswer,
  type ListQuery,
  type ListState,
  parseSort,
  ResponseError,
} from '@gantry/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useIsShown, useTui } from '../../parts/tui-context.ts';
import type { DataRecord } from './list-columns.ts';
import { findPageStart, mergePage, type PageStart, useLive } from './live-rows.ts';
import { withLabels } from './with-labels.ts';

/** Records on a page: several screens, so that scrolling rarely has to wait. */
const pageSize = 100;

/** An end of a list. */
export type End = 'first' | 'last';

export interface Rows {
  /** In the order of the list, whichever end they were loaded from. */
  readonly items: readonly DataRecord[];
  readonly total: number;
  readonly capped: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  /** The end from which they were loaded: the next page comes after them, or before them. */
  readonly from: End;
  readonly next: string | null;
  /** The starts of the pages after the first. */
  readonly starts: readonly PageStart[];
  readonly summary: ListAnswer['summary'];
}

const noRows: Rows = {
  items: [],
  total: 0,
  capped: false,
  loading: true,
  failed: false,
  from: 'first',
  next: null,
  starts: [],
  summary: null,
};

/** The number of records before the first row; null when the server did not count the entire list. */
export function countRowsBefore({ from, items, total, capped, next }: Rows): number | null {
  if (from === 'first' || next === null) return 0;
  return capped ? null : Math.max(0, total - items.length);
}

/** The part of a list's state that decides which rows it has. */
type ListRequest = Pick<ListState, 'keyword' | 'filters' | 'sort'>;

/** Number of rows that determine the column widths: those loaded first, so that later pages do not change the widths. */
const sampleRows = 200;

export const getSample = ({ items, from }: Rows) =>
  from === 'first' ? items.slice(0, sampleRows) : items.slice(-sampleRows);

/**
 * The query for a page; the cursor continues after the previous page. From the end of the list, pages are read in the reverse
 * order.
 */
function createQuery(resource: AnyResource, state: ListRequest, from: End, cursor: string | null): ListQuery {
  const { field, order } = state.sort ?? parseSort(resource.list.sort);
  const reversed = order === 'asc' ? 'desc' : 'asc';
  return {
    pageSize,
    sort: [{ field, order: from === 'first' ? order : reversed }],
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(Object.keys(state.filters).length === 0 ? {} : { filters: state.filters }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** Adds a page: the first one replaces all rows, a later one is added at its side of the known rows. */
function addPage(known: Rows, answer: ListAnswer<DataRecord>, from: End, cursor: string | null): Rows {
  const isFirst = cursor === null;
  const id = answer.items[0]?.id;
  const page = from === 'first' ? answer.items : answer.items.toReversed();
  const joined = from === 'first' ? [...known.items, ...page] : [...page, ...known.items];
  return {
    items: isFirst ? page : joined,
    total: answer.total,
    capped: answer.totalIsCapped,
    loading: false,
    failed: false,
    from,
    next: answer.nextCursor,
    starts: isFirst ? [] : [...known.starts, ...(id === undefined ? [] : [{ id, cursor }])],
    summary: answer.summary,
  };
}

/** How long live reading pauses after a record was moved by hand, in ms: the server may still return the old order. */
const reorderPauseMs = 5_000;

/** The visible rows, from an index up to but not including another. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the first page again and again, and the pages of the visible rows, so that the list follows changes without being read
 * from start to end. Returns the time of the last successful reading, in ms since the epoch, while reading fails; null otherwise.
 */
function useLiveRows(deps: {
  readonly resource: AnyResource;
  readonly request: ListRequest;
  readonly rows: Rows;
  readonly lastRequestId: { readonly current: number };
  readonly changedAt: { readonly current: number };
  readonly apply: (by: (known: Rows) => Rows) => void;
  readonly reload: () => void;
  /** Called when live reading succeeds after a reading that the user requested has failed. */
  readonly recover: () => void;
  readonly getRange: () => RowRange;
}): number | null {
  const { client, marks } = useTui();
  const isShown = useIsShown();
  const [staleSince, setStaleSince] = useState<number | null>(null);
  const readAt = useRef(Date.now());
  const read = async (): Promise<boolean> => {
    const { resource, request, rows, lastRequestId, changedAt, apply } = deps;
    // A request of the user takes precedence.
    if (rows.loading || Date.now() - changedAt.current < reorderPauseMs) return true;
    const requestId = lastRequestId.current;
    const [changes, path] = [changedAt.current, getResourcePath(resource.name, 'list')];
    const isCurrent = () => requestId === lastRequestId.current && changes === changedAt.current;
    try {
      const { start, end } = deps.getRange();
      const visiblePages = new Set([null, ...[start, end - 1].map((index) => findPageStart(rows, index))]);
      for (const page of visiblePages) {
        const query = createQuery(resource, request, rows.from, page?.cursor ?? null);
        const answer = await client.call<ListAnswer<DataRecord>>(path, query, { quiet: true });
        if (!isCurrent()) return true;
        apply((known) => mergePage(known, answer, rows.from, page));
      }
      readAt.current = Date.now();
      setStaleSince(null);
      if (rows.failed) deps.recover();
      return true;
    } catch (error) {
      if (!isCurrent()) return true;
      setStaleSince(readAt.current);
      // Reload, so that the user is asked to sign in again when the session has expired.
      if (error instanceof ResponseError && error.verdict.reaction === 'relogin') deps.reload();
      return false;
    }
  };
  // A screen reader would read every change aloud.
  useLive(read, isShown && !marks.accessible);
  return deps.rows.failed ? null : staleSince;
}

/** The same rows, each with the labels of its values. */
function useLabeledRows(resource: AnyResource, rows: Rows): Rows {
  const tui = useTui();
  return useMemo(
    () => ({ ...rows, items: rows.items.map((record) => withLabels(resource, record, tui)) }),
    [resource, rows, tui],
  );
}

/**
 * The records of a list, loaded page after page from either end; the response to an outdated request is discarded. `rows` contain
 * labels for their values; `originals` are the same records as the server sent them.
 * @param getRange returns the visible rows, whose pages live reading includes
 * @param initialEnd the end from which the list is loaded first; after a change of the query it is loaded from the start
 */
export function useRows(resource: AnyResource, state: ListState, getRange: () => RowRange, initialEnd: End = 'first') {
  const { client } = useTui();
  const [rows, setRows] = useState<Rows>(noRows);
  const lastRequestId = useRef(0);
  const { keyword, filters, sort } = state;
  const request = useMemo((): ListRequest => ({ keyword, filters, sort }), [keyword, filters, sort]);
  const answeredRequest = useRef<ListRequest | null>(null);
  const hasFirstPageFailed = useRef(false);
  const firstEnd = useRef(initialEnd);
  const fetch = useCallback(
    async (from: End, cursor: string | null) => {
      lastRequestId.current += 1;
      const requestId = lastRequestId.current;
      setRows((known) => ({ ...known, loading: true, failed: false }));
      try {
        const query = createQuery(resource, request, from, cursor);
        const answer = await client.call<ListAnswer<DataRecord>>(getResourcePath(resource.name, 'list'), query);
        if (requestId !== lastRequestId.current) return;
        answeredRequest.current = request;
        setRows((known) => addPage(known, answer, from, cursor));
      } catch {
        if (requestId !== lastRequestId.current) return;
        // Rows of another query are removed, because they may not match the filters that are shown above them.
        const isOutdated = answeredRequest.current !== request;
        hasFirstPageFailed.current = cursor === null;
        setRows((known) => ({ ...(isOutdated ? noRows : known), loading: false, failed: true }));
      }
    },
    [client, resource, request],
  );
  useEffect(() => {
    void fetch(firstEnd.current, null);
    firstEnd.current = 'first';
  }, [fetch]);
  const { loading, failed, next, from } = rows;
  // After a failure the user decides whether to load the page again.
  const readMore = useCallback(() => {
    if (!loading && !failed && next !== null) void fetch(from, next);
  }, [fetch, loading, failed, next, from]);
  const readFrom = (end: End) => {
    if (from !== end && next !== null) void fetch(end, null);
  };
  const changedAt = useRef(0);
  const change = useCallback((by: (items: readonly DataRecord[]) => readonly DataRecord[]) => {
    changedAt.current = Date.now();
    setRows((known) => ({ ...known, items: by(known.items) }));
  }, []);
  const labeled = useLabeledRows(resource, rows);
  const reload = useCallback(() => void fetch(from, null), [fetch, from]);
  const recover = () => {
    if (answeredRequest.current !== request) reload();
    // Live reading has replaced the first page; a later page is loaded again when the user requests it.
    else if (hasFirstPageFailed.current) setRows((known) => ({ ...known, failed: false }));
  };
  const handlers = { apply: setRows, reload, recover, getRange };
  const staleSince = useLiveRows({ resource, request, rows, lastRequestId, changedAt, ...handlers });
  // Until there is a response to the newest request, the rows belong to an older one.
  const isSettled = !loading && answeredRequest.current === request;
  return { rows: labeled, originals: rows.items, isSettled, readMore, readFrom, reload, change, staleSince };
}
