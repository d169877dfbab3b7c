import {
  type AnyResource,
  ApiError,
  type CallDefinition,
  can,
  findResource,
  type Values,
  type ViewsAnswer,
  viewCalls,
} from '@gantry/core';
import { runWrite, type WriteResult } from '../../audit/run-write.ts';
import type { Caller, Services } from '../../context/context.ts';
import type { RegisterCall } from '../../http/call.ts';
import { serveCall } from '../../http/defined-call.ts';
import type { Row, Tx } from '../../store/database.ts';
import {
  changeView,
  listVisibleViews,
  lockView,
  maxViews,
  queryText,
  restorableFor,
  toSavedView,
} from './view-rows.ts';

const subject = 'savedView';

/** The list that a view is of, which the caller must be allowed to see. */
function listOf({ catalogue }: Services, name: unknown, caller: Caller): AnyResource {
  const resource = findResource(catalogue, String(name));
  if (!resource) throw new ApiError('notFound');
  if (!can(caller.actor, resource, 'list')) throw new ApiError('denied');
  return resource;
}

/** A view that the caller may change, of a list that the caller may see, locked. */
async function lockOwn(services: Services, tx: Tx, input: Values, caller: Caller): Promise<Row> {
  const row = await lockView(tx, input, caller);
  listOf(services, row.resource, caller);
  return row;
}

/** What the audit log keeps of a view. */
function reported(row: Row): Row {
  return { name: row.name, resource: row.resource, audience: row.audience, query: JSON.parse(String(row.query)) };
}

type Work = (tx: Tx, input: Values, caller: Caller) => Promise<WriteResult>;

/** Lists under a name: read, kept, handed to others, taken away and brought back. */
export function addViewCalls(register: RegisterCall, services: Services): void {
  const { database } = services;
  const write = (definition: CallDefinition, action: string, work: Work) =>
    serveCall(register, definition, (input, { caller, idempotencyKey: key, body }) => {
      const frame = { key, call: definition.path, body, resource: subject, action };
      return runWrite(services, caller, frame, (tx) => work(tx, input, caller));
    });
  serveCall(register, viewCalls.viewList, async ({ resource }, { caller }): Promise<ViewsAnswer> => {
    const list = listOf(services, resource, caller);
    const views = await listVisibleViews(database.read, list.name, caller);
    const chosen = await database.read
      .selectFrom('view_defaults')
      .select('view_id')
      .where('admin_id', '=', caller.actor.id)
      .where('resource', '=', list.name)
      .executeTakeFirst();
    const defaultId = views.find((view) => view.id === Number(chosen?.view_id))?.id ?? null;
    return { views, defaultId };
  });
  write(viewCalls.viewCreate, 'create', createView(services));
  write(viewCalls.viewUpdate, 'update', changing(services, 'update', updatesOf));
  write(
    viewCalls.viewShare,
    'share',
    changing(services, 'share', ({ audience }) => ({ audience })),
  );
  write(viewCalls.viewDelete, 'delete', deleteView(services));
  write(viewCalls.viewRestore, 'restore', restoreView(services));
  write(viewCalls.viewDefault, 'default', chooseDefault(services));
}

function createView(services: Services): Work {
  return async (tx, { resource, name, query }, caller) => {
    const list = listOf(services, resource, caller);
    const { count } = await tx
      .selectFrom('saved_views')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('owner_id', '=', caller.actor.id)
      .where('resource', '=', list.name)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxViews) {
      throw new ApiError('stateConflict', { message: caller.t('view.many', { max: maxViews }) });
    }
    const at = services.clock();
    const row = {
      ...{ owner_id: caller.actor.id, resource: list.name, name, audience: 'own' },
      ...{ query: queryText(query, caller), version: 1, created_at: at, updated_at: at, deleted_at: null },
    };
    const made = await tx.insertInto('saved_views').values(row).returning('id').executeTakeFirstOrThrow();
    const full = { ...row, id: made.id };
    const audit = { resource: subject, resourceId: Number(made.id), action: 'create', after: reported(full) };
    return { data: toSavedView(full, caller.actor.name, caller), audit };
  };
}

function updatesOf({ name, query }: Values, caller: Caller): Row {
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(query === null || query === undefined ? {} : { query: queryText(query, caller) }),
  };
}

function changing(services: Services, action: string, changesOf: (input: Values, caller: Caller) => Row): Work {
  return async (tx, input, caller) => {
    const row = await lockOwn(services, tx, input, caller);
    const changed = await changeView(tx, row, changesOf(input, caller), services.clock());
    const audit = {
      resource: subject,
      resourceId: Number(row.id),
      action,
      before: reported(row),
      after: reported(changed),
    };
    return { data: toSavedView(changed, caller.actor.name, caller), audit };
  };
}

/** A deleted view is out of sight at once, and gone for good after some weeks. */
function deleteView(services: Services): Work {
  const { clock } = services;
  return async (tx, input, caller) => {
    const row = await lockOwn(services, tx, input, caller);
    await changeView(tx, row, { deleted_at: clock() }, clock());
    await tx.deleteFrom('view_defaults').where('view_id', '=', row.id).execute();
    await tx
      .deleteFrom('saved_views')
      .where('deleted_at', '<', clock() - restorableFor)
      .execute();
    const audit = { resource: subject, resourceId: Number(row.id), action: 'delete', before: reported(row) };
    return { data: null, audit };
  };
}

function restoreView(services: Services): Work {
  const { clock } = services;
  return async (tx, { id }, caller) => {
    const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
    const isOwn = row !== undefined && Number(row.owner_id) === caller.actor.id;
    const mayHave = isOwn || (caller.actor.role === 'admin' && row?.audience !== 'own');
    if (!row || row.deleted_at === null || !mayHave) throw new ApiError('notFound');
    listOf(services, row.resource, caller);
    const changed = await changeView(tx, row, { deleted_at: null }, clock());
    const audit = { resource: subject, resourceId: Number(row.id), action: 'restore', after: reported(changed) };
    return { data: toSavedView(changed, caller.actor.name, caller), audit };
  };
}

/** Which view a person's own list opens with; none takes the choice back. It is a preference, and leaves no audit row. */
function chooseDefault(services: Services): Work {
  return async (tx, { resource, id }, caller) => {
    const list = listOf(services, resource, caller);
    const own = { admin_id: caller.actor.id, resource: list.name };
    await tx
      .deleteFrom('view_defaults')
      .where('admin_id', '=', own.admin_id)
      .where('resource', '=', own.resource)
      .execute();
    if (id !== null) {
      const seen = await listVisibleViews(tx, list.name, caller);
      if (!seen.some((view) => view.id === id)) throw new ApiError('notFound');
      await tx
        .insertInto('view_defaults')
        .values({ ...own, view_id: id })
        .execute();
    }
    return { data: null };
  };
}
