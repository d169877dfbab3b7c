import {
  type Action,
  type AnyResource,
  addSums,
  type BatchAnswer,
  type BatchCall,
  type BatchItem,
  batchChunk,
  findError,
  formatResultSums,
  getError,
  getResourcePath,
  isSuccess,
  type Sums,
} from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { formatContext, printJson } from '../output/print.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { escapeControls } from '../output/wrap-text.ts';
import { runInOrder } from './in-order.ts';
import { type Journal, openUserJournal, toJobError } from './journal.ts';
import { watchInterrupt } from './watch-interrupt.ts';

/** How long a job can be resumed, in ms: well within the time for which the server stores the responses to idempotency keys. */
const resumableMs = 48 * 60 * 60_000;

/** Opens the journal of a call, which is identified by its content and its server. */
async function openBatchJournal(context: Context, resource: AnyResource, call: BatchCall): Promise<Journal | null> {
  return openUserJournal(context, [await context.server(), resource.name, 'batch', JSON.stringify(call)], resumableMs);
}

interface Run {
  readonly items: readonly BatchItem[];
  readonly affected: number;
  readonly interrupted: boolean;
  readonly sums: Sums;
}

/** Sends a chunk of a part: the first one, or the one after a record. */
type SendChunk = (piece: number, chunk: number, after: number | null) => Promise<BatchAnswer>;

/** Sends a part chunk by chunk. A chunk that was sent before returns its first response and has no second effect. */
async function runPiece(piece: number, send: SendChunk, progress: Progress, stopped: () => boolean): Promise<Run> {
  const items: BatchItem[] = [];
  let [affected, chunk] = [0, 0];
  let after: number | null = null;
  let sums: Sums = {};
  do {
    const part: BatchAnswer = await send(piece, chunk, after);
    items.push(...part.items);
    affected += part.affected;
    sums = addSums(sums, part.sums);
    after = part.next;
    chunk += 1;
    progress.step(part.items.length);
  } while (after !== null && !stopped());
  return { items, affected, interrupted: after !== null, sums };
}

/** Runs parts in parallel and returns their results in order. */
async function runPieces(
  count: number,
  width: number,
  send: SendChunk,
  progress: Progress,
  context: Context,
): Promise<Run> {
  const interrupt = watchInterrupt(context);
  const runs: Run[] = [];
  try {
    const work = (piece: number) => runPiece(piece, send, progress, interrupt.stopped);
    await runInOrder(count, width, work, (run) => runs.push(run), interrupt.stopped);
  } finally {
    interrupt.release();
    progress.end();
  }
  return {
    items: runs.flatMap(({ items }) => items),
    affected: runs.reduce((sum, run) => sum + run.affected, 0),
    interrupted: runs.length < count || runs.some((run) => run.interrupted),
    sums: runs.reduce<Sums>((all, run) => addSums(all, run.sums), {}),
  };
}

/** Splits a call into parts that can run in parallel: ids are divided evenly; the matches of a filter stay one part. */
function splitCall(call: BatchCall): BatchCall[] {
  if (!('ids' in call)) return [call];
  const ids = [...new Set(call.ids)].sort((one, other) => one - other);
  const count = Math.ceil(ids.length / batchChunk);
  return Array.from({ length: count }, (_, at) => ({
    ...call,
    ids: ids.slice(at * batchChunk, (at + 1) * batchChunk),
  }));
}

/**
 * How many records the user must confirm. An interrupted job was confirmed when it was started, and its filter may find fewer by
 * now; if there are more, they are confirmed again.
 * @param counted what the call finds now
 */
function getTotalToConfirm(journal: Journal | null, counted: number): number {
  const { ids, total } = readStoredJob(journal);
  return ids ? ids.length : Math.max(total ?? 0, counted);
}

/** Asks to confirm a run on `count` records; `ids` are the first of them. */
export type ConfirmRun = (count: number, ids: readonly number[]) => Promise<void>;

/** Returns lines about the records of a dry run and their total. */
export type PreviewRun = (count: number, ids: readonly number[]) => Promise<readonly string[]>;

/** The confirmation of a run, and the lines that a dry run prints. */
export interface RunTexts {
  readonly confirmRun: ConfirmRun;
  readonly previewRun: PreviewRun;
}

/** Asks for confirmation, both before the first call and before resuming. */
async function confirmJob(
  total: number,
  journal: Journal | null,
  prompt: ConfirmRun,
  ids: readonly number[],
  { note, t }: Context,
): Promise<void> {
  if (journal?.isResumed) {
    note(t('cli.goesOn', { total }));
    return prompt(total, ids);
  }
  try {
    if (total === 0) throw new CliError(t('cli.nothingToDo'), exitCodes.notFound);
    await prompt(total, ids);
    journal?.acknowledge(0, { total });
  } catch (rejection) {
    journal?.finish();
    throw rejection;
  }
}

/**
 * Runs an action on many records, chunk by chunk. Each failure is reported with its id and does not stop the rest. An interrupted
 * run is resumed when the same command runs again.
 * @param width how many calls run at a time
 * @param onWritten receives the key of each call that changed something, immediately, because a later call may fail
 */
export async function runOnMany(
  context: Context,
  resource: AnyResource,
  requested: BatchCall,
  width: number,
  { confirmRun, previewRun }: RunTexts,
  onWritten: (key: string) => void,
): Promise<void> {
  const path = getResourcePath(resource.name, 'batch');
  const client = await context.client();
  const send = (piece: BatchCall | undefined, more: Partial<BatchCall>, idempotencyKey: string) =>
    client.call<BatchAnswer>(path, { ...piece, limit: batchChunk, ...more }, { idempotencyKey });
  const [first] = splitCall(requested);
  const preview = (more: Partial<BatchCall>) => send(first, { dryRun: true, ...more }, crypto.randomUUID());
  const plan = await preview({});
  const journal = requested.dryRun ? null : await openBatchJournal(context, resource, requested);
  const counted = 'ids' in requested ? new Set(requested.ids).size : plan.total;
  const total = getTotalToConfirm(journal, counted);
  const firstIds = plan.items.filter((item) => isSuccess(item.code)).map(({ id }) => id);
  if (!requested.dryRun) await confirmJob(total, journal, confirmRun, firstIds, context);
  const call = await resolveIds(requested, width, journal, plan, (after) => preview({ after }));
  const pieces = splitCall(call);
  const sendChunk: SendChunk = async (piece, chunk, after) => {
    if (call.dryRun && piece === 0 && after === null) return plan;
    const name = !('ids' in call) ? chunk : chunk === 0 ? piece : `${piece}.${chunk}`;
    const key = journal?.keyOf(name) ?? crypto.randomUUID();
    const part = await send(pieces[piece], after === null ? {} : { after }, key).catch((error: unknown) => {
      throw toJobError(error, journal, context);
    });
    if (journal && part.affected > 0) onWritten(key);
    return part;
  };
  const run = await runPieces(pieces.length, width, sendChunk, createProgress(total, context), context);
  if (!run.interrupted) journal?.finish();
  const { affected, items, sums } = run;
  const reported = { affected, failed: items.length - affected, total: items.length, next: null, items };
  const answer = Object.keys(sums).length > 0 ? { ...reported, sums } : reported;
  const previewLines = call.dryRun ? await previewRun(affected, firstIds) : null;
  await finish(context, answer, resource.actions?.[call.action], previewLines);
  if (!run.interrupted) return;
  context.note(context.t('cli.interruptedMany', { done: items.length }));
  context.setStatus(exitCodes.interrupted);
}

/** The exit status of a job that changed nothing: that of its one cause, or of a failure where there are several. */
function getStatus(items: readonly BatchItem[]): number {
  const [status, ...others] = new Set(items.map(({ code }) => findError(code)?.exit ?? exitCodes.failed));
  return status === undefined || others.length > 0 ? exitCodes.failed : status;
}

async function finish(
  context: Context,
  answer: BatchAnswer,
  action: Action | undefined,
  previewLines: readonly string[] | null,
): Promise<void> {
  const { items } = answer;
  const failures = items.filter((item) => !isSuccess(item.code));
  const waiting = items.filter(({ code }) => code === getError('accepted').code);
  for (const item of [...failures, ...waiting]) context.note(`#${item.id}: ${escapeControls(item.message)}`);
  if (context.options().form) await printJson(context, answer);
  const words = previewLines === null ? 'cli.changed' : 'cli.wouldChange';
  context.note(context.t(words, { count: answer.affected, failed: failures.length }));
  for (const line of previewLines ?? []) context.note(line);
  const added = formatResultSums(answer.sums, action?.output, formatContext(context.locale));
  if (added !== '') context.note(added);
  if (previewLines !== null) context.note(context.t('cli.dryDone'));
  if (failures.length + waiting.length > 0)
    context.setStatus(answer.affected > 0 ? exitCodes.partly : getStatus([...failures, ...waiting]));
}

/** Requests a preview of a call, starting after an id. */
type PreviewAfter = (after: number) => Promise<BatchAnswer>;

/** The stored input of a job. */
interface StoredJob {
  /** Null for a job that processes the matches of a filter. */
  readonly ids: readonly number[] | null;
  /** The number of confirmed records; null when it was not stored. */
  readonly total: number | null;
}

function readStoredJob(journal: Journal | null): StoredJob {
  const { ids = null, total = null } = (journal?.reported ?? {}) as Partial<StoredJob>;
  return { ids, total };
}

/**
 * Replaces a filter by the ids that match it, so that they can be processed in parallel. They are collected first, because the
 * filter may no longer find the rest after the first are processed. Sequential calls need no ids, and a resumed job continues as
 * started.
 * @param plan the preview of the first chunk
 */
async function resolveIds(
  call: BatchCall,
  width: number,
  journal: Journal | null,
  plan: BatchAnswer,
  next: PreviewAfter,
): Promise<BatchCall> {
  if ('ids' in call || call.dryRun) return call;
  const { action, params = {} } = call;
  const stored = readStoredJob(journal).ids;
  if (stored) return { action, params, ids: stored };
  if (width === 1 || plan.next === null || journal?.isResumed) return call;
  const ids = plan.items.map(({ id }) => id);
  for (let after: number | null = plan.next; after !== null; ) {
    const part: BatchAnswer = await next(after);
    ids.push(...part.items.map(({ id }) => id));
    after = part.next;
  }
  journal?.acknowledge(0, { ids, total: ids.length });
  return { action, params, ids };
}
