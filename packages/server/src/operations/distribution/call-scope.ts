import { Fault, type Locale, say, type Words } from '@gantry/core';
import type { MoneyScope } from '../../money/posting.ts';
import { changedDraft, differing } from '../../resources/changes.ts';
import type { OperationCall, OperationResult } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import type { Cell, Row } from '../../store/database.ts';
import { changeRecord } from '../../store/records.ts';

export const scopeOf = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): MoneyScope => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

export function fieldFault(field: string, why: Words, locale: Locale): Fault {
  return new Fault('invalid', { errors: { [field]: [say(why, locale)] } });
}

/** The record as it is now, with what changed of it for the log. */
export async function changedResult(call: OperationCall, after: Row): Promise<OperationResult> {
  const { tx, services, caller, resource, name, input } = call;
  const before = call.row ?? {};
  const data = await presentRow(services, tx, resource, after, caller);
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data, audit: { ...changedDraft(resource, name, before, differing(before, after)), ...reason } };
}

/** Writes columns of the call's record. */
export async function writeCells(call: OperationCall, cells: Readonly<Record<string, Cell>>): Promise<OperationResult> {
  const { tx, services, caller, resource } = call;
  const stamp = { by: caller.actor.id, at: services.clock() };
  const after = await changeRecord(tx, services.database.dialect, resource, call.row ?? {}, cells, stamp);
  return changedResult(call, after);
}
