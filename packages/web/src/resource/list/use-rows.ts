import { type AnyResource, getResourcePath, type ListAnswer, type ListQuery, totalCap } from '@gantry/core';
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '../../app/session/index.ts';
import { type Calls, type FieldRecord, useCalls } from '../../fields/index.ts';
import { blockSize, countScrolledRows, filterReachableBlocks, listBody, listNeededBlocks } from './list-query.ts';
import { type ListUrl, listKey, quickCountsKey } from './use-list-url.ts';

export interface Rows {
  /** Rows of the grid: of the page, or of all that match. */
  readonly count: number;
  readonly at: (index: number) => FieldRecord | undefined;
  /** Those that are loaded: the rows of the page, or of the blocks around the window. */
  readonly records: readonly FieldRecord[];
  /** How many match; null until it is known. */
  readonly total: number | null;
  readonly capped: boolean;
  /** Sums over all that match; null when the list has none, or too many records for it. */
  readonly summary: ListAnswer['summary'];
  /** Key of the page after this one; null when it is the last. */
  readonly next: string | null;
  readonly loading: boolean;
  /** Place of the first row that stands, among all that match. */
  readonly first: number;
  /** Whether the rows that stand are those of before: others were asked for, and are on their way. */
  readonly stale: boolean;
  readonly error: unknown;
  /** Counts all rows that match, beyond the default limit; null where that is done or not needed. */
  readonly countAll: (() => void) | null;
  /** Whether the page in the address is beyond the pages that open by number. */
  readonly isBeyond: boolean;
  readonly refresh: () => void;
  readonly onWindow: (first: number, end: number) => void;
}

/** What blocks of rows are asked for with. */
interface ListRequest {
  readonly calls: Calls;
  readonly queries: QueryClient;
  readonly resource: AnyResource;
  readonly body: ListQuery;
  readonly size: number;
  /** Key of the one block that is wanted, when the address has it. */
  readonly cursor: string | null;
}

/** The key of a block: the address's, or what the block before it gave. */
function placeOf({ queries, resource, body, cursor }: ListRequest, block: number): string | null {
  const key = [...listKey(resource), body, block - 1];
  const before = block > 0 ? queries.getQueryData<ListAnswer>(key) : undefined;
  return cursor ?? before?.nextCursor ?? null;
}

/** Whether a block can be asked for: its key is known, or it is among the rows that are counted, all of them or the first. */
export function canRequest(request: ListRequest, block: number, counted: boolean): boolean {
  return counted || placeOf(request, block) !== null || block * request.size <= totalCap;
}

/** One call for one block of rows. */
export function blockQuery(request: ListRequest, block: number) {
  const { calls, resource, body, size } = request;
  return {
    queryKey: [...listKey(resource), body, block],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const at = placeOf(request, block);
      const deep = block * size > totalCap ? { exact: true } : {};
      const place = at === null ? { page: block + 1, ...deep } : { cursor: at };
      const path = getResourcePath(resource.name, 'list');
      return calls.call<ListAnswer>(path, { ...body, ...place }, { signal });
    },
  };
}

interface Blocks extends Omit<ListRequest, 'calls' | 'queries' | 'resource'> {
  readonly wanted: readonly number[];
  /** Rows of before stay until the new ones are there. */
  readonly keep: boolean;
  /** Whether it is known yet what the list shows. */
  readonly ready: boolean;
  /** Whether the list is counted to its end, so that any block can be asked for by its number. */
  readonly counted: boolean;
}

/**
 * One call for each block. The key of a block, from the one before it, spares the server the counting; without it a block
 * is asked for by number, which reaches as deep as rows are counted and no deeper.
 */
function useBlocks(resource: AnyResource, { body, size, wanted, cursor, keep, ready, counted }: Blocks) {
  const calls = useCalls();
  const queries = useQueryClient();
  const request = { calls, queries, resource, body, size, cursor };
  const reached = (block: number) => canRequest(request, block, counted);
  const requested = keep ? wanted : filterReachableBlocks(wanted, reached);
  const answers = useQueries({
    queries: requested.map((block) => ({ ...blockQuery(request, block), enabled: ready && reached(block) })),
  });
  return { answers, loaded: new Map(answers.map((answer, at) => [requested[at] ?? 0, answer.data] as const)) };
}

/** What is known of all these rows, also from blocks that are out of sight by now: any says how many there are. */
function useKnown(resource: AnyResource, body: ListQuery, loaded: ReadonlyMap<number, ListAnswer | undefined>) {
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

/** How many rows match in all, where they exceed the server's default limit: for a scrolled list, or on demand. */
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

/** The page that stands: the one that was asked for, or the one of before until that is there. */
function usePageStatus(answer: ListAnswer | undefined, first: number, failed: boolean): PageStatus {
  const [last, setLast] = useState<PageStatus | null>(null);
  if (answer && (last?.answer !== answer || last.first !== first)) setLast({ answer, first, stale: true });
  return answer || failed || !last ? { answer, first, stale: false } : last;
}

/** The rows that the state of a list asks for, fetched as the window reaches them. */
export function useRows(resource: AnyResource, list: ListUrl, columns: readonly string[], ready: boolean): Rows {
  const { state, look, cursor } = list;
  const { role } = useSession();
  const [span, setSpan] = useState({ first: 0, end: 0 });
  const queries = useQueryClient();
  const size = blockSize(state, look);
  const body = useMemo(() => listBody(resource, role, state, look, columns), [resource, role, state, look, columns]);
  const keep = look.flow === 'pages';
  const wanted = listNeededBlocks(state, look, span.first, span.end);
  const match = JSON.stringify([state.keyword, state.filters]);
  const [countedMatch, setCountedMatch] = useState<string | null>(null);
  const full = useFullCount(resource, body, !keep, countedMatch === match);
  const requested = { body, size, wanted, cursor: keep ? cursor : null, keep, ready, counted: full !== null };
  const { answers, loaded } = useBlocks(resource, requested);
  const known = useKnown(resource, body, loaded);
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
