import { type AnyResource, ApiError, formatRejection, isLog, localize, snake, toTableName } from '@gantry/core';
import { sql } from 'kysely';
import { getId, type Reader, withNamedTables } from '../../store/database.ts';
import { lockRows, removeRecords } from '../../store/records.ts';
import { createDeletedDraft } from '../changes.ts';
import { createPlan } from '../engine.ts';
import type { Operation, OperationCall } from '../operation.ts';
import { reportTaken } from '../validation-errors.ts';

/** Maximum depth of nesting that is followed. */
const maxDepth = 100;

/**
 * Whether a record is the other one or one of its descendants.
 * @param parent the reference field of the resource to itself
 */
export async function isInside(
  read: Reader,
  resource: AnyResource,
  parent: string,
  id: number,
  other: number,
): Promise<boolean> {
  let currentId: number | null = id;
  for (let depth = 0; currentId !== null && depth < maxDepth; depth += 1) {
    if (currentId === other) return true;
    const row: Record<string, unknown> | undefined = await withNamedTables(read)
      .selectFrom(toTableName(resource.name))
      .select(snake(parent))
      .where('id', '=', currentId)
      .executeTakeFirst();
    const next: unknown = row?.[snake(parent)];
    currentId = typeof next === 'number' ? next : null;
  }
  return currentId !== null;
}

interface ReferringField {
  readonly resource: AnyResource;
  readonly name: string;
}

/** Points all references to another record, then deletes the record, in one transaction. */
export const mergeRecord: Operation = {
  async run(call) {
    const { services, resource, name, tx, row, input } = call;
    if (row === null) throw new ApiError('notFound');
    const [from, into] = [getId(row), Number(input.into)];
    const { dialect } = services.database;
    const [target] = await lockRows(tx, dialect, resource, [into]);
    const referring = findReferringFields(services.catalogue.resources, resource);
    const parentField = referring.find((one) => one.resource.name === resource.name);
    const isLoop = parentField !== undefined && (await isInside(tx, resource, parentField.name, into, from));
    if (!target || into === from || isLoop) throw createTargetError(call);
    const moved: Record<string, number> = {};
    for (const one of referring) {
      const count = await redirectReferences(call, one, from, into);
      if (count > 0) moved[one.resource.name] = (moved[one.resource.name] ?? 0) + count;
    }
    await removeRecords(tx, dialect, resource, [from]);
    const audit = { ...createDeletedDraft(resource, row), action: name, after: { into, ...moved } };
    return { data: { into, moved }, audit };
  },
};

function findReferringFields(resources: readonly AnyResource[], resource: AnyResource): ReferringField[] {
  return resources.flatMap((other) =>
    Object.entries(other.fields).flatMap(([name, field]) =>
      field.kind === 'reference' && field.to === resource.name ? [{ resource: other, name }] : [],
    ),
  );
}

/** Updates the references of one field in one statement, however many records there are. */
async function redirectReferences(call: OperationCall, { resource, name }: ReferringField, from: number, into: number) {
  const { services, caller, tx } = call;
  const column = snake(name);
  const stamp = { updated_at: services.clock(), updated_by: caller.actor.id, version: sql`version + 1` };
  const update = withNamedTables(tx)
    .updateTable(toTableName(resource.name))
    .set({ [column]: into, ...(isLog(resource) ? {} : stamp) })
    .where(column, '=', from);
  const { numUpdatedRows } = await reportTaken(services.database, createPlan(resource), caller, () =>
    update.executeTakeFirst(),
  );
  return Number(numUpdatedRows);
}

function createTargetError({ resource, caller }: OperationCall): ApiError {
  return new ApiError('invalid', {
    errors: { into: [formatRejection('reference', localize(resource.label, caller.locale), caller.t)] },
  });
}
