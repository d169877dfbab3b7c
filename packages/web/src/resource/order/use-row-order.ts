import { allows, placingIn } from '@gantry/core';
import { useMemo, useRef, useState } from 'react';
import { useWords } from '../../fields/index.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import type { Rows } from '../list/use-rows.ts';
import { usePageScope } from '../page-scope.tsx';
import { titleOf } from '../resource-host.tsx';
import { orderDeeds } from './order-deeds.ts';
import type { OrderScope } from './order-scope.ts';
import { type RowMove, sourceOf } from './row-move.ts';
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
  const isSeen = move !== null && move.to >= 0 && move.to < rows.count && rows.at(move.from)?.id === move.id;
  const live = isSeen ? move : null;
  return useMemo(() => (live ? { ...rows, at: (index) => rows.at(sourceOf(index, live)) } : rows), [rows, live]);
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
  const placing = placingIn(resource, list.state);
  if (!placing || !allows(placing.roles, role)) {
    latest.current = null;
    return { rows: known, scope: null, said: '' };
  }
  const { state, look } = list;
  const before = look.flow === 'scroll' ? 0 : (state.page - 1) * state.pageSize;
  const total = Math.max(known.total ?? 0, before + known.count);
  const tell = (word: 'lifted' | 'at' | 'dropped' | 'back', { title, to }: RowMove) =>
    setSaid(t(`resource.sorting.${word}`, { title, place: before + to + 1, total }));
  const onDrop = async (done: RowMove) => {
    const record = known.at(done.from);
    setMove({ ...done, sent: true });
    onIndex(Math.min(Math.max(0, done.to), known.count - 1));
    tell('dropped', done);
    if (record) await send(placing, record, done.title, before + done.to + 1);
    setMove(null);
  };
  const deeds = orderDeeds({
    ...{ rows, move, setMove, before, total, tell, onIndex },
    titleOf: (record) => titleOf(resource, record),
    onDrop: (done) => void onDrop(done),
  });
  const scope = { ...deeds, grab };
  latest.current = scope;
  return { rows, scope, said };
}
