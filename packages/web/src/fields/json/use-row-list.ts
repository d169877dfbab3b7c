import { type RefObject, useEffect, useRef, useState } from 'react';
import { moveItem, type Row } from './rows-value.ts';

/** Buttons of a row, in their order. */
const rowActions = ['up', 'down', 'remove'] as const;
type RowAction = (typeof rowActions)[number];

interface Wanted {
  readonly at: number;
  /** A button of the row, else its first input. */
  readonly availableAction: RowAction | null;
}

function place(root: HTMLElement, { at, availableAction }: Wanted): HTMLElement | null {
  const row = root.querySelectorAll('.row-line')[at];
  if (!row) return root.querySelector('.rows-add');
  if (availableAction === null) return row.querySelector('input, textarea, [role=combobox]');
  const buttons = [...row.querySelectorAll<HTMLButtonElement>('.row-tools button')];
  const button = buttons[rowActions.indexOf(availableAction)];
  return button?.disabled ? (buttons.find(({ disabled }) => !disabled) ?? null) : (button ?? null);
}

interface RowList {
  readonly root: RefObject<HTMLFieldSetElement | null>;
  /** A key for each row, which it keeps when it moves. */
  readonly keys: readonly number[];
  readonly add: (row: Row) => void;
  readonly remove: (at: number) => void;
  readonly move: (at: number, step: 1 | -1) => void;
}

/** Changes of a list of rows; the focus goes where the work goes on: to a new row, with one that moves, to the next of one removed. */
export function useRowList(rows: readonly Row[], onChange: (rows: readonly Row[]) => void): RowList {
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<Wanted | null>(null);
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = known.length === rows.length ? known : rows.map((_, at) => at);
  useEffect(() => {
    if (wanted.current === null || root.current === null) return;
    place(root.current, wanted.current)?.focus();
    wanted.current = null;
  });
  const change = (next: readonly Row[], nextKeys: readonly number[], focus: Wanted) => {
    wanted.current = focus;
    setKnown(nextKeys);
    onChange(next);
  };
  return {
    root,
    keys,
    add: (row) =>
      change([...rows, row], [...keys, Math.max(-1, ...keys) + 1], { at: rows.length, availableAction: null }),
    remove: (at) =>
      change(rows.toSpliced(at, 1), keys.toSpliced(at, 1), {
        at: Math.min(at, rows.length - 2),
        availableAction: 'remove',
      }),
    move: (at, step) =>
      change(moveItem(rows, at, step), moveItem(keys, at, step), {
        at: at + step,
        availableAction: step < 0 ? 'up' : 'down',
      }),
  };
}
