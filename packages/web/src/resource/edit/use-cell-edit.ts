import { type AnyResource, can, type FieldKind, type Fields, getWritableFields, type Rights } from '@gantry/core';
import { useMemo, useState } from 'react';
import { usePageScope } from '../page-scope.tsx';

/** Field types whose input fits into a cell; the others are edited in the form. */
const inCells: readonly FieldKind[] = [
  'text',
  'integer',
  'money',
  'boolean',
  'choice',
  'reference',
  'date',
  'time',
  'color',
  'tags',
];

/** Returns the fields that can be edited in the list: the form fields, if the user may update. */
function getEditableFields(resource: AnyResource, rights: Rights): Fields {
  if (!can(rights, resource, 'update')) return {};
  const shown = new Set((resource.form ?? []).flat());
  const entries = Object.entries(getWritableFields(resource, 'update')).filter(
    ([name, field]) => shown.has(name) && inCells.includes(field.kind),
  );
  return Object.fromEntries(entries);
}

/** A cell that is open for editing. */
export interface OpenCell {
  readonly id: number;
  readonly name: string;
}

export interface CellEdit {
  /** Column of the cursor; null when the cursor is on the row itself. */
  readonly column: string | null;
  readonly opened: OpenCell | null;
  readonly mayEdit: (name: string) => boolean;
  readonly move: (step: number) => void;
  readonly open: (cell: OpenCell) => void;
  /** Opens the cell of the cursor, or the first editable one. Returns false when there is none. */
  readonly openAt: (id: number) => boolean;
  /** Closes the cell; with a step, opens the next editable cell of the same row. */
  readonly close: (step: number) => void;
}

/** The cell of the cursor and the cell that is being edited. `columns` are the visible ones, in order. */
export function useCellEdit(columns: readonly string[]): CellEdit {
  const { resource, rights, slots } = usePageScope();
  const [column, setColumn] = useState<string | null>(null);
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const fields = useMemo(() => getEditableFields(resource, rights), [resource, rights]);
  const canEdit = (name: string) => name in fields && !slots.input?.[name];
  const current = column !== null && columns.includes(column) ? column : null;
  const open = (cell: OpenCell) => {
    setColumn(cell.name);
    setOpened(cell);
  };
  return {
    column: current,
    opened,
    mayEdit: canEdit,
    move(step) {
      const at = current === null ? -1 : columns.indexOf(current);
      const next = Math.min(columns.length - 1, at + step);
      setColumn(next < 0 ? null : (columns[next] ?? null));
    },
    open,
    openAt(id) {
      const name = current ?? columns.find(canEdit);
      if (name === undefined || !canEdit(name)) return false;
      open({ id, name });
      return true;
    },
    close(step) {
      const reachable = columns.filter(canEdit);
      const next = opened && step !== 0 ? reachable[reachable.indexOf(opened.name) + step] : undefined;
      if (opened && next !== undefined) open({ id: opened.id, name: next });
      else setOpened(null);
    },
  };
}
