import {
  type AnyResource,
  decodeListLook,
  decodeListState,
  diffView,
  encodeListLook,
  encodeListState,
  type ListAction,
  type ListLook,
  type ListQueryText,
  type ListState,
  listParameters,
  listReducer,
  nonePicked,
  overlayView,
  type Picked,
} from '@gantry/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface ListUrl {
  readonly state: ListState;
  readonly look: ListLook;
  readonly dispatch: (action: ListAction) => void;
  /** Looks are no steps of the history: going back does not narrow a column again. */
  readonly setLook: (change: Partial<ListLook>) => void;
  readonly restoreLook: () => void;
  /** Key of the page, as the page before it gave it: it reaches any depth, and a link to it does so too. */
  readonly cursor: string | null;
  readonly goTo: (page: number, cursor: string | null) => void;
}

const cursorParameter = 'at';

/** What matches: a selection is about it, and is dropped when it changes. */
function matchOf(state: ListState): string {
  return JSON.stringify([state.keyword, state.filters]);
}

/** The same address with another list in it: what differs from the saved view that it names. */
function withList(
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

/** What the address says of the list, over the saved view that it names. */
export function listIn(params: URLSearchParams, base: ListQueryText) {
  const get = overlayView(base, (name) => params.get(name));
  return { state: decodeListState(get), look: decodeListLook(get), cursor: params.get(cursorParameter) };
}

/** The list of the page's address: what it shows and how it looks; what is picked lives next to it. */
export function useListUrl(base: ListQueryText): ListUrl {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<{ match: string; picked: Picked }>({ match: '', picked: nonePicked });
  const { state: decoded, look, cursor } = useMemo(() => listIn(params, base), [params, base]);
  const picked = chosen.match === matchOf(decoded) ? chosen.picked : nonePicked;
  const state = useMemo(() => ({ ...decoded, picked }), [decoded, picked]);
  const latest = useRef({ state, look });
  latest.current = { state, look };

  const write = useCallback(
    (next: ListState, nextLook: ListLook, replace: boolean, cursor: string | null = null) => {
      latest.current = { state: next, look: nextLook };
      setParams((now) => withList(now, base, next, nextLook, cursor), { replace });
    },
    [setParams, base],
  );
  const dispatch = useCallback(
    (action: ListAction) => {
      const before = latest.current;
      const next = listReducer(before.state, action);
      setChosen({ match: matchOf(next), picked: next.picked });
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

/** The key of all cached answers of the list call of a resource; each is a `ListAnswer`. */
export function listKey({ name }: AnyResource): readonly string[] {
  return ['list', name];
}

/** The key of the cached counts of the quick filters of a resource. */
export function quickCountsKey({ name }: AnyResource): readonly string[] {
  return ['quick-counts', name];
}
