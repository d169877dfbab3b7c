import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Cell } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';

/** Writes columns of a locked person; the answer is the record, and the log keeps what differs. */
export async function changeUser(
  { tx, services, caller, resource, name, row }: OperationCall,
  cells: Readonly<Record<string, Cell>>,
): Promise<OperationResult> {
  const before = row ?? {};
  const { database, clock } = services;
  const stamp = { by: caller.actor.id, at: clock() };
  const after = await changeRecord(tx, database.dialect, resource, before, cells, stamp);
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, before, pickDiffering(before, cells)) };
}
