import { type AnyResource, ApiError, type Catalogue, createFieldsSchema, snake, toTableName } from '@gantry/core';
import { runWrite, type WriteResult } from '../audit/run-write.ts';
import type { CallHandler } from '../http/call.ts';
import { type Dialect, getId, type Row, type Tx, withNamedTables } from '../store/database.ts';
import { removeRecords } from '../store/records.ts';
import { createDeletedDraft } from './changes.ts';
import type { Engine, Plan } from './engine.ts';
import { rejectionToDelete } from './preconditions.ts';
import { readTarget } from './read-body.ts';
import {
  createWriteCall,
  findOperation,
  hasStoredResponse,
  type OperationRequest,
  prepareOperation,
} from './run-operation.ts';
import { lockTarget } from './update.ts';

const noFields = createFieldsSchema({});

export function deleteHandler(engine: Engine, plan: Plan): CallHandler {
  const operation = findOperation(engine, plan, 'delete');
  return async (call) => {
    const { caller } = call;
    const version = plan.versioned ? 'required' : 'none';
    const { target } = readTarget(call.body, version, noFields, plan.labels, caller);
    const write = createWriteCall(plan, 'delete', call, target.id);
    const request: OperationRequest = {
      id: target.id,
      input: {},
      hasStoredResponse: await hasStoredResponse(engine, operation, write, caller),
    };
    const prepared = operation && (await prepareOperation(engine, plan, operation, 'delete', request, caller));
    const data = await runWrite(engine.services, caller, write, async (tx) => {
      const row = await lockTarget(engine, plan, tx, target, caller);
      const rejection = rejectionToDelete(engine, plan, row, caller);
      if (rejection) throw rejection;
      return prepared ? prepared.run(tx, row) : deleteRecord(engine, plan, tx, row);
    });
    return prepared ? prepared.after(data) : data;
  };
}

async function deleteRecord({ services }: Engine, plan: Plan, tx: Tx, row: Row): Promise<WriteResult> {
  const id = getId(row);
  const usages = (await findUsages(services.catalogue, tx, plan.resource, [id])).get(id);
  if (usages) throw new ApiError('inUse', { data: { usages } });
  await runRemoval(services.database.dialect, () => removeRecords(tx, services.database.dialect, plan.resource, [id]));
  return { data: null, audit: createDeletedDraft(plan.resource, row) };
}

/** Runs a removal. References that were created in the meantime are found by the database and reported as `inUse`. */
export async function runRemoval(dialect: Dialect, remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    throw dialect.foreignViolation(error) ? new ApiError('inUse', { data: { usages: [] } }) : error;
  }
}

export interface Usage {
  readonly resource: string;
  /** The referring field. */
  readonly field: string;
  readonly count: number;
}

/** Returns the references to records by id: one query per referring field, however many records there are. */
export async function findUsages(
  catalogue: Catalogue,
  tx: Tx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<Map<number, Usage[]>> {
  const usages = new Map<number, Usage[]>();
  for (const other of catalogue.resources) {
    for (const [name, field] of Object.entries(other.fields)) {
      if (field.kind !== 'reference' || field.to !== resource.name) continue;
      const column = snake(name);
      const counts = await withNamedTables(tx)
        .selectFrom(toTableName(other.name))
        .select([column, (eb) => eb.fn.countAll<number>().as('count')])
        .where(column, 'in', [...ids])
        .groupBy(column)
        .execute();
      for (const row of counts) {
        const id = Number(row[column]);
        const usage = { resource: other.name, field: name, count: row.count };
        usages.set(id, [...(usages.get(id) ?? []), usage]);
      }
    }
  }
  return usages;
}
