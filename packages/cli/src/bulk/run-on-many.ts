import {
  type AnyResource,
  type BatchAnswer,
  type BatchCall,
  type BatchItem,
  batchChunk,
  errorNamed,
  isSuccess,
  resourcePath,
} from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { printJson } from '../output/print.ts';
import { safe } from '../output/safe.ts';
import { configDirectory } from '../profile/config-directory.ts';
import { callWithStepUp } from '../prompts/step-up.ts';
import { type Journal, openJournal } from './journal.ts';
import { createProgress, type Progress } from './progress.ts';
import { watchInterrupt } from './watch-interrupt.ts';

/** For so many ms a job is gone on with: well within the time for which the server knows what it answered to a key. */
const lasts = 48 * 60 * 60_000;

/** What a call is known by when it is run again: all that it says, and whom it says it to. */
async function journalOf(context: Context, resource: AnyResource, call: BatchCall): Promise<Journal> {
  return openJournal(configDirectory(), [await context.server(), resource.name, 'batch', JSON.stringify(call)], lasts);
}

interface Run {
  readonly items: readonly BatchItem[];
  readonly affected: number;
  readonly interrupted: boolean;
}

/** Sends chunk after chunk. One that was sent before answers as it did then, and has no second effect. */
async function runChunks(send: (after: number | null) => Promise<BatchAnswer>, progress: Progress): Promise<Run> {
  const interrupt = watchInterrupt();
  const items: BatchItem[] = [];
  let affected = 0;
  let after: number | null = null;
  try {
    do {
      const part: BatchAnswer = await send(after);
      items.push(...part.items);
      affected += part.affected;
      after = part.next;
      progress.step(part.items.length);
    } while (after !== null && !interrupt.stopped());
  } finally {
    interrupt.release();
    progress.end();
  }
  return { items, affected, interrupted: after !== null };
}

/**
 * Runs an action over many records, chunk by chunk; each failure is said with its id, and none stops the rest. What broke off
 * goes on when the same command is run again.
 * @param onWritten told the key of each call that changed something, as soon as it did: a later one may break off
 */
export async function runOnMany(
  context: Context,
  resource: AnyResource,
  call: BatchCall,
  ask: (count: number) => Promise<void>,
  onWritten: (key: string) => void,
): Promise<void> {
  const path = resourcePath(resource.name, 'batch');
  const send = (more: Partial<BatchCall>, key: string) =>
    callWithStepUp<BatchAnswer>(context, path, { ...call, limit: batchChunk, ...more }, key);
  const plan = await send({ dryRun: true }, crypto.randomUUID());
  const journal = call.dryRun ? null : await journalOf(context, resource, call);
  if (plan.total === 0 && !journal?.isResumed) {
    journal?.finish();
    throw new CliError(context.t('cli.nothingToDo'), exitCodes.notFound);
  }
  if (!call.dryRun)
    await ask(plan.total).catch((refusal: unknown) => {
      if (!journal?.isResumed) journal?.finish();
      throw refusal;
    });
  let chunk = 0;
  const run = await runChunks(
    async (after) => {
      if (call.dryRun && after === null) return plan;
      const key = journal?.keyOf(chunk) ?? crypto.randomUUID();
      const part = await send(after === null ? {} : { after }, key);
      if (journal && part.affected > 0) onWritten(key);
      chunk += 1;
      return part;
    },
    createProgress(plan.total, context),
  );
  if (!run.interrupted) journal?.finish();
  const { affected, items } = run;
  const answer = { affected, failed: items.length - affected, total: items.length, next: null, items };
  await finish(context, answer, call.dryRun === true);
  if (!run.interrupted) return;
  context.note(context.t('cli.interruptedMany', { done: items.length }));
  context.setStatus(exitCodes.interrupted);
}

async function finish(context: Context, answer: BatchAnswer, isPlan: boolean): Promise<void> {
  const { items } = answer;
  const failures = items.filter((item) => !isSuccess(item.code));
  const waiting = items.filter(({ code }) => code === errorNamed('accepted').code);
  for (const item of [...failures, ...waiting]) context.note(`#${item.id}: ${safe(item.message)}`);
  if (context.options().form) await printJson(context, answer);
  context.note(context.t('cli.changed', { count: answer.affected, failed: failures.length }));
  if (isPlan) context.note(context.t('cli.dryDone'));
  if (failures.length + waiting.length > 0)
    context.setStatus(answer.affected > 0 ? exitCodes.partly : exitCodes.failed);
}
