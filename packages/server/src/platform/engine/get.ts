import {
  type AnyResource,
  ApiError,
  createFieldsSchema,
  type FindAnswer,
  type FoundItem,
  findCalls,
  getResourcePath,
  type ListAnswer,
  listSearchableResources,
  permittedFields,
} from '@gantry/core';
import type { Services } from '../context/context.ts';
import { type CallHandler, type CallRequest, type RegisterCall, serveCall } from '../http/call.ts';
import { withNamedTables } from '../store/database.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRows, toColumns } from './present.ts';
import { readTarget } from './read-body.ts';

const nothing = createFieldsSchema({});

/** One record with its long fields. Reading a personal one leaves an audit row first. */
export function getHandler({ services, shows = {} }: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  const shown = shows[resource.name];
  return async ({ body, caller }) => {
    const { target } = readTarget(body, 'none', nothing, plan.labels, caller);
    const names = permittedFields(resource, caller.actor.role, 'detail');
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
    return (shown ? await shown(read, records, caller) : records)[0];
  };
}

/** Records of each kind, at most. */
const maxPerKind = 3;

/** What answers list calls, with all that guards them, by path. */
type Lists = ReadonlyMap<string, CallHandler>;

/** Registers calls as they are, and keeps those that list records. */
export function recordLists(register: RegisterCall): { readonly register: RegisterCall; readonly lists: Lists } {
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
 * Finds records of every kind by a keyword. Each list is queried like by its own call, so that a caller without access to it gets no
 * answer here. The rest is not queried once the caller is gone.
 */
export function addFindCalls(register: RegisterCall, { catalogue }: Services, lists: Lists): void {
  serveCall(register, findCalls.findRecords, async ({ keyword }, call): Promise<FindAnswer> => {
    const items: FoundItem[] = [];
    for (const resource of listSearchableResources(catalogue.resources, catalogue.screens, call.caller.actor)) {
      if (call.reply.raw.destroyed) break;
      const list = lists.get(getResourcePath(resource.name, 'list'));
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
  const body = { keyword, pageSize: maxPerKind, columns: [title] };
  const requested = list({ ...call, body }) as Promise<ListAnswer>;
  const answer = await requested.catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return (answer?.items ?? []).map((item) => {
    const called = item[title];
    return { resource, id: Number(item.id), title: typeof called === 'string' ? called : '' };
  });
}
