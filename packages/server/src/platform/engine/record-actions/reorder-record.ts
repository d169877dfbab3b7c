import { ApiError, type HandOrder, snake, tableName } from '@gantry/core';
import { sql } from 'kysely';
import type { AuditDraft } from '../../audit/audit-trail.ts';
import { getId, type Row, withNamedTables } from '../../store/database.ts';
import type { Operation, OperationCall } from '../operation.ts';
import { presentRow } from '../present.ts';

/** Longest list that is put in order by hand. */
const maxOrdered = 10_000;

/** Where a record stood, and where it stands now. */
interface Renumbered {
  readonly id: number;
  readonly from: number | null;
  readonly to: number;
}

/**
 * Puts a record at a place among the others, counted from 1, and numbers them all without gaps, in the field that its action
 * names; where the action says within what, among those that are alike there. Only numbers that differ are written.
 */
export const reorderRecord: Operation = {
  undo: { fields: ['sort'] },
  async hold({ tx, services, resource, name, id }) {
    if (services.database.dialect.kind !== 'postgres') return;
    const { within } = resource.actions?.[name]?.orders ?? {};
    const table = tableName(resource.name);
    let query = withNamedTables(tx).selectFrom(table).select('id').orderBy('id').forUpdate();
    if (within !== undefined) {
      const column = snake(within);
      const own = withNamedTables(tx).selectFrom(`${table} as own`).select(`own.${column}`).where('own.id', '=', id);
      query = query.where(column, 'is not distinct from', own);
    }
    await query.execute();
  },
  async run(call) {
    const { caller, services, resource, name, tx, row, input } = call;
    const order = resource.actions?.[name]?.orders;
    if (row === null) throw new ApiError('notFound');
    if (!order) throw new ApiError('failed');
    const listed = await siblings(call, row, order);
    if (listed.length > maxOrdered) throw new ApiError('stateConflict', { data: { records: listed.length } });
    const others = listed.filter(({ id }) => id !== getId(row));
    const place = Math.min(Number(input.position), listed.length);
    const ids = others.map(({ id }) => id);
    const placed = [...ids.slice(0, place - 1), getId(row), ...ids.slice(place - 1)];
    const before = new Map(listed.map(({ id, place: from }) => [id, from]));
    const moved = placed.flatMap((id, at) => {
      const from = before.get(id) ?? null;
      return from === at + 1 ? [] : [{ id, from, to: at + 1 }];
    });
    await renumber(call, order, moved);
    const table = tableName(resource.name);
    const after = await withNamedTables(tx)
      .selectFrom(table)
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    const data = await presentRow(services, tx, resource, after, caller);
    return { data, ...(moved.length > 0 ? { audit: movedDraft(call, order, moved) } : {}) };
  },
};

/** All of the scope in their present order. */
async function siblings({ resource, tx }: OperationCall, row: Row, { by, within }: HandOrder) {
  let query = withNamedTables(tx)
    .selectFrom(tableName(resource.name))
    .select(['id', `${snake(by)} as place`]);
  if (within !== undefined) {
    const value = row[snake(within)] ?? null;
    query = query.where(snake(within), value === null ? 'is' : '=', value);
  }
  const rows = await query.execute();
  const read = rows.map(({ id, place }) => ({ id: Number(id), place: place === null ? null : Number(place) }));
  return read.sort((one, other) => (one.place ?? -1) - (other.place ?? -1) || one.id - other.id);
}

async function renumber(
  { services, resource, caller, tx }: OperationCall,
  { by }: HandOrder,
  moved: readonly Renumbered[],
): Promise<void> {
  if (moved.length === 0) return;
  const table = tableName(resource.name);
  const pairs = moved.map(({ id, to }) => [id, to] as const);
  const given = services.database.dialect.tuples(['bigint', 'bigint'], pairs);
  await sql`update ${sql.table(table)} set ${sql.ref(snake(by))} = given.c1, version = version + 1,
    updated_at = ${services.clock()}, updated_by = ${caller.actor.id}
    from ${given} given where ${sql.ref(`${table}.id`)} = given.c0`.execute(tx);
}

/** Filed under the record that was moved, with those that made room as its items. */
function movedDraft(
  { resource, name, row }: OperationCall,
  { by }: HandOrder,
  moved: readonly Renumbered[],
): AuditDraft {
  const own = moved.find(({ id }) => id === getId(row));
  const side = (which: 'from' | 'to') => {
    const items = moved.flatMap((one) => (one === own ? [] : [{ id: one.id, [by]: one[which] }]));
    return { ...(own ? { [by]: own[which] } : {}), ...(items.length > 0 ? { items } : {}) };
  };
  const head = { resource: resource.name, resourceId: getId(row), action: name, count: moved.length };
  return { ...head, before: side('from'), after: side('to') };
}
