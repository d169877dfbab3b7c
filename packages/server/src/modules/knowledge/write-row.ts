import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Cell, Row } from '../../platform/store/database.ts';
import { changeRecord, type Stamp } from '../../platform/store/records.ts';

/** Returns the record of an operation. Throws `notFound` without one. */
export function requireRow<R extends Row>({ row }: { readonly row: R | null }): R {
  if (row === null) throw new ApiError('notFound');
  return row;
}

export function createStamp({ caller, services }: OperationCall): Stamp {
  return { by: caller.actor.id, at: services.clock() };
}

/** Updates columns of the record, including work columns, increments its version and adds an audit entry. */
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

/** Throws `stateConflict` with a message that explains more than the state of the record. */
export function reject(locale: Locale, words: LocalizedText, data: Readonly<Record<string, unknown>>): never {
  throw new ApiError('stateConflict', { message: localize(words, locale), data: { ...data } });
}
