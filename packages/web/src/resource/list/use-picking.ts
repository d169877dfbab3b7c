import { type AnyResource, isPicked } from '@gantry/core';
import { useRef } from 'react';
import type { ListUrl } from './use-list-url.ts';
import type { Rows } from './use-rows.ts';

/** URL parameter that requests a bulk action on all matches. */
export const bulkParameter = 'bulk';

/** Returns the storage key of a bulk run in progress, so that it can be resumed after a reload. */
export const getBulkStorageKey = ({ name }: AnyResource) => `bulk.${name}`;

export function hasStoredBulkRun(resource: AnyResource): boolean {
  try {
    return sessionStorage.getItem(getBulkStorageKey(resource)) !== null;
  } catch {
    return false;
  }
}

/** Selects one row, a range with Shift, the rows of the page, or all matches. */
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
  const shown = rows.records.map(({ id }) => Number(id));
  const pickedShown = shown.filter((id) => isPicked(state.picked, id)).length;
  const full = shown.length > 0 && pickedShown === shown.length;
  const matching = state.picked.mode === 'allExcept';
  const any = pickedShown > 0 || (matching ? (rows.total ?? 0) > state.picked.ids.size : state.picked.ids.size > 0);
  const pickPage = () => {
    if (full && matching) dispatch({ type: 'pickNone' });
    else dispatch({ type: 'pick', ids: shown, on: !full });
  };
  return {
    pick: (index: number, range: boolean) => pick(index < 0 ? active : index, range),
    pickPage,
    /** Selects the page first, then all matches, then nothing. */
    pickMore: () => {
      if (full && !matching && rows.total !== null && rows.total > shown.length) dispatch({ type: 'pickAll' });
      else pickPage();
    },
    state: full ? ('all' as const) : any ? ('some' as const) : ('none' as const),
  };
}
