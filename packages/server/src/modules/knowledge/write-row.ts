import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Cell, Row } from '../../platform/store/database.ts';
import { changeRecord, type Stamp } from '../../platform/store/records.ts';

/** The record that an operation is for. */
export function requireRow<R extends Row>({ row }: { readonly row: R | null }): R {
  if (row === null) throw new ApiError('notFound');
  return row;
}

export function createStamp({ caller, services }: OperationCall): Stamp {
  return { by: caller.actor.id, at: services.clock() };
}

/** Writes columns of the record, those of its work too, with the next version and a line in the log. */
export async function writeRow(
  call: OperationCall,
  row: Row,
  cells: Readonly<Record<string, Cell>>,
): Promise<OperationResult> {
  const { services, resource, tx, caller, name } = call;
  const changes = pickDiffering(row, cells) as Record<string, Cell>;
  const after = await changeRecord(tx, services.database.dialect, resource, row, changes, createStamp(call));
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, row, changes) };
}

/** Rejects for a reason that no state of the record alone tells. */
export function reject(locale: Locale, words: LocalizedText, data: Readonly<Record<string, unknown>>): never {
  throw new ApiError('stateConflict', { message: localize(words, locale), data: { ...data } });
}
