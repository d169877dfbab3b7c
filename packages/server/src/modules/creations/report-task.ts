import { type AnyResource, ApiError, type Locale, localize, type Values } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';
import { changeRecord, lockRows, toChangedCells } from '../../platform/store/records.ts';
import type { CaptureRequest } from '../ledger/capture-hold.ts';
import type { TxContext } from '../ledger/posting.ts';
import { endTask, type TaskEnd } from './end-task.ts';
import { bySettings } from './price-words.ts';
import { openStates } from './task-kinds.ts';

export interface TaskReport {
  readonly id: number;
  readonly attempt: number;
  readonly status: 'submitted' | 'running' | 'unknown' | TaskEnd['status'];
  /** Fields of the record that the report fills in. */
  readonly values: Values;
  /** Of whoever reports. */
  readonly locale: Locale;
  /** What is paid if it succeeded; the amount that was held when it says none. */
  readonly payment: Omit<CaptureRequest, 'no' | 'amount'> & {
    readonly amount: number | null;
    /** It costs no more than was held. */
    readonly isFixed?: boolean;
  };
}

export interface Reported {
  readonly row: Row;
  readonly accepted: boolean;
  /** The end, when this report brought it about. */
  readonly end: TaskEnd | null;
}

const isEnd = (status: TaskReport['status']): status is TaskEnd['status'] =>
  !['submitted', 'running', 'unknown'].includes(status);

/** Writes how a task goes on; null when there is none. Of two ends, the one that finds it open settles the money. */
export async function reportTask(
  scope: TxContext,
  resource: AnyResource,
  { id, attempt, status, values, payment, locale }: TaskReport,
): Promise<Reported | null> {
  const [row] = await lockRows(scope.tx, scope.dialect, resource, [id]);
  if (!row) return null;
  if (!openStates.includes(String(row.status)) || Number(row.attempt) !== attempt)
    return { row, accepted: false, end: null };
  const held = Number(row.amount);
  const amount = payment.amount ?? held;
  if (payment.isFixed && amount > held)
    throw new ApiError('invalid', { errors: { amount: [localize(bySettings(held), locale)] } });
  const end = isEnd(status) ? await endTask(scope, row, status, { ...payment, amount }, locale) : null;
  const startedAt = row.started_at ?? (status === 'running' || isEnd(status) ? scope.at : null);
  const cells = toChangedCells(resource, { ...values, ...end?.values, startedAt, status: end?.status ?? status });
  const after = await changeRecord(scope.tx, scope.dialect, resource, row, cells, { by: null, at: scope.at });
  return { row: after, accepted: true, end };
}
