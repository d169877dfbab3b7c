import { type AnyResource, totalCap } from '@gantry/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Calls } from '../../fields/index.ts';
import { shownColumns } from '../grid/columns.ts';
import type { Slots } from '../slots.ts';
import { needsNoView, viewsQuery } from '../views/use-views.ts';
import { blockSize, listBody, neededBlocks } from './list-query.ts';
import { listIn } from './use-list-url.ts';
import { blockQuery } from './use-rows.ts';

interface AskAhead {
  readonly queries: QueryClient;
  readonly calls: Calls;
  readonly role: string;
  readonly resource: AnyResource;
  readonly slots: Slots;
}

/** Asks for the views of a list and for the rows that the address wants, before any of it is drawn: the list finds them there. */
export async function askAhead({ queries, calls, role, resource, slots }: AskAhead): Promise<void> {
  const params = new URLSearchParams(location.search);
  void queries.prefetchQuery(viewsQuery(calls, resource));
  if (!needsNoView(resource, params)) return;
  const { state, look, cursor } = listIn(params, {});
  const columns = [...shownColumns(resource, role, state.columns), ...(slots.reads ?? [])];
  const body = listBody(resource, state, look, columns);
  const size = blockSize(state, look);
  const [block = 0] = neededBlocks(state, look, 0, 0);
  const key = look.flow === 'pages' ? cursor : null;
  // As deep as this only the list itself asks, once it knows how many rows there are.
  if (key === null && block * size > totalCap) return;
  await queries.prefetchQuery(blockQuery({ calls, queries, resource, body, size, cursor: key }, block));
}
