import { allowsRole, getPlacing, type Placing } from '@gantry/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../fields/index.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import type { Rows } from '../list/use-rows.ts';
import { usePageScope } from '../page-scope.tsx';
import { getTitle } from '../resource-host.tsx';
import { createOrderActions, type OrderWord } from './order-actions.ts';
import type { OrderScope } from './order-scope.ts';
import { getSourceIndex, isLost, type RowMove } from './row-move.ts';
import { usePointerDrag } from './use-pointer-drag.ts';
import { useSendPlace } from './use-send-place.ts';

export interface RowOrder {
  /** The rows as they stand while one of them is moved. */
  readonly rows: Rows;
  /** Null where there is no order by hand, or the list does not show just that. */
  readonly scope: OrderScope | null;
  /** What is told to who does not see it. */
  readonly said: string;
}

/** The rows as they are seen: as soon as the server's own answer is there, it counts. */
function useSeenRows(rows: Rows, move: RowMove | null): Rows {
  const live = move !== null && move.to >= 0 && move.to < rows.count && !isLost(move, rows) ? move : null;
  return useMemo(() => {
    if (!live) return rows;
    return {
      ...rows,
      at: (index) => rows.at(getSourceIndex(index, live)) ?? (index === live.to ? live.record : undefined),
    };
  }, [rows, live]);
}

/** A lifted row is let go of when the rows become others: its place among those was not meant. */
function useLettingGo(known: Rows, placing: Placing | null, move: RowMove | null, letGo: (move: RowMove) => void) {
  const lost = move !== null && !move.sent && (placing === null || isLost(move, known)) ? move : null;
  const latest = useRef(letGo);
  latest.current = letGo;
  useEffect(() => {
    if (lost) latest.current(lost);
  }, [lost]);
}

/** Putting rows in order by hand: by a handle with the pointer or the keys, or a step by the menu. */
export function useRowOrder(list: ListUrl, known: Rows, onIndex: (index: number) => void): RowOrder {
  const t = useWords();
  const { resource, role } = usePageScope();
  const send = useSendPlace();
  const [move, setMove] = useState<RowMove | null>(null);
  const [said, setSaid] = useState('');
  const latest = useRef<OrderScope | null>(null);
  const grab = usePointerDrag(latest);
  const rows = useSeenRows(known, move);
  const { state, look } = list;
  const before = look.flow === 'scroll' ? 0 : (state.page - 1) * state.pageSize;
  const total = Math.max(known.total ?? 0, before + known.count);
  const report = (word: OrderWord, { title, to }: RowMove) =>
    setSaid(t(`resource.sorting.${word}`, { title, place: before + to + 1, total }));
  const placing = getPlacing(resource, state);
  useLettingGo(known, placing, move, (lost) => {
    setMove(null);
    report('lost', lost);
  });
  if (!placing || !allowsRole(placing.roles, role)) {
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
    titleOf: (record) => getTitle(resource, record),
    onDrop: (done) => void onDrop(done),
  });
  const scope = { ...availableActions, grab };
  latest.current = scope;
  return { rows, scope, said };
}
