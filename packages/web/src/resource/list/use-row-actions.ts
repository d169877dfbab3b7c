import { can } from '@gantry/core';
import type { RefObject } from 'react';
import type { CellEdit } from '../edit/use-cell-edit.ts';
import { usePageScope } from '../page-scope.tsx';
import type { useCursorRow } from './use-cursor-row.ts';
import type { ListKeys } from './use-list-keys.ts';
import type { ListUrl } from './use-list-url.ts';
import type { usePicking } from './use-picking.ts';
import type { Rows } from './use-rows.ts';

interface RowActions {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly cursor: ReturnType<typeof useCursorRow>;
  readonly picking: ReturnType<typeof usePicking>;
  readonly cells: CellEdit;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly onHelp: () => void;
}

/** Opens a row, or the editor of the given cell if it is editable. */
type OpenAt = (index: number, column: string | null) => void;

/** Binds the commands of the list shortcuts to the current list. */
export function useRowActions(on: RowActions): ListKeys & { readonly openAt: OpenAt } {
  const { resource, rights, refresh, open } = usePageScope();
  const { list, rows, cursor, picking, cells } = on;
  const { page } = list.state;
  const openAt: OpenAt = (index, column) => {
    const record = rows.at(index);
    if (record && column !== null && cells.mayEdit(column)) cells.open({ id: Number(record.id), name: column });
    else if (record && can(rights, resource, 'get')) open({ kind: 'view', id: Number(record.id), tab: '' });
  };
  const edit = () => {
    const record = rows.at(cursor.active);
    if (record && can(rights, resource, 'update')) open({ kind: 'edit', id: Number(record.id) });
  };
  const turnRecord = (step: number) => {
    if (step < 0 && page > 1) list.goTo(page - 1, null);
    if (step > 0 && rows.next !== null) list.goTo(page + 1, rows.next);
  };
  return {
    openAt,
    edit,
    page: turnRecord,
    move: (step) => {
      cursor.move(step);
      // Moves the focus into the list, so that its own keys work from anywhere on the page.
      on.box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    },
    across: cells.move,
    editCell: () => {
      const record = rows.at(cursor.active);
      if (record) cells.openAt(Number(record.id));
    },
    toEnd: (end) => cursor.set(end === 'first' ? 0 : rows.count - 1),
    toggle: (range) => picking.pick(cursor.active, range),
    toggleAll: picking.pickMore,
    open: () => openAt(cursor.active, cells.column),
    menu: () => on.box.current?.querySelector<HTMLElement>('.grid-row.active [data-row-menu]')?.click(),
    search: () => on.searchBox.current?.focus(),
    create: () => {
      if (can(rights, resource, 'create')) open({ kind: 'new', like: null });
    },
    refresh,
    views: () => document.querySelector<HTMLElement>('.view-switch')?.click(),
    help: on.onHelp,
    escape: () => list.dispatch({ type: 'pickNone' }),
  };
}
