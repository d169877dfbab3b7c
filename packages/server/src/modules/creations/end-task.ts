import { type AnyResource, ApiError, type Locale, listWorkFiles, localize, taskKinds, type Values } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { type Due, findNextMove, moveDue, tableOf } from '../../platform/engine/record-actions/move-record.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import type { Cell } from '../../platform/store/database.ts';
import { changeRecord, lockRows, toChangedCells } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import {
  type Captured,
  type CaptureRequest,
  captureHold,
  getHold,
  isCapturable,
  releaseHold,
} from '../ledger/index.ts';
import { bySettings, kindsOfTasks, openStates, type TaskRow } from './task-kinds.ts';

/** The files of a work were deleted: it is no longer shown, nor created from the given files. */
export const hasLostFiles = ({ files_deleted_at: at = null }: Pick<TaskRow, 'files_deleted_at'>): boolean =>
  at !== null;

const getFilesIn = (cell: unknown) => (typeof cell === 'string' ? listWorkFiles(JSON.parse(cell)).length : 0);

/** Removes the locations of a work's files. The audit log records how many were removed, but not where they were. */
export const deleteFiles: Operation = {
  async run({ tx, services, resource, caller, name, row }) {
    if (row === null) throw new ApiError('notFound');
    const held = ['results', 'inputs'].filter((column) => (row[column] ?? null) !== null);
    const deletedFiles = held.reduce((sum, column) => sum + getFilesIn(row[column]), 0);
    const at = services.clock();
    const own = Object.hasOwn(resource.fields, 'recommended') ? { recommended: false } : {};
    const reported = { filesDeletedAt: at, publication: 'private', ...own };
    const cells = pickDiffering(row, toChangedCells(resource, reported)) as Record<string, Cell>;
    const emptied = Object.fromEntries(held.map((column) => [column, null]));
    const stamp = { by: caller.actor.id, at };
    await changeRecord(tx, services.database.dialect, resource, row, { ...cells, ...emptied }, stamp);
    const draft = createChangedDraft(resource, name, row, cells);
    return { data: { deletedFiles }, audit: { ...draft, after: { ...draft.after, deletedFiles } } };
  },
};

/** Releases the hold of a task without a result. Safe to repeat. */
export async function releaseTask(scope: TxContext, { hold_no: holdNo }: Pick<TaskRow, 'hold_no'>): Promise<void> {
  if (holdNo !== null) await releaseHold(scope, holdNo);
}

/** How a task ended, and what is written in addition to its state. */
interface TaskEnd {
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
 * Captures or releases the hold of a task, in the transaction that ends it: a succeeded task is paid for, any other releases its
 * hold. A success that arrives after the deadline, or whose hold was released, does not count.
 */
async function endTask(
  scope: TxContext,
  row: TaskRow,
  status: TaskEnd['status'],
  payment: Omit<CaptureRequest, 'no'>,
  locale: Locale,
): Promise<TaskEnd> {
  const finishedAt = scope.at;
  if (status !== 'succeeded' || (row.timeout_at ?? 0) <= scope.at) {
    await releaseTask(scope, row);
    return { status: status === 'succeeded' ? 'timedOut' : status, values: { finishedAt }, captured: null };
  }
  if (row.hold_no === null) {
    if (payment.amount > 0) throw new ApiError('invalid', { errors: { amount: [localize(nothingHeld, locale)] } });
    return { status, values: { finishedAt, progress: 100 }, captured: null };
  }
  const hold = await getHold(scope, row.hold_no);
  if (!isCapturable(hold)) return { status: 'failed', values: { finishedAt, errorCode: 'holdGone' }, captured: null };
  const captured = await captureHold(scope, { ...payment, no: hold.no });
  return { status, values: { finishedAt, progress: 100, charged: captured.charged }, captured };
}

interface TaskReport {
  readonly id: number;
  readonly attempt: number;
  readonly status: 'submitted' | 'running' | 'unknown' | TaskEnd['status'];
  /** Fields of the record that the report fills in. */
  readonly values: Values;
  /** The caller's locale. */
  readonly locale: Locale;
  /** The price if the task succeeded; a null amount means the amount that was held. */
  readonly payment: Omit<CaptureRequest, 'no' | 'amount'> & {
    readonly amount: number | null;
    /** True when the task costs no more than was held. */
    readonly isFixed?: boolean;
  };
}

interface Reported {
  readonly row: TaskRow;
  readonly accepted: boolean;
  /** The end, when this report caused it. */
  readonly end: TaskEnd | null;
}

const isEnd = (status: TaskReport['status']): status is TaskEnd['status'] =>
  !['submitted', 'running', 'unknown'].includes(status);

/**
 * Records the progress of a task; null when the task does not exist. Of two reports that end it, the one that finds it open
 * settles the money.
 */
export async function reportTask(
  scope: TxContext,
  resource: AnyResource,
  { id, attempt, status, values, payment, locale }: TaskReport,
): Promise<Reported | null> {
  const [row] = (await lockRows(scope.tx, scope.dialect, resource, [id])) as TaskRow[];
  if (!row) return null;
  if (!openStates.includes(row.status) || row.attempt !== attempt) return { row, accepted: false, end: null };
  const held = row.amount;
  const amount = payment.amount ?? held;
  if (payment.isFixed && amount > held)
    throw new ApiError('invalid', { errors: { amount: [localize(bySettings(held), locale)] } });
  const end = isEnd(status) ? await endTask(scope, row, status, { ...payment, amount }, locale) : null;
  const startedAt = row.started_at ?? (status === 'running' || isEnd(status) ? scope.at : null);
  const cells = toChangedCells(resource, { ...values, ...end?.values, startedAt, status: end?.status ?? status });
  const after = await changeRecord(scope.tx, scope.dialect, resource, row, cells, { by: null, at: scope.at });
  return { row: after as TaskRow, accepted: true, end };
}

const listDues = ({ database, clock }: Services): Due[] =>
  taskKinds.map((kind) => ({
    resource: kindsOfTasks[kind].resource,
    action: 'timeOut',
    when: 'timeoutAt',
    values: (now) => ({ finishedAt: now }),
    moved: (tx, before) => releaseTask({ tx, dialect: database.dialect, at: clock() }, before as TaskRow),
  }));

/** Ends the tasks whose deadline has passed and releases their holds. Returns how many. */
export async function expireTasks(services: Services): Promise<number> {
  let ended = 0;
  for (const due of listDues(services)) ended += await moveDue(services, due);
  return ended;
}

export function createTasksJob(services: Services): ScheduledJob {
  const dues = listDues(services);
  return {
    name: 'time out tasks',
    everyMs: 5_000,
    watches: [...new Set(dues.map(tableOf))],
    nextDue: () => findNextMove(services, dues),
    run: async () => {
      await expireTasks(services);
    },
  };
}
