import { ApiError, type Locale, localize, type Values } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';
import { type Captured, type CaptureRequest, captureHold } from '../ledger/capture-hold.ts';
import { holdNamed, isCapturable } from '../ledger/hold-rows.ts';
import type { TxContext } from '../ledger/posting.ts';
import { releaseHold } from '../ledger/release-hold.ts';

/** Gives back what was held for a task that made nothing. What was given back before stays so. */
export async function releaseTask(scope: TxContext, { hold_no: holdNo }: Row): Promise<void> {
  if (holdNo !== null) await releaseHold(scope, String(holdNo));
}

/** How a task ended, and what is to be written beside its state. */
export interface TaskEnd {
  readonly status: 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  readonly values: Values;
  /** The capture that paid for it, if there was something to pay. */
  readonly captured: Captured | null;
}

const nothingHeld = {
  zh: '任务没有冻结金额，结算金额须为 0',
  en: 'Nothing is held for the task. The amount must be 0.',
} as const;

/**
 * Settles the money of a task that has an end, in the transaction that writes the end: one that succeeded is paid for, any
 * other gets back what was held. A success that comes after the time is over, or whose hold was released, is none.
 */
export async function endTask(
  scope: TxContext,
  row: Row,
  status: TaskEnd['status'],
  payment: Omit<CaptureRequest, 'no'>,
  locale: Locale,
): Promise<TaskEnd> {
  const finishedAt = scope.at;
  if (status !== 'succeeded' || Number(row.timeout_at) <= scope.at) {
    await releaseTask(scope, row);
    return { status: status === 'succeeded' ? 'timedOut' : status, values: { finishedAt }, captured: null };
  }
  if (row.hold_no === null) {
    if (payment.amount > 0) throw new ApiError('invalid', { errors: { amount: [localize(nothingHeld, locale)] } });
    return { status, values: { finishedAt, progress: 100 }, captured: null };
  }
  const hold = await holdNamed(scope, String(row.hold_no));
  if (!isCapturable(hold)) return { status: 'failed', values: { finishedAt, errorCode: 'holdGone' }, captured: null };
  const captured = await captureHold(scope, { ...payment, no: hold.no });
  return { status, values: { finishedAt, progress: 100, charged: captured.charged }, captured };
}
