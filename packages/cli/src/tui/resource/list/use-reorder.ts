import {
  type AnyResource,
  canChange,
  getManualOrderOfList,
  getResourcePath,
  type ListState,
  type ManualOrder,
} from '@gantry/core';
import { useLayoutEffect, useRef } from 'react';
import { useTui } from '../../parts/tui-context.ts';
import { getRecordName } from '../resource-text.ts';
import { offerUndo } from '../undo-flow.ts';
import type { DataRecord } from './list-columns.ts';
import { countRowsBefore, type Rows } from './use-rows.ts';

export interface ReorderDeps {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly rows: Rows;
  /** Whether no rows are hidden. */
  readonly isComplete: boolean;
  /** Index of the row under the cursor; the cursor moves with its row. */
  readonly at: number;
  readonly change: (by: (items: readonly DataRecord[]) => readonly DataRecord[]) => void;
  readonly reload: () => void;
}

/** Moves the item at index `from` to index `to`. */
function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  const moved = items[from];
  return moved === undefined ? rest : [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Numbers the records as the server does; a record whose number changes has a new version as well. */
function renumber(items: readonly DataRecord[], { by }: ManualOrder, before: number): DataRecord[] {
  return items.map((item, at) => {
    const position = before + at + 1;
    return item[by] === position ? item : { ...item, [by]: position, version: Number(item.version) + 1 };
  });
}

/** The handlers that move the chosen record up and down; none unless the list shows its manual order. */
export function useReorder({ resource, state, rows, isComplete, at, change, reload }: ReorderDeps) {
  const tui = useTui();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // Several keys can arrive in one packet, before the screen is rendered again.
  const latest = useRef({ items: rows.items, at });
  useLayoutEffect(() => {
    latest.current = { items: rows.items, at };
  }, [rows.items, at]);
  const placing = isComplete ? getManualOrderOfList(resource, state) : null;
  const before = countRowsBefore(rows);
  if (!placing || before === null || !canChange(tui.rights, { ...placing, path: resource.path })) return {};
  const send = async (record: DataRecord, position: number) => {
    const key = crypto.randomUUID();
    await tui.write(
      getResourcePath(resource.name, placing.action),
      { id: record.id, version: record.version, position },
      key,
    );
    // Wait, so that actions are recorded in the order of the moves and undone in the reverse order.
    const description = tui.t('tui.placed', { name: getRecordName(resource, record, tui), place: position });
    await offerUndo(tui, { keys: [key], description: description, resource: resource.name });
  };
  const move = (by: -1 | 1) => {
    const { items, at: from } = latest.current;
    const [record, to] = [items[from], from + by];
    if (!record || to < 0 || to >= items.length) return;
    const apply = (known: readonly DataRecord[]) => renumber(moveItem(known, from, to), placing, before);
    latest.current = { items: apply(items), at: to };
    change(apply);
    // Send moves one after the other, so that many key presses end in the order on the screen.
    queue.current = queue.current.then(() => send(record, before + to + 1)).catch(reload);
  };
  return { moveUp: () => move(-1), moveDown: () => move(1) };
}
