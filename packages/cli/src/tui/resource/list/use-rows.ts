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

/** Rows of a page that is fetched: some screens ahead, so that moving on rarely waits. */
const pageSize = 100;

/** An end of a list. */
export type End = 'first' | 'last';

export interface Rows {
  /** In the order of the list, from whichever end they were read. */
  readonly items: readonly DataRecord[];
  readonly total: number;
  readonly capped: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  /** The end from which they were read: the next page stands behind them, or before them. */
  readonly from: End;
  readonly next: string | null;
  /** Where each page after the first starts. */
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

/** How many records stand before the first row; null where they are not counted that far. */
export function countRowsBefore({ from, items, total, capped, next }: Rows): number | null {
  if (from === 'first' || next === null) return 0;
  return capped ? null : Math.max(0, total - items.length);
}

/** The part of a list's state that decides which rows it has. */
type ListRequest = Pick<ListState, 'keyword' | 'filters' | 'sort'>;

/** Rows that say how wide the columns are, at most: those that were read first, so that what follows changes nothing. */
const sampleRows = 200;

export const getSample = ({ items, from }: Rows) =>
  from === 'first' ? items.slice(0, sampleRows) : items.slice(-sampleRows);

/** What a list asks the server for; the cursor goes on where the last page ended. From its last record on it is the other way round. */
function queryOf(resource: AnyResource, state: ListRequest, from: End, cursor: string | null): ListQuery {
  const { field, order } = state.sort ?? parseSort(resource.list.sort);
  const turned = order === 'asc' ? 'desc' : 'asc';
  return {
    pageSize,
    sort: [{ field, order: from === 'first' ? order : turned }],
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(Object.keys(state.filters).length === 0 ? {} : { filters: state.filters }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** What is known once a page was answered: alone when it is the first that was asked for, else at its side of the others. */
function withPage(known: Rows, answer: ListAnswer<DataRecord>, from: End, cursor: string | null): Rows {
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

/** How long live reading pauses after a record was moved by hand, in ms: the server may still answer with the old order. */
const settlingMs = 5_000;

/** The visible rows, from an index up to but not including another. */
export interface Sight {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the first page again and again, and the pages of the visible rows, so that the list follows changes without being read from
 * start to end. Returns the time of the last successful reading, in ms since the epoch, while reading fails; null otherwise.
 */
function useLiveRows(deps: {
  readonly resource: AnyResource;
  readonly question: ListRequest;
  readonly rows: Rows;
  readonly requested: { readonly current: number };
  readonly changedAt: { readonly current: number };
  readonly apply: (by: (known: Rows) => Rows) => void;
  readonly reload: () => void;
  /** Called when the server answers after a requested reading has failed. */
  readonly recover: () => void;
  readonly sight: () => Sight;
}): number | null {
  const { client, marks } = useTui();
  const isShown = useIsShown();
  const [staleSince, setStaleSince] = useState<number | null>(null);
  const readAt = useRef(Date.now());
  const read = async (): Promise<boolean> => {
    const { resource, question, rows, requested, changedAt, apply } = deps;
    // A reading that the user requested comes first.
    if (rows.loading || Date.now() - changedAt.current < settlingMs) return true;
    const own = requested.current;
    const [changes, path] = [changedAt.current, getResourcePath(resource.name, 'list')];
    const isCurrent = () => own === requested.current && changes === changedAt.current;
    try {
      const { start, end } = deps.sight();
      const inSight = new Set([null, ...[start, end - 1].map((index) => findPageStart(rows, index))]);
      for (const page of inSight) {
        const query = queryOf(resource, question, rows.from, page?.cursor ?? null);
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
      // An expired session asks the user to sign in, as a requested reading does.
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
 * Records of a list, page after page from either end; an answer to an older request is discarded. `rows` have labels next to their
 * values; `given` are the same records as the server answered them.
 * @param sight the visible rows, whose pages are read again as well
 * @param started the end from which the first question is asked; another question starts at the first record
 */
export function useRows(resource: AnyResource, state: ListState, sight: () => Sight, begun: End = 'first') {
  const { client } = useTui();
  const [rows, setRows] = useState<Rows>(noRows);
  const requested = useRef(0);
  const { keyword, filters, sort } = state;
  const question = useMemo((): ListRequest => ({ keyword, filters, sort }), [keyword, filters, sort]);
  const answered = useRef<ListRequest | null>(null);
  const hasFirstPageFailed = useRef(false);
  const begins = useRef(begun);
  const fetch = useCallback(
    async (from: End, cursor: string | null) => {
      requested.current += 1;
      const own = requested.current;
      setRows((known) => ({ ...known, loading: true, failed: false }));
      try {
        const query = queryOf(resource, question, from, cursor);
        const answer = await client.call<ListAnswer<DataRecord>>(getResourcePath(resource.name, 'list'), query);
        if (own !== requested.current) return;
        answered.current = question;
        setRows((known) => withPage(known, answer, from, cursor));
      } catch {
        if (own !== requested.current) return;
        // Rows that answer another question would stand under words that they do not match.
        const isOther = answered.current !== question;
        hasFirstPageFailed.current = cursor === null;
        setRows((known) => ({ ...(isOther ? noRows : known), loading: false, failed: true }));
      }
    },
    [client, resource, question],
  );
  useEffect(() => {
    void fetch(begins.current, null);
    begins.current = 'first';
  }, [fetch]);
  const { loading, failed, next, from } = rows;
  // What could not be read is asked for again by a person, not by the screen.
  const more = useCallback(() => {
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
    if (answered.current !== question) reload();
    // Live reading has replaced the first page; a later page is requested again by the user.
    else if (hasFirstPageFailed.current) setRows((known) => ({ ...known, failed: false }));
  };
  const liveDeps = { resource, question, rows, requested, changedAt, apply: setRows, reload, recover, sight };
  const staleSince = useLiveRows(liveDeps);
  // Until the newest request is answered, the rows belong to an older one.
  const isStill = !loading && answered.current === question;
  return { rows: labeled, given: rows.items, isStill, more, readFrom, reload, change, staleSince };
}
