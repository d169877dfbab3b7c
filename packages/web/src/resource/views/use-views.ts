import {
  type AnyResource,
  type CallDefinition,
  type ListQueryText,
  listParameters,
  type SavedView,
  type ViewsAnswer,
  viewCalls,
} from '@gantry/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createCallKey } from '../../app/api/index.ts';
import { type Calls, useCalls } from '../../fields/index.ts';

/** The saved view in the address; `all` is the plain list where another one is the default. */
const viewParameter = 'v';
const plainView = 'all';

export interface Views {
  readonly views: readonly SavedView[];
  readonly defaultId: number | null;
  /** The one in the address. */
  readonly chosen: SavedView | null;
  /** The query of the list when the URL adds nothing; null until it is known. */
  readonly base: ListQueryText | null;
  /** Opens a view as it is stored, or the plain list. */
  readonly choose: (view: SavedView | null) => void;
  /** Sends a write about views and reads them again. */
  readonly send: <T>(call: CallDefinition, body: object) => Promise<T>;
}

const none: ViewsAnswer = { views: [], defaultId: null };
const nothing: ListQueryText = {};

function hintUnder(resource: AnyResource): string {
  return `view.${resource.name}`;
}

/** The saved views of a list, as they are stored. */
export function createViewsQuery(calls: Calls, resource: AnyResource) {
  return queryOptions({
    queryKey: ['views', resource.name],
    queryFn: () => calls.call<ViewsAnswer>(viewCalls.viewList.path, { resource: resource.name }),
    staleTime: 60_000,
  });
}

/** Whether the list can be read before its views are: the address names none, and none is expected to open it. */
export function canSkipView(resource: AnyResource, params: URLSearchParams): boolean {
  const named = params.get(viewParameter);
  if (named !== null) return named === plainView;
  return isAccessible(params) || localStorage.getItem(hintUnder(resource)) === null;
}

/** Whether the address says itself what the list shows. */
function isAccessible(params: URLSearchParams): boolean {
  return params.has(viewParameter) || listParameters.some((name) => params.has(name));
}

/** The address of the same page with a view instead of its list. */
function withView(now: URLSearchParams, value: string | null): URLSearchParams {
  const result = new URLSearchParams(now);
  for (const name of [...listParameters, 'at', viewParameter]) result.delete(name);
  if (value !== null) result.set(viewParameter, value);
  return result;
}

/** A list with nothing else in its address opens with the view that its reader has chosen for that; whether it is on its way there. */
function useDefaultView(resource: AnyResource, answer: ViewsAnswer | undefined): boolean {
  const [params, setParams] = useSearchParams();
  const accessible = isAccessible(params);
  const wanted = answer?.defaultId ?? null;
  useEffect(() => {
    if (!answer) return;
    if (wanted === null) localStorage.removeItem(hintUnder(resource));
    else localStorage.setItem(hintUnder(resource), String(wanted));
    if (!accessible && wanted !== null) setParams((now) => withView(now, String(wanted)), { replace: true });
  }, [answer, wanted, accessible, setParams, resource]);
  return !accessible && wanted !== null;
}

/** The saved views of a list, and the one that its address names. */
export function useViews(resource: AnyResource): Views {
  const calls = useCalls();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const stored = createViewsQuery(calls, resource);
  const { data, isError } = useQuery(stored);
  const answer = data ?? (isError ? none : undefined);
  const waits = useDefaultView(resource, answer);
  const named = params.get(viewParameter);
  const chosen = answer?.views.find((view) => String(view.id) === named) ?? null;
  const unknown = answer === undefined ? !canSkipView(resource, params) : waits;
  return {
    views: answer?.views ?? [],
    defaultId: answer?.defaultId ?? null,
    chosen,
    base: unknown ? null : (chosen?.query ?? nothing),
    choose: (view) => {
      const plain = answer?.defaultId == null ? null : plainView;
      setParams((now) => withView(now, view === null ? plain : String(view.id)));
    },
    send: async <T>(call: CallDefinition, body: object) => {
      try {
        return await calls.call<T>(call.path, body, { idempotencyKey: createCallKey() });
      } finally {
        await queries.invalidateQueries({ queryKey: stored.queryKey });
      }
    },
  };
}
