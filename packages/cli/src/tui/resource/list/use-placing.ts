import { type AnyResource, canChange, getPlacing, getResourcePath, type ListState, type Placing } from '@gantry/core';
import { useLayoutEffect, useRef } from 'react';
import { useTui } from '../../parts/tui-context.ts';
import { recordName } from '../resource-words.ts';
import { offerUndo } from '../undo-flow.ts';
import type { DataRecord } from './list-columns.ts';
import { countRowsBefore, type Rows } from './use-rows.ts';

export interface PlacingDeps {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly rows: Rows;
  /** Whether no rows are hidden. */
  readonly isWhole: boolean;
  /** Of the row of the pointer, which goes along with it. */
  readonly at: number;
  readonly change: (by: (items: readonly DataRecord[]) => readonly DataRecord[]) => void;
  readonly reload: () => void;
}

/** Records with the one at an index moved to another. */
function reordered<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  const moved = items[from];
  return moved === undefined ? rest : [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Numbers as the server writes them: a record whose number is another has a new version too. */
function renumbered(items: readonly DataRecord[], { by }: Placing, before: number): DataRecord[] {
  return items.map((item, at) => {
    const place = before + at + 1;
    return item[by] === place ? item : { ...item, [by]: place, version: Number(item.version) + 1 };
  });
}

/** Moving the chosen record up and down, while the list shows the order that is made by hand; nothing at other times. */
export function usePlacing({ resource, state, rows, isWhole, at, change, reload }: PlacingDeps) {
  const tui = useTui();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // Keys that come in one packet are handled before the screen is drawn again.
  const seen = useRef({ items: rows.items, at });
  useLayoutEffect(() => {
    seen.current = { items: rows.items, at };
  }, [rows.items, at]);
  const placing = isWhole ? getPlacing(resource, state) : null;
  const before = countRowsBefore(rows);
  if (!placing || before === null || !canChange(tui.rights, { ...placing, path: resource.path })) return {};
  const send = async (record: DataRecord, place: number) => {
    const key = crypto.randomUUID();
    await tui.write(
      getResourcePath(resource.name, placing.action),
      { id: record.id, version: record.version, position: place },
      key,
    );
    // In the order of the queue, or one would be undone before what came after it.
    const words = tui.t('tui.placed', { name: recordName(resource, record, tui), place });
    await offerUndo(tui, { keys: [key], description: words, resource: resource.name });
  };
  const move = (by: -1 | 1) => {
    const { items, at: from } = seen.current;
    const [record, to] = [items[from], from + by];
    if (!record || to < 0 || to >= items.length) return;
    const moved = (known: readonly DataRecord[]) => renumbered(reordered(known, from, to), placing, before);
    seen.current = { items: moved(items), at: to };
    change(moved);
    // One after the other, so that many presses end in the order that is seen.
    queue.current = queue.current.then(() => send(record, before + to + 1)).catch(reload);
  };
  return { moveUp: () => move(-1), moveDown: () => move(1) };
}
