import type { Cell } from '../../store/database.ts';
import { changeRecord } from '../../store/records.ts';
import { createChangedDraft, pickDiffering } from '../changes.ts';
import { createPlan } from '../engine.ts';
import type { OperationCall, OperationResult } from '../operation.ts';
import { presentRow } from '../present.ts';
import { reportTaken } from '../validation-errors.ts';

/** Writes columns of the locked record; the answer is the record, and the log keeps what differs. */
export async function changeLocked(
  call: OperationCall,
  cells: Readonly<Record<string, Cell>>,
): Promise<OperationResult> {
  const { tx, services, caller, resource, name, row } = call;
  const before = row ?? {};
  const stamp = { by: caller.actor.id, at: services.clock() };
  const after = await reportTaken(services.database, createPlan(resource), caller, () =>
    changeRecord(tx, services.database.dialect, resource, before, cells, stamp),
  );
  const reason = typeof call.input.reason === 'string' ? { reason: call.input.reason } : {};
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: { ...createChangedDraft(resource, name, before, pickDiffering(before, cells)), ...reason } };
}
