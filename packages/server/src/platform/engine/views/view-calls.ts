import {
  type AnyResource,
  ApiError,
  type CallDefinition,
  can,
  findResource,
  isReadOnly,
  type Role,
  readViewQuery,
  type SavedView,
  type Values,
  type ViewAudience,
  type ViewsAnswer,
  viewCalls,
} from '@gantry/core';
import { runWrite, type WriteResult } from '../../audit/run-write.ts';
import type { Caller, Services } from '../../context/context.ts';
import { type RegisterCall, serveCall } from '../../http/call.ts';
import type { Reader, Row, RowOf, Tx } from '../../store/database.ts';

/** Maximum number of views per user and list. */
export const maxViews = 50;
/** How long a deleted view can be restored, in ms. */
export const restorableForMs = 30 * 24 * 60 * 60_000;

type ViewRow = Pick<RowOf<'saved_views'>, 'id' | 'version' | 'resource' | 'name' | 'audience' | 'query' | 'owner_id'>;

/**
 * Whether the caller may edit a view. The owner may, and an admin may edit shared views. Read-only admins edit only unshared
 * views.
 */
function canEdit(row: Pick<ViewRow, 'owner_id' | 'audience'>, { actor }: Caller): boolean {
  if (row.audience !== 'own' && isReadOnly(actor)) return false;
  return row.owner_id === actor.id || (actor.role === 'admin' && row.audience !== 'own');
}

/** Returns the audiences that a role belongs to. */
function getAudiences(role: Role | ''): ViewAudience[] {
  return role === '' ? [] : ['everyone', role];
}

function toSavedView(row: ViewRow, ownerName: string, caller: Caller): SavedView {
  return {
    id: row.id,
    version: row.version,
    resource: row.resource,
    name: row.name,
    audience: row.audience as ViewAudience,
    query: readViewQuery(JSON.parse(row.query)) ?? {},
    ownerName,
    own: row.owner_id === caller.actor.id,
    editable: canEdit(row, caller),
  };
}

/** Returns the views of a list that the caller may read: their own first, then shared ones, by name. */
async function listVisibleViews(read: Reader, resource: string, caller: Caller): Promise<SavedView[]> {
  const { id, role } = caller.actor;
  const rows = await read
    .selectFrom('saved_views as v')
    .leftJoin('admins as a', 'a.id', 'v.owner_id')
    .select(['v.id', 'v.version', 'v.resource', 'v.name', 'v.audience', 'v.query', 'v.owner_id', 'a.name as owner'])
    .where('v.resource', '=', resource)
    .where('v.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('v.owner_id', '=', id), eb('v.audience', 'in', getAudiences(role))]))
    .orderBy('v.name')
    .orderBy('v.id')
    .execute();
  const views = rows.map((row) => toSavedView(row, row.owner ?? '', caller));
  return [...views.filter((view) => view.own), ...views.filter((view) => !view.own)];
}

/** Loads a view that the caller may change; an outdated version is rejected with the current record. */
async function loadEditableView(tx: Tx, input: Values, caller: Caller): Promise<RowOf<'saved_views'>> {
  const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', Number(input.id)).executeTakeFirst();
  const isSeen = row && (row.owner_id === caller.actor.id || row.audience !== 'own');
  if (!row || !isSeen || row.deleted_at !== null) throw new ApiError('notFound');
  if (!canEdit(row, caller)) throw new ApiError('denied');
  if (row.version !== input.version) {
    const current = toSavedView(row, '', caller);
    throw new ApiError('conflict', { data: { expected: input.version, actual: row.version, current } });
  }
  return row;
}

/** Updates columns of a view as its next version; a concurrent write is a conflict. */
async function changeView(tx: Tx, row: RowOf<'saved_views'>, changes: Row, at: number): Promise<RowOf<'saved_views'>> {
  const version = row.version + 1;
  const { numUpdatedRows } = await tx
    .updateTable('saved_views')
    .set({ ...changes, version, updated_at: at })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('conflict', { data: { expected: row.version, actual: version } });
  return { ...row, ...changes, version };
}

/** Serializes the query of a view; rejects an invalid one. */
function serializeQuery(value: unknown, caller: Caller): string {
  const query = readViewQuery(value);
  if (query === null) throw new ApiError('invalid', { errors: { query: [caller.t('view.query')] } });
  return JSON.stringify(query);
}

const subject = 'savedView';

/** Returns the resource of a view; throws when the caller may not list it. */
function getListResource({ catalogue }: Services, name: unknown, caller: Caller): AnyResource {
  const resource = findResource(catalogue, String(name));
  if (!resource) throw new ApiError('notFound');
  if (!can(caller.actor, resource, 'list')) throw new ApiError('denied');
  return resource;
}

/** Loads a view that the caller may change, and checks that the caller may read its list. */
async function loadEditableListView(
  services: Services,
  tx: Tx,
  input: Values,
  caller: Caller,
): Promise<RowOf<'saved_views'>> {
  const row = await loadEditableView(tx, input, caller);
  getListResource(services, row.resource, caller);
  return row;
}

/** Returns the values of a view for the audit log. */
function toAuditValues(row: RowOf<'saved_views'>): Row {
  return { name: row.name, resource: row.resource, audience: row.audience, query: JSON.parse(row.query) };
}

type ViewWrite = (tx: Tx, input: Values, caller: Caller) => Promise<WriteResult>;

/** Adds the calls of saved views: list, create, update, share, delete, restore and set the default. */
export function addViewCalls(register: RegisterCall, services: Services): void {
  const { database } = services;
  const write = (definition: CallDefinition, action: string, work: ViewWrite) =>
    serveCall(register, definition, (input, { caller, idempotencyKey: key, body }) => {
      const frame = { key, call: definition.path, body, resource: subject, action };
      return runWrite(services, caller, frame, (tx) => work(tx, input, caller));
    });
  serveCall(register, viewCalls.viewList, async ({ resource }, { caller }): Promise<ViewsAnswer> => {
    const list = getListResource(services, resource, caller);
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
  write(viewCalls.viewUpdate, 'update', createChangeHandler(services, 'update', readUpdates));
  write(
    viewCalls.viewShare,
    'share',
    createChangeHandler(services, 'share', ({ audience }) => ({ audience })),
  );
  write(viewCalls.viewDelete, 'delete', deleteView(services));
  write(viewCalls.viewRestore, 'restore', restoreView(services));
  write(viewCalls.viewDefault, 'default', chooseDefault(services));
}

function createView(services: Services): ViewWrite {
  return async (tx, { resource, name, query }, caller) => {
    const list = getListResource(services, resource, caller);
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
      ...{ owner_id: caller.actor.id, resource: list.name, name: String(name), audience: 'own' as const },
      ...{ query: serializeQuery(query, caller), version: 1, created_at: at, updated_at: at, deleted_at: null },
    };
    const inserted = await tx.insertInto('saved_views').values(row).returning('id').executeTakeFirstOrThrow();
    const created = { ...row, id: inserted.id };
    const audit = { resource: subject, resourceId: inserted.id, action: 'create', after: toAuditValues(created) };
    return { data: toSavedView(created, caller.actor.name, caller), audit };
  };
}

function readUpdates({ name, query }: Values, caller: Caller): Row {
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(query === null || query === undefined ? {} : { query: serializeQuery(query, caller) }),
  };
}

function createChangeHandler(
  services: Services,
  action: string,
  readChanges: (input: Values, caller: Caller) => Row,
): ViewWrite {
  return async (tx, input, caller) => {
    const row = await loadEditableListView(services, tx, input, caller);
    const changed = await changeView(tx, row, readChanges(input, caller), services.clock());
    const audit = {
      resource: subject,
      resourceId: row.id,
      action,
      before: toAuditValues(row),
      after: toAuditValues(changed),
    };
    return { data: toSavedView(changed, caller.actor.name, caller), audit };
  };
}

/** Deletes a view: it disappears immediately and is purged after 30 days. */
function deleteView(services: Services): ViewWrite {
  const { clock } = services;
  return async (tx, input, caller) => {
    const row = await loadEditableListView(services, tx, input, caller);
    await changeView(tx, row, { deleted_at: clock() }, clock());
    await tx.deleteFrom('view_defaults').where('view_id', '=', row.id).execute();
    await tx
      .deleteFrom('saved_views')
      .where('deleted_at', '<', clock() - restorableForMs)
      .execute();
    const audit = { resource: subject, resourceId: row.id, action: 'delete', before: toAuditValues(row) };
    return { data: null, audit };
  };
}

function restoreView(services: Services): ViewWrite {
  const { clock } = services;
  return async (tx, { id }, caller) => {
    const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', Number(id)).executeTakeFirst();
    if (!row || row.deleted_at === null || !canEdit(row, caller)) throw new ApiError('notFound');
    getListResource(services, row.resource, caller);
    const changed = await changeView(tx, row, { deleted_at: null }, clock());
    const audit = { resource: subject, resourceId: row.id, action: 'restore', after: toAuditValues(changed) };
    return { data: toSavedView(changed, caller.actor.name, caller), audit };
  };
}

/** Sets the view that a list opens with for the caller; null removes it. It is a preference and writes no audit row. */
function chooseDefault(services: Services): ViewWrite {
  return async (tx, { resource, id }, caller) => {
    const list = getListResource(services, resource, caller);
    const defaultKey = { admin_id: caller.actor.id, resource: list.name };
    await tx
      .deleteFrom('view_defaults')
      .where('admin_id', '=', defaultKey.admin_id)
      .where('resource', '=', defaultKey.resource)
      .execute();
    if (id !== null) {
      const visible = await listVisibleViews(tx, list.name, caller);
      if (!visible.some((view) => view.id === id)) throw new ApiError('notFound');
      await tx
        .insertInto('view_defaults')
        .values({ ...defaultKey, view_id: Number(id) })
        .execute();
    }
    return { data: null };
  };
}
