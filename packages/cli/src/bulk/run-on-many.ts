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
import { safe } from '../output/safe.ts';
import { callWithStepUp } from '../prompts/step-up.ts';
import { createProgress } from './progress.ts';

/** Runs an action over many records, chunk by chunk; each failure is said with its id, and none stops the rest. */
export async function runOnMany(
  context: Context,
  resource: AnyResource,
  call: BatchCall,
  ask: (count: number) => Promise<void>,
): Promise<void> {
  const path = resourcePath(resource.name, 'batch');
  const plan = await callWithStepUp<BatchAnswer>(
    context,
    path,
    { ...call, dryRun: true, limit: batchChunk },
    crypto.randomUUID(),
  );
  if (plan.total === 0) throw new CliError(context.t('cli.nothingToDo'), exitCodes.notFound);
  if (call.dryRun) return finish(context, { ...plan, affected: plan.affected }, plan.items);
  await ask(plan.total);
  const progress = createProgress(plan.total, context);
  const items: BatchItem[] = [];
  let affected = 0;
  let after: number | null = null;
  do {
    const answer: BatchAnswer = await callWithStepUp<BatchAnswer>(
      context,
      path,
      { ...call, limit: batchChunk, after },
      crypto.randomUUID(),
    );
    items.push(...answer.items);
    affected += answer.affected;
    progress.step(answer.items.length);
    after = answer.next;
  } while (after !== null);
  progress.end();
  await finish(context, { affected, failed: items.length - affected, total: items.length, next: null, items }, items);
}

async function finish(context: Context, answer: BatchAnswer, items: readonly BatchItem[]): Promise<void> {
  const failures = items.filter((item) => !isSuccess(item.code));
  const waiting = items.filter(({ code }) => code === errorNamed('accepted').code);
  for (const item of [...failures, ...waiting]) context.note(`#${item.id}: ${safe(item.message)}`);
  if (context.options().form) await context.write(`${JSON.stringify({ ...answer, items })}\n`);
  context.note(context.t('cli.changed', { count: answer.affected, failed: failures.length }));
  if (failures.length + waiting.length > 0)
    context.setStatus(answer.affected > 0 ? exitCodes.partly : exitCodes.failed);
}
