import type { Values } from '@gantry/core';
import { createRow, insertRecords } from '../../store/records.ts';
import { createCreatedDraft } from '../changes.ts';
import { createPlan } from '../engine.ts';
import type { OperationCall, OperationResult } from '../operation.ts';
import { presentRow } from '../present.ts';
import { reportTaken } from '../validation-errors.ts';

/** A new record of the call's resource, by values that were checked. */
export async function insertNew(call: OperationCall, values: Values): Promise<OperationResult> {
  const { services, resource, tx, caller, name } = call;
  const { database, clock } = services;
  const row = createRow(resource, values, { by: caller.actor.id, at: clock() });
  const [id = 0] = await reportTaken(database, createPlan(resource), caller, () =>
    insertRecords(tx, database.dialect, resource, [row]),
  );
  const data = await presentRow(services, tx, resource, { ...row, id }, caller);
  return { data, audit: { ...createCreatedDraft(resource, id, row), action: name } };
}
