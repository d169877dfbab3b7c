import type { Values } from '@gantry/core';
import { createCreatedDraft } from '../../resources/changes.ts';
import { createPlan } from '../../resources/engine.ts';
import type { OperationCall, OperationResult } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { reportTaken } from '../../resources/refusals.ts';
import { createRow, insertRecords } from '../../store/records.ts';

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
