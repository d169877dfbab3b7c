import { Fault, snake, tableName } from '@gantry/core';
import { sql } from 'kysely';
import { changedDraft } from '../../resources/changes.ts';
import type { Operation, OperationCall } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import type { Row } from '../../store/database.ts';

/** Longest list that is put in order by hand. */
const mostInOrder = 10_000;

/**
 * Puts a record at a place among the others, counted from 1, and numbers them all without gaps in their field `sort`. With
 * a scope, among those that have the same value there.
 */
export function placeRecord(scope?: string): Operation {
  return {
    async run(call) {
      const { caller, services, resource, name, tx, row, input } = call;
      if (row === null) throw new Fault('notFound');
      const listed = await siblings(call, row, scope);
      if (listed.length > mostInOrder) throw new Fault('stateConflict', { data: { records: listed.length } });
      const others = listed.filter(({ id }) => id !== Number(row.id));
      const place = Math.min(Number(input.place), listed.length);
      const order = [...others.slice(0, place - 1), { id: Number(row.id), sort: null }, ...others.slice(place - 1)];
      const before = new Map(listed.map(({ id, sort }) => [id, sort]));
      const moved = order.flatMap(({ id }, at) => (before.get(id) === at + 1 ? [] : [[id, at + 1] as const]));
      await renumber(call, moved);
      const after = await tx
        .selectFrom(tableName(resource.name))
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      const data = await presentRow(services, tx, resource, after, caller);
      const audit = { ...changedDraft(resource, name, row, { sort: place }), count: moved.length };
      return { data, ...(moved.length > 0 ? { audit } : {}) };
    },
  };
}

/** All of the scope in their present order, held until the transaction ends. */
async function siblings({ services, resource, tx }: OperationCall, row: Row, scope: string | undefined) {
  const { dialect } = services.database;
  let query = tx.selectFrom(tableName(resource.name)).select(['id', 'sort']);
  if (scope !== undefined) {
    const value = row[snake(scope)] ?? null;
    query = query.where(snake(scope), value === null ? 'is' : '=', value);
  }
  const rows = await (dialect.kind === 'postgres' ? query.orderBy('id').forUpdate() : query).execute();
  const read = rows.map(({ id, sort }) => ({ id: Number(id), sort: sort === null ? null : Number(sort) }));
  return read.sort((one, other) => (one.sort ?? -1) - (other.sort ?? -1) || one.id - other.id);
}

async function renumber(
  { services, resource, caller, tx }: OperationCall,
  moved: readonly (readonly [number, number])[],
) {
  if (moved.length === 0) return;
  const table = tableName(resource.name);
  const given = services.database.dialect.tuples(['bigint', 'bigint'], moved);
  await sql`update ${sql.table(table)} set sort = given.c1, version = version + 1,
    updated_at = ${services.clock()}, updated_by = ${caller.actor.id}
    from ${given} given where ${sql.ref(`${table}.id`)} = given.c0`.execute(tx);
}
