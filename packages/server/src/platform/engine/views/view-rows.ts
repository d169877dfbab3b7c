import { ApiError, type Role, readViewQuery, type SavedView, type Values, type ViewAudience } from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import type { Reader, Row, Tx } from '../../store/database.ts';

/** Views that a person may keep of one list. */
export const maxViews = 50;
/** How long a deleted view can be brought back, in ms. */
export const restorableFor = 30 * 24 * 60 * 60_000;

/** A view belongs to its owner; an admin also looks after those that others see. */
function mayEdit(row: Row, { actor }: Caller): boolean {
  return Number(row.owner_id) === actor.id || (actor.role === 'admin' && row.audience !== 'own');
}

/** Who sees a view, of those who are not its owner. */
function audiencesOf(role: Role | ''): ViewAudience[] {
  return role === '' ? [] : ['everyone', role];
}

export function toSavedView(row: Row, ownerName: string, caller: Caller): SavedView {
  return {
    id: Number(row.id),
    version: Number(row.version),
    resource: String(row.resource),
    name: String(row.name),
    audience: row.audience as ViewAudience,
    query: readViewQuery(JSON.parse(String(row.query))) ?? {},
    ownerName,
    own: Number(row.owner_id) === caller.actor.id,
    editable: mayEdit(row, caller),
  };
}

/** The views of a list that somebody sees: their own first, then those that others share, by name. */
export async function listVisibleViews(read: Reader, resource: string, caller: Caller): Promise<SavedView[]> {
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
  const views = rows.map((row) => toSavedView(row, String(row.owner ?? ''), caller));
  return [...views.filter((view) => view.own), ...views.filter((view) => !view.own)];
}

/** A view that the caller may change, locked by its version; another version is told with what stands now. */
export async function lockView(tx: Tx, input: Values, caller: Caller): Promise<Row> {
  const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', input.id).executeTakeFirst();
  const isSeen = row && (Number(row.owner_id) === caller.actor.id || row.audience !== 'own');
  if (!row || !isSeen || row.deleted_at !== null) throw new ApiError('notFound');
  if (!mayEdit(row, caller)) throw new ApiError('denied');
  if (Number(row.version) !== input.version) {
    const current = toSavedView(row, '', caller);
    throw new ApiError('conflict', { data: { expected: input.version, actual: Number(row.version), current } });
  }
  return row;
}

/** Writes columns of a view as its next version; somebody else's write in between is a conflict. */
export async function changeView(tx: Tx, row: Row, changes: Row, at: number): Promise<Row> {
  const version = Number(row.version) + 1;
  const { numUpdatedRows } = await tx
    .updateTable('saved_views')
    .set({ ...changes, version, updated_at: at })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('conflict', { data: { expected: row.version, actual: version } });
  return { ...row, ...changes, version };
}

/** The query of a view as text; refused when it is not one of a list. */
export function queryText(value: unknown, caller: Caller): string {
  const query = readViewQuery(value);
  if (query === null) throw new ApiError('invalid', { errors: { query: [caller.t('view.query')] } });
  return JSON.stringify(query);
}
