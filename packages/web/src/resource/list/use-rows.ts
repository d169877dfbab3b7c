import { type AnyResource, getResourcePath, type ListAnswer, type ListQuery, totalCap } from '@gantry/core';
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '../../app/session/index.ts';
import { type Calls, type FieldRecord, useCalls } from '../../fields/index.ts';
import { blockSize, countScrolledRows, createListBody, filterReachableBlocks, listNeededBlocks } from './list-query.ts';
import { type ListUrl, listKey, quickCountsKey } from './use-list-url.ts';

export interface Rows {
  /** Number of rows in the grid: those of the page, or all matches. */
  readonly count: number;
  readonly at: (index: number) => FieldRecord | undefined;
  /** The loaded rows: those of the page, or of the blocks around the window. */
  readonly records: readonly FieldRecord[];
  /** Number of matches; null until known. */
  readonly total: number | null;
  readonly capped: boolean;
  /** Sums over all matches; null when the list has none or too many records. */
  readonly summary: ListAnswer['summary'];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
  readonly loading: boolean;
  /** Position of the first shown row among all matches. */
  readonly first: number;
  /** Whether the shown rows belong to the previous request while new ones are loading. */
  readonly stale: boolean;
  readonly error: unknown;
  /** Counts all matches beyond the default limit; null when that is done or not needed. */
  readonly countAll: (() => void) | null;
  /** Whether the page in the URL is beyond the pages that open by number. */
  readonly isBeyond: boolean;
  readonly refresh: () => void;
  readonly onWindow: (first: number, end: number) => void;
}

/** The parameters for requesting blocks of rows. */
interface ListRequest {
  readonly calls: Calls;
  readonly queries: QueryClient;
  readonly resource: AnyResource;
  readonly body: ListQuery;
  readonly size: number;
  /** Cursor of the single requested block, if the URL has one. */
  readonly cursor: string | null;
}

/** Returns the cursor of a block: from the URL or from the block before it. */
function getBlockCursor({ queries, resource, body, cursor }: ListRequest, block: number): string | null {
  const key = [...listKey(resource), body, block - 1];
  const before = block > 0 ? queries.getQueryData<ListAnswer>(key) : undefined;
  return cursor ?? before?.nextCursor ?? null;
}

/** Whether a block can be requested: its cursor is known, or it is within the counted rows. */
export function canRequest(request: ListRequest, block: number, counted: boolean): boolean {
  return counted || getBlockCursor(request, block) !== null || block * request.size <= totalCap;
}

/** Returns the query of one block of rows. */
export function createBlockQuery(request: ListRequest, block: number) {
  const { calls, resource, body, size } = request;
  return {
    queryKey: [...listKey(resource), body, block],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const at = getBlockCursor(request, block);
      const deep = block * size > totalCap ? { exact: true } : {};
      const place = at === null ? { page: block + 1, ...deep } : { cursor: at };
      const path = getResourcePath(resource.name, 'list');
      return calls.call<ListAnswer>(path, { ...body, ...place }, { signal });
    },
  };
}

interface Blocks extends Omit<ListRequest, 'calls' | 'queries' | 'resource'> {
  readonly wanted: readonly number[];
  /** Whether to show the previous rows until the new ones are loaded. */
  readonly keep: boolean;
  /** Whether the parameters of the list are known yet. */
  readonly ready: boolean;
  /** Whether all rows are counted, so that any block can be requested by number. */
  readonly counted: boolean;
}

/**
 * Requests each block with one call. The cursor from the previous block spares the server the counting; without it a block is
 * requested by number, which reaches only as deep as rows are counted.
 */
function useBlocks(resource: AnyResource, { body, size, wanted, cursor, keep, ready, counted }: Blocks) {
  const calls = useCalls();
  const queries = useQueryClient();
  const request = { calls, queries, resource, body, size, cursor };
  const canReach = (block: number) => canRequest(request, block, counted);
  const requested = keep ? wanted : filterReachableBlocks(wanted, canReach);
  const answers = useQueries({
    queries: requested.map((block) => ({ ...createBlockQuery(request, block), enabled: ready && canReach(block) })),
  });
  return { answers, loaded: new Map(answers.map((answer, at) => [requested[at] ?? 0, answer.data] as const)) };
}

/** Returns what the loaded blocks reveal about all rows, including blocks that are out of view: each contains the count. */
function useKnownRows(resource: AnyResource, body: ListQuery, loaded: ReadonlyMap<number, ListAnswer | undefined>) {
  const queries = useQueryClient();
  const cached = queries.getQueriesData<ListAnswer>({ queryKey: [...listKey(resource), body] });
  const seen = cached.flatMap(([key, data]) => (data ? [[Number(key.at(-1)), data] as const] : []));
  const furthest = seen.reduce<(typeof seen)[number] | null>(
    (best, one) => (best === null || one[0] > best[0] ? one : best),
    null,
  );
  const any = [...loaded.values()].find((answer) => answer !== undefined) ?? furthest?.[1];
  const end = furthest && { block: furthest[0], rows: furthest[1].items.length, more: furthest[1].nextCursor !== null };
  return { total: any?.total ?? null, capped: any?.totalIsCapped ?? false, summary: any?.summary ?? null, end };
}

/** The exact number of matches above the server's default limit, for a scrolled list or on demand. */
function useFullCount(resource: AnyResource, body: ListQuery, scrolled: boolean, requested: boolean): number | null {
  const calls = useCalls();
  const queries = useQueryClient();
  const seen = queries.getQueriesData<ListAnswer>({ queryKey: [...listKey(resource), body] });
  const wanted = requested || (scrolled && seen.some(([, answer]) => answer?.totalIsCapped === true));
  const { columns: _columns, sort: _sort, pageSize: _pageSize, ...matching } = body;
  const { data } = useQuery({
    queryKey: [...listKey(resource), 'count', matching],
    enabled: wanted,
    queryFn: ({ signal }) => {
      const requested = { ...matching, pageSize: 1, columns: [], exact: true };
      return calls.call<ListAnswer>(getResourcePath(resource.name, 'list'), requested, { signal });
    },
    staleTime: 60_000,
  });
  return wanted ? (data?.total ?? null) : null;
}

interface PageStatus {
  readonly answer: ListAnswer | undefined;
  readonly first: number;
  readonly stale: boolean;
}

/** Returns the status of the shown page: the requested one, or the previous one until it is loaded. */
function usePageStatus(answer: ListAnswer | undefined, first: number, failed: boolean): PageStatus {
  const [last, setLast] = useState<PageStatus | null>(null);
  if (answer && (last?.answer !== answer || last.first !== first)) setLast({ answer, first, stale: true });
  return answer || failed || !last ? { answer, first, stale: false } : last;
}

/** Fetches the rows of a list as the window reaches them. */
export function useRows(resource: AnyResource, list: ListUrl, columns: readonly string[], ready: boolean): Rows {
  const { state, look, cursor } = list;
  const { role } = useSession();
  const [span, setSpan] = useState({ first: 0, end: 0 });
  const queries = useQueryClient();
  const size = blockSize(state, look);
  const body = useMemo(
    () => createListBody(resource, role, state, look, columns),
    [resource, role, state, look, columns],
  );
  const keep = look.flow === 'pages';
  const wanted = listNeededBlocks(state, look, span.first, span.end);
  const match = JSON.stringify([state.keyword, state.filters]);
  const [countedMatch, setCountedMatch] = useState<string | null>(null);
  const full = useFullCount(resource, body, !keep, countedMatch === match);
  const requested = { body, size, wanted, cursor: keep ? cursor : null, keep, ready, counted: full !== null };
  const { answers, loaded } = useBlocks(resource, requested);
  const known = useKnownRows(resource, body, loaded);
  const error = answers.find((answer) => answer.error)?.error ?? null;
  const asPage = keep ? loaded.get(state.page - 1) : undefined;
  const start = keep ? (state.page - 1) * state.pageSize : 0;
  const { answer: page, first, stale } = usePageStatus(asPage, start, !keep || error !== null);
  const { end } = known;
  const summary = known.summary ?? page?.summary ?? null;
  const total = full ?? known.total ?? page?.total ?? null;
  const capped = full === null && (known.capped || (known.total === null && page?.totalIsCapped === true));
  const isBeyond = keep && cursor === null && full === null && (state.page - 1) * size > totalCap;
  const loading = !ready || answers.some((answer) => answer.isFetching);
  const rows = keep ? (page?.items.length ?? 0) : countScrolledRows(total ?? 0, capped, size, end);
  return {
    countAll: capped || isBeyond ? () => setCountedMatch(match) : null,
    isBeyond,
    count: isBeyond ? 0 : total === null && loading ? Math.min(size, 20) : rows,
    at: (index) => (keep ? page?.items[index] : loaded.get(Math.floor(index / size))?.items[index % size]),
    records: keep ? (page?.items ?? []) : answers.flatMap(({ data }) => data?.items ?? []),
    total,
    capped,
    summary,
    next: asPage?.nextCursor ?? null,
    loading,
    first,
    stale,
    error,
    refresh: useCallback(() => {
      void queries.invalidateQueries({ queryKey: listKey(resource) });
      void queries.invalidateQueries({ queryKey: quickCountsKey(resource) });
    }, [queries, resource]),
    onWindow: useCallback((first: number, last: number) => {
      setSpan((now) => (now.first === first && now.end === last ? now : { first, end: last }));
    }, []),
  };
}
