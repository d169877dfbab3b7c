import type { FieldRecord } from '../../fields/index.ts';
import type { Rows } from '../list/use-rows.ts';
import type { OrderScope } from './order-scope.ts';
import { isLost, type RowMove } from './row-move.ts';

export type OrderWord = 'lifted' | 'at' | 'dropped' | 'back' | 'lost';

export interface OrderDeps {
  /** The rows as they are seen now. */
  readonly rows: Rows;
  /** The rows as the server told them last. */
  readonly known: Rows;
  readonly move: RowMove | null;
  readonly setMove: (move: RowMove | null) => void;
  /** Records before the first row, and in all. */
  readonly before: number;
  readonly total: number;
  readonly titleOf: (record: FieldRecord) => string;
  readonly report: (word: OrderWord, move: RowMove) => void;
  /** Lets the cursor go along. */
  readonly onIndex: (index: number) => void;
  readonly onDrop: (move: RowMove) => void;
}

function indexOf(rows: Rows, id: number): number {
  for (let index = 0; index < rows.count; index += 1) if (rows.at(index)?.id === id) return index;
  return -1;
}

/** What can be done with the order by hand, here and now. */
export function createOrderActions(on: OrderDeps): Omit<OrderScope, 'grab'> {
  const { rows, known, move, setMove, before, total, report, onIndex, onDrop } = on;
  const held = move?.sent === false ? move : null;
  const begin = (id: number, by: RowMove['by']): RowMove | null => {
    const from = indexOf(rows, id);
    const record = rows.at(from);
    // While others are on their way, the rows in sight may be those of before.
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
    placeOf: (index) => ({ place: before + index + 1, total }),
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
