import type { AnyResource } from '@gantry/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Calls } from '../../fields/index.ts';
import { readColumns } from '../grid/columns.ts';
import type { Slots } from '../slots.ts';
import { canSkipView, createViewsQuery } from '../views/use-views.ts';
import { blockSize, listBody, listNeededBlocks } from './list-query.ts';
import { listIn } from './use-list-url.ts';
import { blockQuery, canRequest } from './use-rows.ts';

interface PrefetchOptions {
  readonly queries: QueryClient;
  readonly calls: Calls;
  readonly role: string;
  readonly resource: AnyResource;
  readonly slots: Slots;
}

/** Asks for the views of a list and for the rows that the address wants, before any of it is drawn: the list finds them there. */
export async function prefetchList({ queries, calls, role, resource, slots }: PrefetchOptions): Promise<void> {
  const params = new URLSearchParams(location.search);
  void queries.prefetchQuery(createViewsQuery(calls, resource));
  if (!canSkipView(resource, params)) return;
  const { state, look, cursor } = listIn(params, {});
  const body = listBody(resource, role, state, look, readColumns(resource, role, state.columns, slots));
  const size = blockSize(state, look);
  const [block = 0] = listNeededBlocks(state, look, 0, 0);
  const request = { calls, queries, resource, body, size, cursor: look.flow === 'pages' ? cursor : null };
  // What lies deeper only the list itself asks for, once it knows how many rows there are.
  if (canRequest(request, block, false)) await queries.prefetchQuery(blockQuery(request, block));
}
