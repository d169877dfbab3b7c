import {
  type AnyResource,
  Fault,
  type FindAnswer,
  type FoundItem,
  findCalls,
  type ListAnswer,
  resourcePath,
  searchedResources,
} from '@gantry/core';
import type { Services } from '../context.ts';
import type { CallHandler, CallRequest, RegisterCall } from '../http/call.ts';
import { serveCall } from '../http/defined-call.ts';

/** Records of each kind, at most. */
const mostOfAKind = 3;

/** What answers list calls, with all that guards them, by path. */
type Lists = ReadonlyMap<string, CallHandler>;

/** Registers calls as they are, and keeps those that list records. */
export function keepingLists(register: RegisterCall): { readonly register: RegisterCall; readonly lists: Lists } {
  const lists = new Map<string, CallHandler>();
  return {
    lists,
    register: (spec, handler) => {
      if (spec.path.endsWith('/list')) lists.set(spec.path, handler);
      register(spec, handler);
    },
  };
}

/**
 * Finds records of every kind by a keyword. Each list is asked as its own call asks it, so that whoever is not answered there
 * is told nothing here. Nobody waits for the rest once the caller is gone.
 */
export function addFindCalls(register: RegisterCall, { catalogue }: Services, lists: Lists): void {
  serveCall(register, findCalls.findRecords, async ({ keyword }, call): Promise<FindAnswer> => {
    const items: FoundItem[] = [];
    for (const resource of searchedResources(catalogue.resources, catalogue.screens, call.caller.actor)) {
      if (call.reply.raw.destroyed) break;
      const list = lists.get(resourcePath(resource.name, 'list'));
      if (list) items.push(...(await findIn(resource, list, keyword, call)));
    }
    return { items };
  });
}

async function findIn(
  { name: resource, title }: AnyResource,
  list: CallHandler,
  keyword: unknown,
  call: CallRequest,
): Promise<FoundItem[]> {
  const body = { keyword, pageSize: mostOfAKind, columns: [title] };
  const asked = list({ ...call, body }) as Promise<ListAnswer>;
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof Fault) return null;
    throw error;
  });
  return (answer?.items ?? []).map((item) => {
    const called = item[title];
    return { resource, id: Number(item.id), title: typeof called === 'string' ? called : '' };
  });
}
