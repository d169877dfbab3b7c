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

/** Views that a person may keep of one list. */
export const maxViews = 50;
/** How long a deleted view can be brought back, in ms. */
export const restorableFor = 30 * 24 * 60 * 60_000;

type ViewRow = Pick<RowOf<'saved_views'>, 'id' | 'version' | 'resource' | 'name' | 'audience' | 'query' | 'owner_id'>;

/** A view belongs to its owner; an admin may also edit those that others see. Read-only admins edit only what no one else sees. */
function mayEdit(row: Pick<ViewRow, 'owner_id' | 'audience'>, { actor }: Caller): boolean {
  if (row.audience !== 'own' && isReadOnly(actor)) return false;
  return row.owner_id === actor.id || (actor.role === 'admin' && row.audience !== 'own');
}

/** Who sees a view, of those who are not its owner. */
function audiencesOf(role: Role | ''): ViewAudience[] {
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
    editable: mayEdit(row, caller),
  };
}

/** The views of a list that the caller sees: their own first, then those that others share, by name. */
async function listVisibleViews(read: Reader, resource: string, caller: Caller): Promise<SavedView[]> {
  const { id, role } = caller.actor;
  const rows = await read
    .selectFrom('saved_views as v')
    .leftJoin('admins as a', 'a.id', 'v.owner_id')
    .select(['v.id', 'v.version', 'v.resource', 'v.name', 'v.audience', 'v.query', 'v.owner_id', 'a.name as owner'])
    .where('v.resource', '=', resource)
    .where('v.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('v.owner_id', '=', id), eb('v.audience', 'in', audiencesOf(role))]))
    .orderBy('v.name')
    .orderBy('v.id')
    .execute();
  const views = rows.map((row) => toSavedView(row, row.owner ?? '', caller));
  return [...views.filter((view) => view.own), ...views.filter((view) => !view.own)];
}

/** A view that the caller may change, locked by its version; another version is rejected with the present record. */
async function lockView(tx: Tx, input: Values, caller: Caller): Promise<RowOf<'saved_views'>> {
  const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', Number(input.id)).executeTakeFirst();
  const isSeen = row && (row.owner_id === caller.actor.id || row.audience !== 'own');
  if (!row || !isSeen || row.deleted_at !== null) throw new ApiError('notFound');
  if (!mayEdit(row, caller)) throw new ApiError('denied');
  if (row.version !== input.version) {
    const current = toSavedView(row, '', caller);
    throw new ApiError('conflict', { data: { expected: input.version, actual: row.version, current } });
  }
  return row;
}

/** Writes columns of a view as its next version; another write in between is a conflict. */
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

/** The query of a view as text; rejected when it is not one of a list. */
function queryText(value: unknown, caller: Caller): string {
  const query = readViewQuery(value);
  if (query === null) throw new ApiError('invalid', { errors: { query: [caller.t('view.query')] } });
  return JSON.stringify(query);
}

const subject = 'savedView';

/** The list that a view is of, which the caller must be allowed to see. */
function listOf({ catalogue }: Services, name: unknown, caller: Caller): AnyResource {
  const resource = findResource(catalogue, String(name));
  if (!resource) throw new ApiError('notFound');
  if (!can(caller.actor, resource, 'list')) throw new ApiError('denied');
  return resource;
}

/** A view that the caller may change, of a list that the caller may see, locked. */
async function lockOwn(services: Services, tx: Tx, input: Values, caller: Caller): Promise<RowOf<'saved_views'>> {
  const row = await lockView(tx, input, caller);
  listOf(services, row.resource, caller);
  return row;
}

/** What the audit log keeps of a view. */
function reported(row: RowOf<'saved_views'>): Row {
  return { name: row.name, resource: row.resource, audience: row.audience, query: JSON.parse(row.query) };
}

type Work = (tx: Tx, input: Values, caller: Caller) => Promise<WriteResult>;

/** Saved list views: read, save, share, delete and restore. */
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
      ...{ owner_id: caller.actor.id, resource: list.name, name: String(name), audience: 'own' as const },
      ...{ query: queryText(query, caller), version: 1, created_at: at, updated_at: at, deleted_at: null },
    };
    const made = await tx.insertInto('saved_views').values(row).returning('id').executeTakeFirstOrThrow();
    const full = { ...row, id: made.id };
    const audit = { resource: subject, resourceId: made.id, action: 'create', after: reported(full) };
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
      resourceId: row.id,
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
    const audit = { resource: subject, resourceId: row.id, action: 'delete', before: reported(row) };
    return { data: null, audit };
  };
}

function restoreView(services: Services): Work {
  const { clock } = services;
  return async (tx, { id }, caller) => {
    const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', Number(id)).executeTakeFirst();
    if (!row || row.deleted_at === null || !mayEdit(row, caller)) throw new ApiError('notFound');
    listOf(services, row.resource, caller);
    const changed = await changeView(tx, row, { deleted_at: null }, clock());
    const audit = { resource: subject, resourceId: row.id, action: 'restore', after: reported(changed) };
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
        .values({ ...own, view_id: Number(id) })
        .execute();
    }
    return { data: null };
  };
}
