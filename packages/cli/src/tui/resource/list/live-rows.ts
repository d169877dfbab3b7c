import type { ListAnswer } from '@gantry/core';
import { useEffect, useRef } from 'react';
import type { DataRecord } from './list-columns.ts';
import type { End, Rows } from './use-rows.ts';

/** How long after a response a visible list is read again, in ms, so that a change is shown within five seconds. */
const liveIntervalMs = 4_000;
const maxIntervalMs = 60_000;
/** The wait after a request is at least this many times its duration, so that a slow server is not overloaded. */
const restFactor = 9;

/**
 * How long to wait before the next request, in ms, by the number of consecutive failures and the duration of the last request.
 */
export function getLiveInterval(failures: number, durationMs: number): number {
  return Math.min(maxIntervalMs, Math.max(liveIntervalMs, durationMs * restFactor) * 2 ** failures);
}

type ListPage = Pick<ListAnswer<DataRecord>, 'items' | 'total' | 'totalIsCapped' | 'nextCursor' | 'summary'>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the loaded records; an unchanged record stays the same object, so that its line is not rendered again. */
function getReuseRecords(known: readonly DataRecord[], read: readonly DataRecord[]): readonly DataRecord[] {
  const byId = new Map(known.map((record) => [record.id, record]));
  return read.map((record) => {
    const before = byId.get(record.id);
    return before && isSame(before, record) ? before : record;
  });
}

/** Applies changes to the rows; returns the same object when nothing differs. */
function applyChanges(known: Rows, changes: Partial<Rows>): Rows {
  const next = { ...known, ...changes };
  const sameItems =
    next.items.length === known.items.length && next.items.every((record, at) => record === known.items[at]);
  const sameRest = next.total === known.total && next.capped === known.capped && next.next === known.next;
  return sameItems && sameRest && isSame(next.summary, known.summary) ? known : next;
}

/** The start of a page after the first: its first record, and the cursor with which it was requested. */
export interface PageStart {
  readonly id: number;
  readonly cursor: string;
}

/**
 * Replaces a page that was loaded again. Rows before and after the page stay; rows within it that are missing now are removed.
 * A page that shares no record with the known rows replaces all rows from its start on.
 * @param start the start of the page; null for the first one
 */
export function mergePage(known: Rows, answer: ListPage, from: End, start: PageStart | null): Rows {
  const forward = (items: readonly DataRecord[]) => (from === 'first' ? items : items.toReversed());
  const all = forward(known.items);
  const at = start === null ? 0 : all.findIndex(({ id }) => id === start.id);
  // Another request has removed the start of this page; the next request uses a different one.
  if (at < 0) return known;
  const page = getReuseRecords(known.items, answer.items);
  const onPage = new Set(page.map(({ id }) => id));
  const isElsewhere = ({ id }: DataRecord) => !onPage.has(id);
  const fromStart = all.slice(at);
  const positions = new Map(fromStart.map(({ id }, position) => [id, position]));
  const lastShared = answer.nextCursor === null ? undefined : page.findLast(({ id }) => positions.has(id));
  const rest = lastShared ? fromStart.slice((positions.get(lastShared.id) ?? 0) + 1).filter(isElsewhere) : [];
  const items = [...all.slice(0, at).filter(isElsewhere), ...page, ...rest];
  const ids = new Set(items.map(({ id }) => id));
  const first = page[0];
  const starts = known.starts
    .map((one) => (one.cursor === start?.cursor && first ? { ...one, id: first.id } : one))
    .filter(({ id }) => ids.has(id));
  return applyChanges(known, {
    items: forward(items),
    starts,
    total: answer.total,
    capped: answer.totalIsCapped,
    next: rest.length > 0 ? known.next : answer.nextCursor,
    summary: answer.summary,
  });
}

/** The start of the page that contains the row at an index; null for the first page. */
export function findPageStart({ items, starts, from }: Rows, index: number): PageStart | null {
  const forward = from === 'first' ? items.slice(0, index + 1) : items.slice(Math.max(0, index)).toReversed();
  const byId = new Map(starts.map((start) => [start.id, start]));
  const found = forward.findLast(({ id }) => byId.has(id));
  return found ? (byId.get(found.id) ?? null) : null;
}

/**
 * Calls `read` repeatedly while `isActive`, less often while it fails or is slow.
 * @param read resolves to whether the server responded
 */
export function useLive(read: () => Promise<boolean>, isActive: boolean): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!isActive) return undefined;
    let failures = 0;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(() => void readAgain(), ms);
    };
    const readAgain = async () => {
      const startedAt = performance.now();
      failures = (await latest.current()) ? 0 : failures + 1;
      if (!isStopped) wait(getLiveInterval(failures, performance.now() - startedAt));
    };
    wait(liveIntervalMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isActive]);
}
