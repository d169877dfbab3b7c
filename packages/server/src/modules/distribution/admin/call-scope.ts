import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { Cell } from '../../../platform/store/database.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';

export const toTxContext = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

export function createFieldError(field: string, why: LocalizedText, locale: Locale): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(why, locale)] } });
}

/** The current record with its changes for the audit log. */
export async function createChangedResult(
  call: OperationCall,
  after: Readonly<Record<string, unknown>>,
): Promise<OperationResult> {
  const { tx, services, caller, resource, name, input } = call;
  const before = call.row ?? {};
  const data = await presentRow(services, tx, resource, after, caller);
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data, audit: { ...createChangedDraft(resource, name, before, pickDiffering(before, after)), ...reason } };
}

/** Writes columns of the call's record. */
export async function writeCells(call: OperationCall, cells: Readonly<Record<string, Cell>>): Promise<OperationResult> {
  const { tx, services, caller, resource } = call;
  const stamp = { by: caller.actor.id, at: services.clock() };
  const after = await changeRecord(tx, services.database.dialect, resource, call.row ?? {}, cells, stamp);
  return createChangedResult(call, after);
}
