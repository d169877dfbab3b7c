import { type AnyResource, ApiError, findStateField, type Values } from '@gantry/core';
import type { AuditDraft } from '../../audit/audit-entry.ts';
import type { Services } from '../../context/context.ts';
import type { Row, Tx } from '../../store/database.ts';
import { changeRecord, toChangedCells } from '../../store/records.ts';
import { createChangedDraft, pickDiffering } from '../changes.ts';

/** What is moved, by whom (null is the system). The row is locked, and its state allows the action. */
export interface Move {
  readonly services: Pick<Services, 'database' | 'clock'>;
  readonly resource: AnyResource;
  readonly action: string;
  readonly tx: Tx;
  readonly row: Row;
  readonly by: number | null;
}

/** Writes the state that an action leads to, together with some values. */
export async function moveRecord(
  { services, resource, action, tx, row, by }: Move,
  values: Values,
): Promise<{ readonly after: Row; readonly audit: AuditDraft }> {
  const state = findStateField(resource);
  const to = resource.actions?.[action]?.to;
  if (!state || to === undefined) throw new ApiError('failed');
  const cells = toChangedCells(resource, { ...values, [state.name]: to });
  const { database, clock } = services;
  const after = await changeRecord(tx, database.dialect, resource, row, cells, { by, at: clock() });
  return { after, audit: createChangedDraft(resource, action, row, pickDiffering(row, cells)) };
}
