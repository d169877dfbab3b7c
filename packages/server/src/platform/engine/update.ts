import { ApiError, fillDefaults, type Values } from '@gantry/core';
import { runWrite, type WriteResult } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { CallHandler } from '../http/call.ts';
import type { Cell, Row, Tx } from '../store/database.ts';
import { changeRecord, lockRows, toChangedCells } from '../store/records.ts';
import { createChangedDraft, pickDiffering } from './changes.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRow } from './present.ts';
import { readTarget, type Target } from './read-body.ts';
import {
  createWriteCall,
  findOperation,
  hasStoredResponse,
  type OperationRequest,
  prepareOperation,
} from './run-operation.ts';
import { assertChange, assertReferences, reportTaken } from './validation-errors.ts';

export function updateHandler(engine: Engine, plan: Plan): CallHandler {
  const operation = findOperation(engine, plan, 'update');
  return async (call) => {
    const { caller } = call;
    const { target, values: input } = readTarget(call.body, 'required', plan.update.schema, plan.labels, caller);
    const values = fillDefaults(input, plan.update.fields, 'update');
    const write = createWriteCall(plan, 'update', call, target.id);
    const request: OperationRequest = {
      id: target.id,
      input: values,
      hasStoredResponse: await hasStoredResponse(engine, operation, write, caller),
    };
    const prepared = operation && (await prepareOperation(engine, plan, operation, 'update', request, caller));
    return runWrite(engine.services, caller, write, async (tx) => {
      const row = await lockTarget(engine, plan, tx, target, caller);
      return prepared ? prepared.run(tx, row) : updateRecord(engine, plan, tx, row, values, caller);
    });
  };
}

/**
 * Locks the record until the end of the transaction. A caller with an outdated version gets both versions and the current record.
 */
export async function lockTarget(
  { services }: Engine,
  plan: Plan,
  tx: Tx,
  target: Target,
  caller: Caller,
): Promise<Row> {
  const [row] = await lockRows(tx, services.database.dialect, plan.resource, [target.id]);
  if (!row) throw new ApiError('notFound');
  if (target.version !== null && plan.versioned && row.version !== target.version) {
    const current = await presentRow(services, tx, plan.resource, row, caller);
    throw new ApiError('conflict', { data: { expected: target.version, actual: row.version, current } });
  }
  return row;
}

/** Writes the values that differ. Without a difference, nothing changes, not even the version. */
export async function updateRecord(
  engine: Engine,
  plan: Plan,
  tx: Tx,
  row: Row,
  values: Values,
  caller: Caller,
): Promise<WriteResult> {
  const { services, sealer } = engine;
  const { resource } = plan;
  const { dialect } = services.database;
  const cells = pickDiffering(row, toChangedCells(resource, values, sealer)) as Record<string, Cell>;
  if (Object.keys(cells).length === 0) return { data: await presentRow(services, tx, resource, row, caller) };
  assertChange(engine, plan, row, values, caller);
  await assertReferences(tx, plan, values, caller);
  const stamp = { by: caller.actor.id, at: services.clock() };
  const write = () => changeRecord(tx, dialect, resource, row, cells, stamp);
  const changed = await reportTaken(services.database, plan, caller, write, { ...row, ...cells });
  const data = await presentRow(services, tx, resource, changed, caller);
  return { data, audit: createChangedDraft(resource, 'update', row, cells) };
}
