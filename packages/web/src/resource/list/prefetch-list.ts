import type { AnyResource } from '@gantry/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Calls } from '../../fields/index.ts';
import { readColumns } from '../grid/columns.ts';
import type { Slots } from '../slots.ts';
import { canSkipView, createViewsQuery, getUnnamedQuery } from '../views/use-views.ts';
import { blockSize, createListBody, listNeededBlocks } from './list-query.ts';
import { parseListState } from './use-list-url.ts';
import { canRequest, createBlockQuery } from './use-rows.ts';

interface PrefetchOptions {
  readonly queries: QueryClient;
  readonly calls: Calls;
  readonly role: string;
  readonly resource: AnyResource;
  readonly slots: Slots;
}

/** Requests the views of a list and the rows in the URL before the first render, so that the list finds them in the cache. */
export async function prefetchList({ queries, calls, role, resource, slots }: PrefetchOptions): Promise<void> {
  const params = new URLSearchParams(location.search);
  void queries.prefetchQuery(createViewsQuery(calls, resource));
  if (!canSkipView(resource, params)) return;
  const { state, look, cursor } = parseListState(params, getUnnamedQuery(resource, params));
  const body = createListBody(resource, role, state, look, readColumns(resource, role, state.columns, slots));
  const size = blockSize(state, look);
  const [block = 0] = listNeededBlocks(state, look, 0, 0);
  const request = { calls, queries, resource, body, size, cursor: look.flow === 'pages' ? cursor : null };
  // Deeper blocks are requested by the list itself, once it knows the number of rows.
  if (canRequest(request, block, false)) await queries.prefetchQuery(createBlockQuery(request, block));
}
