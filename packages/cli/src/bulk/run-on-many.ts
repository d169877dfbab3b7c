import {
  type Action,
  type AnyResource,
  addSums,
  type BatchAnswer,
  type BatchCall,
  type BatchItem,
  batchChunk,
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
import { endOfJob, type Journal, openJournalHere } from './journal.ts';
import { watchInterrupt } from './watch-interrupt.ts';

/** For so many ms a job is gone on with: well within the time for which the server knows what it answered to a key. */
const lasts = 48 * 60 * 60_000;

/** What a call is known by when it is run again: all that it says, and whom it says it to. */
async function journalOf(context: Context, resource: AnyResource, call: BatchCall): Promise<Journal | null> {
  return openJournalHere(context, [await context.server(), resource.name, 'batch', JSON.stringify(call)], lasts);
}

interface Run {
  readonly items: readonly BatchItem[];
  readonly affected: number;
  readonly interrupted: boolean;
  readonly sums: Sums;
}

/** Sends a chunk of a piece: the first, or what follows a record. */
type SendChunk = (piece: number, chunk: number, after: number | null) => Promise<BatchAnswer>;

/** Sends chunk after chunk of a piece. One that was sent before answers as it did then, and has no second effect. */
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

/** Runs pieces side by side; what came of them is told in their order. */
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

/** A call in pieces that can be run side by side: of ids so many each. What a filter finds is one piece, gone through in order. */
function piecesOf(call: BatchCall): BatchCall[] {
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
function totalOf(journal: Journal | null, counted: number): number {
  const { ids, total } = readProgress(journal);
  return ids ? ids.length : Math.max(total ?? 0, counted);
}

/** Has so many records agreed to; the ids are the first of them. */
export type Agree = (count: number, ids: readonly number[]) => Promise<void>;

/** Says of a dry run which records it is about, and what it comes to. */
export type Foretell = (count: number, ids: readonly number[]) => Promise<readonly string[]>;

/** The question before a run, and the lines that a dry run prints. */
export interface RunTexts {
  readonly agree: Agree;
  readonly foretell: Foretell;
}

/** Has the work agreed to, before its first call and before it goes on. */
async function agreeTo(
  total: number,
  journal: Journal | null,
  prompt: Agree,
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
 * Runs an action over many records, chunk by chunk; each failure is said with its id, and none stops the rest. What broke off
 * goes on when the same command is run again.
 * @param width calls at a time
 * @param onWritten told the key of each call that changed something, as soon as it did: a later one may break off
 */
export async function runOnMany(
  context: Context,
  resource: AnyResource,
  requested: BatchCall,
  width: number,
  { agree, foretell }: RunTexts,
  onWritten: (key: string) => void,
): Promise<void> {
  const path = getResourcePath(resource.name, 'batch');
  const client = await context.client();
  const send = (piece: BatchCall | undefined, more: Partial<BatchCall>, idempotencyKey: string) =>
    client.call<BatchAnswer>(path, { ...piece, limit: batchChunk, ...more }, { idempotencyKey });
  const [first] = piecesOf(requested);
  const planned = (more: Partial<BatchCall>) => send(first, { dryRun: true, ...more }, crypto.randomUUID());
  const plan = await planned({});
  const journal = requested.dryRun ? null : await journalOf(context, resource, requested);
  const counted = 'ids' in requested ? new Set(requested.ids).size : plan.total;
  const total = totalOf(journal, counted);
  const firstIds = plan.items.filter((item) => isSuccess(item.code)).map(({ id }) => id);
  if (!requested.dryRun) await agreeTo(total, journal, agree, firstIds, context);
  const call = await withFoundIds(requested, width, journal, plan, (after) => planned({ after }));
  const pieces = piecesOf(call);
  const sendChunk: SendChunk = async (piece, chunk, after) => {
    if (call.dryRun && piece === 0 && after === null) return plan;
    const name = !('ids' in call) ? chunk : chunk === 0 ? piece : `${piece}.${chunk}`;
    const key = journal?.keyOf(name) ?? crypto.randomUUID();
    const part = await send(pieces[piece], after === null ? {} : { after }, key).catch((error: unknown) => {
      throw endOfJob(error, journal, context);
    });
    if (journal && part.affected > 0) onWritten(key);
    return part;
  };
  const run = await runPieces(pieces.length, width, sendChunk, createProgress(total, context), context);
  if (!run.interrupted) journal?.finish();
  const { affected, items, sums } = run;
  const reported = { affected, failed: items.length - affected, total: items.length, next: null, items };
  const answer = Object.keys(sums).length > 0 ? { ...reported, sums } : reported;
  const foretold = call.dryRun ? await foretell(affected, firstIds) : null;
  await finish(context, answer, resource.actions?.[call.action], foretold);
  if (!run.interrupted) return;
  context.note(context.t('cli.interruptedMany', { done: items.length }));
  context.setStatus(exitCodes.interrupted);
}

async function finish(
  context: Context,
  answer: BatchAnswer,
  action: Action | undefined,
  foretold: readonly string[] | null,
): Promise<void> {
  const { items } = answer;
  const failures = items.filter((item) => !isSuccess(item.code));
  const waiting = items.filter(({ code }) => code === getError('accepted').code);
  for (const item of [...failures, ...waiting]) context.note(`#${item.id}: ${escapeControls(item.message)}`);
  if (context.options().form) await printJson(context, answer);
  const words = foretold === null ? 'cli.changed' : 'cli.wouldChange';
  context.note(context.t(words, { count: answer.affected, failed: failures.length }));
  for (const line of foretold ?? []) context.note(line);
  const added = formatResultSums(answer.sums, action?.output, formatContext(context.locale));
  if (added !== '') context.note(added);
  if (foretold !== null) context.note(context.t('cli.dryDone'));
  if (failures.length + waiting.length > 0)
    context.setStatus(answer.affected > 0 ? exitCodes.partly : exitCodes.failed);
}

/** Asks what a call would do, from an id on. */
type Plan = (after: number) => Promise<BatchAnswer>;

/** What a job was started with. */
interface Begun {
  /** Null for a job that goes through what a filter finds. */
  readonly ids: readonly number[] | null;
  /** Records that were agreed to; null when that was not kept. */
  readonly total: number | null;
}

function readProgress(journal: Journal | null): Begun {
  const { ids = null, total = null } = (journal?.reported ?? {}) as Partial<Begun>;
  return { ids, total };
}

/**
 * What a filter finds, as the ids that can be worked on side by side. They are collected first, because the
 * filter may not find the rest once the first are done. One call at a time needs no ids, and a job is resumed as it was started.
 * @param plan what the first chunk would do
 */
async function withFoundIds(
  call: BatchCall,
  width: number,
  journal: Journal | null,
  plan: BatchAnswer,
  next: Plan,
): Promise<BatchCall> {
  if ('ids' in call || call.dryRun) return call;
  const { action, params = {} } = call;
  const stored = readProgress(journal).ids;
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
