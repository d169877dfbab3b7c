import { isPicked } from '@gantry/core';
import { useRef } from 'react';
import type { ListUrl } from './use-list-url.ts';
import type { Rows } from './use-rows.ts';

/** Picks one row, a row of rows with Shift, or everything that matches. */
export function usePicking(list: ListUrl, rows: Rows, active: number) {
  const { state, dispatch } = list;
  const anchor = useRef(-1);
  const toggle = (index: number) => {
    const record = rows.at(index);
    if (record) dispatch({ type: 'toggle', id: Number(record.id) });
  };
  const pick = (index: number, range: boolean) => {
    const record = rows.at(index);
    if (!record) return;
    const wanted = !isPicked(state.picked, Number(record.id));
    if (!range || anchor.current < 0) toggle(index);
    else {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      for (let at = from; at <= to; at += 1) {
        const one = rows.at(at);
        if (one && isPicked(state.picked, Number(one.id)) !== wanted) toggle(at);
      }
    }
    anchor.current = index;
  };
  const all = state.picked.mode === 'allExcept';
  const full = all && state.picked.ids.size === 0;
  return {
    pick: (index: number, range: boolean) => pick(index < 0 ? active : index, range),
    pickAll: () => dispatch({ type: full ? 'pickNone' : 'pickAll' }),
    state: full ? ('all' as const) : all || state.picked.ids.size > 0 ? ('some' as const) : ('none' as const),
  };
}
