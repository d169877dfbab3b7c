import { canChange, errorMessage, getManualOrderOfList, type ManualOrder } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { StepUpCanceled } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';
import { useSendAction } from '../action/use-send-action.ts';
import { type ListUrl, listKey } from '../list/use-list-url.ts';
import type { Rows } from '../list/use-rows.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import type { OrderScope } from './use-hidden-order.ts';

/** Distance from the edge of the list, in pixels, at which it scrolls during a drag. */
const edge = 36;
const rateLimiter = 12;

/** Returns the index of the visible row at a vertical screen position. */
function findRowAt(grid: HTMLElement, y: number): number | null {
  const rows = [...grid.querySelectorAll<HTMLElement>('.grid-body [role="row"][data-index]')];
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const row = rows.find((one) => y < one.getBoundingClientRect().bottom) ?? last;
  return Number(row.dataset.index);
}

/** Moves the lifted row with the pointer until it is released; Escape cancels. */
function usePointerDrag(latest: RefObject<OrderScope | null>): OrderScope['grab'] {
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  return (event, id) => {
    const grid = event.currentTarget.closest<HTMLElement>('.grid');
    if (event.button !== 0 || !grid) return;
    event.preventDefault();
    event.currentTarget.focus();
    latest.current?.lift(id, 'pointer');
    let y = event.clientY;
    const follow = () => {
      const box = grid.getBoundingClientRect();
      if (y < box.top + edge + 40) grid.scrollTop -= rateLimiter;
      else if (y > box.bottom - edge) grid.scrollTop += rateLimiter;
      const index = findRowAt(grid, y);
      if (index !== null) latest.current?.over(index);
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    const controller = new AbortController();
    const end = (by: 'drop' | 'cancel') => {
      stop.current();
      latest.current?.[by]();
    };
    stop.current = () => {
      cancelAnimationFrame(frame);
      controller.abort();
    };
    const on = { signal: controller.signal };
    const onMove = (moved: PointerEvent) => {
      y = moved.clientY;
    };
    window.addEventListener('pointermove', onMove, on);
    window.addEventListener('pointerup', () => end('drop'), on);
    window.addEventListener('pointercancel', () => end('cancel'), on);
    window.addEventListener('blur', () => end('cancel'), on);
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.preventDefault();
      end('cancel');
    };
    window.addEventListener('keydown', onKey, { ...on, capture: true });
  };
}

export interface RowOrder {
  /** The rows as they appear while one of them is moved. */
  readonly rows: Rows;
  /** Null without a manual order, or while the list does not show it. */
  readonly scope: OrderScope | null;
  /** Announcement for screen readers. */
  readonly said: string;
}

/** Returns the visible rows. The server's response replaces the local move as soon as it arrives. */
function useDisplayedRows(rows: Rows, move: RowMove | null): Rows {
  const live = move !== null && move.to >= 0 && move.to < rows.count && !isLost(move, rows) ? move : null;
  return useMemo(() => {
    if (!live) return rows;
    return {
      ...rows,
      at: (index) => rows.at(getSourceIndex(index, live)) ?? (index === live.to ? live.record : undefined),
    };
  }, [rows, live]);
}

/** Drops a lifted row when the rows change, because its target position was chosen among the previous rows. */
function useDropOnChange(
  known: Rows,
  placing: ManualOrder | null,
  move: RowMove | null,
  letGo: (move: RowMove) => void,
) {
  const lost = move !== null && !move.sent && (placing === null || isLost(move, known)) ? move : null;
  const latest = useRef(letGo);
  latest.current = letGo;
  useEffect(() => {
    if (lost) latest.current(lost);
  }, [lost]);
}

/** Sorts rows manually: by a handle with the pointer or the keys, or one step with the menu. */
export function useRowOrder(list: ListUrl, known: Rows, onIndex: (index: number) => void): RowOrder {
  const t = useWords();
  const { resource, rights } = usePageScope();
  const send = useSendPosition();
  const titleOf = useTitleOf(resource);
  const [move, setMove] = useState<RowMove | null>(null);
  const [said, setSaid] = useState('');
  const latest = useRef<OrderScope | null>(null);
  const grab = usePointerDrag(latest);
  const rows = useDisplayedRows(known, move);
  const { state, look } = list;
  const before = look.flow === 'scroll' ? 0 : (state.page - 1) * state.pageSize;
  const total = Math.max(known.total ?? 0, before + known.count);
  const report = (word: OrderWord, { title, to }: RowMove) =>
    setSaid(t(`resource.sorting.${word}`, { title, place: before + to + 1, total }));
  const placing = getManualOrderOfList(resource, state);
  useDropOnChange(known, placing, move, (lost) => {
    setMove(null);
    report('lost', lost);
  });
  if (!placing || !canChange(rights, { ...placing, path: resource.path })) {
    latest.current = null;
    return { rows: known, scope: null, said };
  }
  const onDrop = async (done: RowMove) => {
    setMove({ ...done, sent: true });
    onIndex(Math.min(Math.max(0, done.to), known.count - 1));
    report('dropped', done);
    await send(placing, done.record, done.title, before + done.to + 1);
    setMove(null);
  };
  const availableActions = createOrderActions({
    ...{ rows, known, move, setMove, before, total, report, onIndex },
    titleOf,
    onDrop: (done) => void onDrop(done),
  });
  const scope = { ...availableActions, grab };
  latest.current = scope;
  return { rows, scope, said };
}

/** Sends the new position of a record with the version that was shown. Resolves when the list shows the saved order. */
function useSendPosition() {
  const t = useWords();
  const toast = useToast();
  const queries = useQueryClient();
  const { resource, offerUndo } = usePageScope();
  const send = useSendAction(resource);
  return async ({ action }: ManualOrder, record: FieldRecord, title: string, place: number): Promise<void> => {
    const key = createCallKey();
    try {
      const seen = typeof record.version === 'number' ? { version: record.version } : {};
      await send(action, record, { ...seen, position: place }, key);
      offerUndo(t('resource.sorting.moved', { title, place }), [key]);
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) toast.error(errorMessage(error));
    }
    await queries.invalidateQueries({ queryKey: listKey(resource) });
  };
}

type OrderWord = 'lifted' | 'at' | 'dropped' | 'back' | 'lost';

interface OrderDeps {
  /** The rows as currently shown. */
  readonly rows: Rows;
  /** The rows of the last server response. */
  readonly known: Rows;
  readonly move: RowMove | null;
  readonly setMove: (move: RowMove | null) => void;
  /** The number of records before the first row, and in total. */
  readonly before: number;
  readonly total: number;
  readonly titleOf: (record: FieldRecord) => string;
  readonly report: (word: OrderWord, move: RowMove) => void;
  /** Moves the cursor with the row. */
  readonly onIndex: (index: number) => void;
  readonly onDrop: (move: RowMove) => void;
}

function indexOf(rows: Rows, id: number): number {
  for (let index = 0; index < rows.count; index += 1) if (rows.at(index)?.id === id) return index;
  return -1;
}

/** Creates the operations on the manual order. */
function createOrderActions(on: OrderDeps): Omit<OrderScope, 'grab'> {
  const { rows, known, move, setMove, before, total, report, onIndex, onDrop } = on;
  const held = move?.sent === false ? move : null;
  const begin = (id: number, by: RowMove['by']): RowMove | null => {
    const from = indexOf(rows, id);
    const record = rows.at(from);
    // While other rows are loading, the visible ones may be outdated.
    if (move !== null || rows.loading || !record) return null;
    return { id, record, title: on.titleOf(record), from, to: from, by, sent: false };
  };
  const show = (next: RowMove, word: 'lifted' | 'at') => {
    setMove(next);
    onIndex(next.to);
    report(word, next);
  };
  const shiftTo = (to: number) => {
    if (held && to >= 0 && to < rows.count && to !== held.to) show({ ...held, to }, 'at');
  };
  const cancel = () => {
    if (!held) return;
    setMove(null);
    onIndex(held.from);
    report('back', { ...held, to: held.from });
  };
  const drop = () => {
    if (!held) return;
    if (isLost(held, known)) {
      setMove(null);
      report('lost', held);
    } else if (held.to === held.from) cancel();
    else onDrop({ ...held, record: known.at(held.from) ?? held.record });
  };
  return {
    moving: move?.id ?? null,
    getPosition: (index) => ({ place: before + index + 1, total }),
    step: (id, by) => {
      const begun = begin(id, 'menu');
      const to = (begun?.from ?? 0) + by;
      if (begun && before + to >= 0 && before + to < total) onDrop({ ...begun, to });
    },
    lift: (id, by) => {
      const begun = begin(id, by);
      if (begun) show(begun, 'lifted');
    },
    shift: (by) => shiftTo((held?.to ?? 0) + by),
    over: shiftTo,
    drop,
    cancel,
  };
}

/** A row that moves to another index of the visible rows. */
interface RowMove {
  readonly id: number;
  /** The record at the start of the move; in a long list it may no longer be loaded at the end. */
  readonly record: FieldRecord;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly by: 'keys' | 'pointer' | 'menu';
  /** Whether it was released and the change was sent. */
  readonly sent: boolean;
}

/** Returns the original index of the record shown at an index during a move: the rows between shift by one. */
export function getSourceIndex(index: number, { from, to }: Pick<RowMove, 'from' | 'to'>): number {
  if (index === to) return from;
  if (from < to && index >= from && index < to) return index + 1;
  if (to < from && index > to && index <= from) return index - 1;
  return index;
}

/** Whether the rows changed: the record of the move is at another index or gone. */
export function isLost({ id, from }: Pick<RowMove, 'id' | 'from'>, rows: Pick<Rows, 'count' | 'at'>): boolean {
  if (from >= rows.count) return true;
  const there = rows.at(from);
  return there !== undefined && there.id !== id;
}
