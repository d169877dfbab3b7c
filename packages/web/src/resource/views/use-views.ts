import {
  type AnyResource,
  type CallDefinition,
  getInitialListQuery,
  type ListQueryText,
  listParameters,
  type SavedView,
  type ViewsAnswer,
  viewCalls,
} from '@gantry/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createCallKey } from '../../app/api/index.ts';
import { type Calls, useCalls } from '../../fields/index.ts';

/** URL parameter of the saved view; `all` is the plain list when another view is the default. */
const viewParameter = 'v';
const plainView = 'all';

export interface Views {
  readonly views: readonly SavedView[];
  readonly defaultId: number | null;
  /** The view in the URL. */
  readonly chosen: SavedView | null;
  /** The query of the list when the URL adds nothing; null until known. */
  readonly base: ListQueryText | null;
  /** Opens a stored view, or the plain list. */
  readonly choose: (view: SavedView | null) => void;
  /** Sends a write to the views and reloads them. */
  readonly send: <T>(call: CallDefinition, body: object) => Promise<T>;
}

const none: ViewsAnswer = { views: [], defaultId: null };
const nothing: ListQueryText = {};

/** What a list shows where the address names no view: its initial filter, or everything where it asks for the plain list. */
export function getUnnamedQuery(resource: AnyResource, params: URLSearchParams): ListQueryText {
  return params.get(viewParameter) === plainView ? nothing : getInitialListQuery(resource);
}

function getHint(resource: AnyResource): string {
  return `view.${resource.name}`;
}

/** Returns the query of the saved views of a list. */
export function createViewsQuery(calls: Calls, resource: AnyResource) {
  return queryOptions({
    queryKey: ['views', resource.name],
    queryFn: () => calls.call<ViewsAnswer>(viewCalls.viewList.path, { resource: resource.name }),
    staleTime: 60_000,
  });
}

/** Whether the list can be read before its views: the URL names none, and no default view is expected. */
export function canSkipView(resource: AnyResource, params: URLSearchParams): boolean {
  const named = params.get(viewParameter);
  if (named !== null) return named === plainView;
  return specifiesList(params) || localStorage.getItem(getHint(resource)) === null;
}

/** Whether the URL itself specifies the content of the list. */
function specifiesList(params: URLSearchParams): boolean {
  return params.has(viewParameter) || listParameters.some((name) => params.has(name));
}

/** Returns the URL parameters with a view in place of the list state. */
function withView(now: URLSearchParams, value: string | null): URLSearchParams {
  const result = new URLSearchParams(now);
  for (const name of [...listParameters, 'at', viewParameter]) result.delete(name);
  if (value !== null) result.set(viewParameter, value);
  return result;
}

/** Opens the user's default view when the URL specifies nothing else. Returns whether that navigation is pending. */
function useDefaultView(resource: AnyResource, answer: ViewsAnswer | undefined): boolean {
  const [params, setParams] = useSearchParams();
  const specified = specifiesList(params);
  const wanted = answer?.defaultId ?? null;
  useEffect(() => {
    if (!answer) return;
    if (wanted === null) localStorage.removeItem(getHint(resource));
    else localStorage.setItem(getHint(resource), String(wanted));
    if (!specified && wanted !== null) setParams((now) => withView(now, String(wanted)), { replace: true });
  }, [answer, wanted, specified, setParams, resource]);
  return !specified && wanted !== null;
}

/** The saved views of a list, and the one in the URL. */
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
  const unnamed = useMemo(
    () => getUnnamedQuery(resource, new URLSearchParams(named === null ? {} : { [viewParameter]: named })),
    [resource, named],
  );
  const unknown = answer === undefined ? !canSkipView(resource, params) : waits;
  return {
    views: answer?.views ?? [],
    defaultId: answer?.defaultId ?? null,
    chosen,
    base: unknown ? null : (chosen?.query ?? unnamed),
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
