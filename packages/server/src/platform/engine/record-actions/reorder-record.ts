import { ApiError, type OrderDefinition, snake, toTableName } from '@gantry/core';
import { sql } from 'kysely';
import type { AuditDraft } from '../../audit/audit-trail.ts';
import { getId, type Row, withNamedTables } from '../../store/database.ts';
import type { Operation, OperationCall } from '../operation.ts';
import { presentRow } from '../present.ts';

/** Maximum length of a list that can be reordered. */
const maxOrdered = 10_000;

/** The position of a record before and after. */
interface Renumbered {
  readonly id: number;
  readonly from: number | null;
  readonly to: number;
}

/**
 * Moves a record to a position among the others, counted from 1, and numbers all of them without gaps in the field that its
 * action names. If the action has `within`, the order is among records with the same value. Only numbers that differ are written.
 */
export const reorderRecord: Operation = {
  undo: { fields: ['sort'] },
  async lock({ tx, services, resource, name, id }) {
    if (services.database.dialect.kind !== 'postgres') return;
    const { within } = resource.actions?.[name]?.orders ?? {};
    const table = toTableName(resource.name);
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
    const listed = await listSiblings(call, row, order);
    if (listed.length > maxOrdered) throw new ApiError('stateConflict', { data: { records: listed.length } });
    const others = listed.filter(({ id }) => id !== getId(row));
    const targetPosition = Math.min(Number(input.position), listed.length);
    const ids = others.map(({ id }) => id);
    const newOrder = [...ids.slice(0, targetPosition - 1), getId(row), ...ids.slice(targetPosition - 1)];
    const before = new Map(listed.map(({ id, place: from }) => [id, from]));
    const moved = newOrder.flatMap((id, at) => {
      const from = before.get(id) ?? null;
      return from === at + 1 ? [] : [{ id, from, to: at + 1 }];
    });
    await renumber(call, order, moved);
    const table = toTableName(resource.name);
    const after = await withNamedTables(tx)
      .selectFrom(table)
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    const data = await presentRow(services, tx, resource, after, caller);
    return { data, ...(moved.length > 0 ? { audit: createMovedDraft(call, order, moved) } : {}) };
  },
};

/** Returns the records of the scope in their current order. */
async function listSiblings({ resource, tx }: OperationCall, row: Row, { by: field, within }: OrderDefinition) {
  let query = withNamedTables(tx)
    .selectFrom(toTableName(resource.name))
    .select(['id', `${snake(field)} as place`]);
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
  { by: field }: OrderDefinition,
  moved: readonly Renumbered[],
): Promise<void> {
  if (moved.length === 0) return;
  const table = toTableName(resource.name);
  const pairs = moved.map(({ id, to }) => [id, to] as const);
  const given = services.database.dialect.tuples(['bigint', 'bigint'], pairs);
  await sql`update ${sql.table(table)} set ${sql.ref(snake(field))} = given.c1, version = version + 1,
    updated_at = ${services.clock()}, updated_by = ${caller.actor.id}
    from ${given} given where ${sql.ref(`${table}.id`)} = given.c0`.execute(tx);
}

/** Returns the audit entry of the moved record, with the other renumbered records as its items. */
function createMovedDraft(
  { resource, name, row }: OperationCall,
  { by }: OrderDefinition,
  moved: readonly Renumbered[],
): AuditDraft {
  const movedRecord = moved.find(({ id }) => id === getId(row));
  const getSide = (which: 'from' | 'to') => {
    const items = moved.flatMap((one) => (one === movedRecord ? [] : [{ id: one.id, [by]: one[which] }]));
    return { ...(movedRecord ? { [by]: movedRecord[which] } : {}), ...(items.length > 0 ? { items } : {}) };
  };
  const head = { resource: resource.name, resourceId: getId(row), action: name, count: moved.length };
  return { ...head, before: getSide('from'), after: getSide('to') };
}
