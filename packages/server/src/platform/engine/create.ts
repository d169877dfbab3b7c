import { fillDefaults, type Values } from '@gantry/core';
import { runWrite, type WriteResult } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { CallHandler } from '../http/call.ts';
import type { Tx } from '../store/database.ts';
import { createRow, insertRecords } from '../store/records.ts';
import { createCreatedDraft } from './changes.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRow } from './present.ts';
import { readBody } from './read-body.ts';
import {
  createWriteCall,
  findOperation,
  hasStoredResponse,
  type OperationRequest,
  prepareOperation,
} from './run-operation.ts';
import { assertRecord, assertReferences, reportTaken } from './validation-errors.ts';

export function createHandler(engine: Engine, plan: Plan): CallHandler {
  const operation = findOperation(engine, plan, 'create');
  return async (call) => {
    const { caller } = call;
    const input = readBody(plan.create.schema, call.body, plan.labels, caller);
    const values = fillDefaults(input, plan.create.fields, 'create');
    assertRecord(engine, plan, values, caller);
    const write = createWriteCall(plan, 'create', call);
    const request: OperationRequest = {
      id: null,
      input: values,
      hasStoredResponse: await hasStoredResponse(engine, operation, write, caller),
    };
    const prepared = operation && (await prepareOperation(engine, plan, operation, 'create', request, caller));
    return runWrite(engine.services, caller, write, async (tx) =>
      prepared ? prepared.run(tx, null) : createRecord(engine, plan, tx, values, caller),
    );
  };
}

/** Creates one record after checking that its references exist and that its unique values are free. */
async function createRecord(
  { services, sealer }: Engine,
  plan: Plan,
  tx: Tx,
  values: Values,
  caller: Caller,
): Promise<WriteResult> {
  const { database } = services;
  await assertReferences(tx, plan, values, caller);
  const row = createRow(plan.resource, values, { by: caller.actor.id, at: services.clock() }, sealer);
  const insert = () => insertRecords(tx, database.dialect, plan.resource, [row], sealer);
  const [id = 0] = await reportTaken(database, plan, caller, insert, row);
  const data = await presentRow(services, tx, plan.resource, { ...row, id }, caller);
  return { data, audit: createCreatedDraft(plan.resource, id, row) };
}
