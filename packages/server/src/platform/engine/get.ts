import {
  type AnyResource,
  ApiError,
  createFieldsSchema,
  type FindAnswer,
  type FoundItem,
  findCalls,
  getResourcePath,
  type ListAnswer,
  listPermittedFields,
  listSearchableResources,
} from '@gantry/core';
import type { Services } from '../context/context.ts';
import { type CallHandler, type CallRequest, type RegisterCall, serveCall } from '../http/call.ts';
import { withNamedTables } from '../store/database.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRows, toColumns } from './present.ts';
import { readTarget } from './read-body.ts';

const noFields = createFieldsSchema({});

/** Returns one record with its long fields. A read of personal data is audited before the response. */
export function getHandler({ services, presenters: shows = {} }: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  const presentRecords = shows[resource.name];
  return async ({ body, caller }) => {
    const { target } = readTarget(body, 'none', noFields, plan.labels, caller);
    const names = listPermittedFields(resource, caller.actor.role, 'detail');
    const { read } = services.database;
    const row = await withNamedTables(read)
      .selectFrom(plan.table)
      .select(toColumns(names))
      .where('id', '=', target.id)
      .executeTakeFirst();
    if (!row) throw new ApiError('notFound');
    if (resource.readsAudited) {
      await services.audit.note(caller, { resource: resource.name, resourceId: target.id, action: 'get' });
    }
    const records = await presentRows(services, read, resource, names, [row], caller);
    return (presentRecords ? await presentRecords(read, records, caller) : records)[0];
  };
}

/** Maximum number of results per entity. */
const maxPerKind = 3;

/** The handlers of list calls, with all their checks, by path. */
type Lists = ReadonlyMap<string, CallHandler>;

/** Registers calls unchanged and collects the handlers that list records. */
export function collectLists(register: RegisterCall): { readonly register: RegisterCall; readonly lists: Lists } {
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
 * Adds the search for records of all entities by a keyword. Each list is queried like by its own call, so a caller without access
 * to it gets no results. The search stops when the client disconnects.
 */
export function addFindCalls(register: RegisterCall, { catalogue }: Services, lists: Lists): void {
  serveCall(register, findCalls.findRecords, async ({ keyword }, call): Promise<FindAnswer> => {
    const items: FoundItem[] = [];
    for (const resource of listSearchableResources(catalogue.resources, catalogue.screens, call.caller.actor)) {
      if (call.reply.raw.destroyed) break;
      const list = lists.get(getResourcePath(resource.name, 'list'));
      if (list) items.push(...(await searchList(resource, list, keyword, call)));
    }
    return { items };
  });
}

async function searchList(
  { name: resource, title }: AnyResource,
  list: CallHandler,
  keyword: unknown,
  call: CallRequest,
): Promise<FoundItem[]> {
  const body = { keyword, pageSize: maxPerKind, columns: [title] };
  const response = list({ ...call, body }) as Promise<ListAnswer>;
  const page = await response.catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return (page?.items ?? []).map((item) => {
    const value = item[title];
    return { resource, id: Number(item.id), title: typeof value === 'string' ? value : '' };
  });
}
