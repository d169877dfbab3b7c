import { can } from '@gantry/core';
import type { RefObject } from 'react';
import { usePageScope } from '../page-scope.tsx';
import type { useCursorRow } from './use-cursor-row.ts';
import type { ListKeys } from './use-list-keys.ts';
import type { ListUrl } from './use-list-url.ts';
import type { usePicking } from './use-picking.ts';
import type { Rows } from './use-rows.ts';

interface RowDeeds {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly cursor: ReturnType<typeof useCursorRow>;
  readonly picking: ReturnType<typeof usePicking>;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly onHelp: () => void;
}

/** What the keys of a list do, here and now. */
export function useRowDeeds(on: RowDeeds): ListKeys & { readonly openAt: (index: number) => void } {
  const { resource, role, refresh, open } = usePageScope();
  const { list, rows, cursor, picking } = on;
  const { page } = list.state;
  const openAt = (index: number) => {
    const record = rows.at(index);
    if (record && can(role, resource, 'get')) open({ kind: 'view', id: Number(record.id), tab: '' });
  };
  const edit = () => {
    const record = rows.at(cursor.active);
    if (record && can(role, resource, 'update')) open({ kind: 'edit', id: Number(record.id) });
  };
  const turn = (step: number) => {
    if (step < 0 && page > 1) list.goTo(page - 1, null);
    if (step > 0 && rows.next !== null) list.goTo(page + 1, rows.next);
  };
  return {
    openAt,
    edit,
    page: turn,
    move: cursor.move,
    toEnd: (end) => cursor.set(end === 'first' ? 0 : rows.count - 1),
    toggle: (range) => picking.pick(cursor.active, range),
    toggleAll: picking.pickAll,
    open: () => openAt(cursor.active),
    menu: () => on.box.current?.querySelector<HTMLElement>('.grid-row.active [data-row-menu]')?.click(),
    search: () => on.searchBox.current?.focus(),
    create: () => {
      if (can(role, resource, 'create')) open({ kind: 'new', like: null });
    },
    refresh,
    help: on.onHelp,
    escape: () => list.dispatch({ type: 'pickNone' }),
  };
}
