import {
  type AnyResource,
  decodeListLook,
  decodeListState,
  diffView,
  emptySelection,
  encodeListLook,
  encodeListState,
  type ListAction,
  type ListLook,
  type ListQueryText,
  type ListState,
  listParameters,
  listReducer,
  overlayView,
  type Picked,
} from '@gantry/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface ListUrl {
  readonly state: ListState;
  readonly look: ListLook;
  readonly dispatch: (action: ListAction) => void;
  /** Changes the look without a history entry, so that the back button does not resize a column. */
  readonly setLook: (change: Partial<ListLook>) => void;
  readonly restoreLook: () => void;
  /** Cursor of the page, from the page before it. It reaches any depth, also in a shared link. */
  readonly cursor: string | null;
  readonly goTo: (page: number, cursor: string | null) => void;
}

const cursorParameter = 'at';

/** Serializes the search conditions. The selection refers to them and is cleared when they change. */
function serializeSearch(state: ListState): string {
  return JSON.stringify([state.keyword, state.filters]);
}

/** Returns the URL parameters with a different list state, as differences from the saved view in the URL. */
function withListState(
  now: URLSearchParams,
  base: ListQueryText,
  state: ListState,
  look: ListLook,
  cursor: string | null,
): URLSearchParams {
  const result = new URLSearchParams(now);
  for (const name of [...listParameters, cursorParameter]) result.delete(name);
  if (cursor !== null) result.set(cursorParameter, cursor);
  const query = { ...encodeListState(state), ...encodeListLook(look) };
  for (const [name, value] of Object.entries(diffView(base, query))) result.set(name, value);
  return result;
}

/** Reads the list state from the URL, on top of the saved view that it names. */
export function parseListState(params: URLSearchParams, base: ListQueryText) {
  const get = overlayView(base, (name) => params.get(name));
  return { state: decodeListState(get), look: decodeListLook(get), cursor: params.get(cursorParameter) };
}

/** Manages the list state in the URL: content and look. The selection is held in memory instead. */
export function useListUrl(base: ListQueryText): ListUrl {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<{ match: string; picked: Picked }>({ match: '', picked: emptySelection });
  const { state: decoded, look, cursor } = useMemo(() => parseListState(params, base), [params, base]);
  const picked = chosen.match === serializeSearch(decoded) ? chosen.picked : emptySelection;
  const state = useMemo(() => ({ ...decoded, picked }), [decoded, picked]);
  const latest = useRef({ state, look });
  latest.current = { state, look };

  const write = useCallback(
    (next: ListState, nextLook: ListLook, replace: boolean, cursor: string | null = null) => {
      latest.current = { state: next, look: nextLook };
      setParams((now) => withListState(now, base, next, nextLook, cursor), { replace });
    },
    [setParams, base],
  );
  const dispatch = useCallback(
    (action: ListAction) => {
      const before = latest.current;
      const next = listReducer(before.state, action);
      setChosen({ match: serializeSearch(next), picked: next.picked });
      const same = JSON.stringify(encodeListState(before.state)) === JSON.stringify(encodeListState(next));
      if (same) latest.current = { ...before, state: next };
      else write(next, before.look, action.type === 'keyword' || action.type === 'columns');
    },
    [write],
  );
  const setLook = useCallback(
    (change: Partial<ListLook>) => {
      const { state: now, look: before } = latest.current;
      const flows = change.flow !== undefined && change.flow !== before.flow;
      write(flows ? { ...now, page: 1 } : now, { ...before, ...change }, true, flows ? null : cursor);
    },
    [write, cursor],
  );
  const goTo = useCallback(
    (page: number, at: string | null) => {
      write(listReducer(latest.current.state, { type: 'page', page }), latest.current.look, false, at);
    },
    [write],
  );
  const restoreLook = useCallback(
    () =>
      write(
        { ...latest.current.state, columns: null },
        decodeListLook(() => null),
        true,
      ),
    [write],
  );
  return { state, look, dispatch, setLook, restoreLook, cursor, goTo };
}

/** Returns the key of all cached list responses of a resource; each is a `ListAnswer`. */
export function listKey({ name }: AnyResource): readonly string[] {
  return ['list', name];
}

/** Returns the key of the cached quick filter counts of a resource. */
export function quickCountsKey({ name }: AnyResource): readonly string[] {
  return ['quick-counts', name];
}
