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

/**
 * Runs an action over many records, chunk by chunk; each failure is said with its id, and none stops the rest.
 * @param onWritten told the key of each call that changed something, as soon as it did: a later one may break off
 */
export async function runOnMany(
  context: Context,
  resource: AnyResource,
  call: BatchCall,
  ask: (count: number) => Promise<void>,
  onWritten: (key: string) => void = () => {},
): Promise<void> {
  const path = resourcePath(resource.name, 'batch');
  const send = async (more: Partial<BatchCall>) => {
    const key = crypto.randomUUID();
    const body = { ...call, limit: batchChunk, ...more };
    const part = await callWithStepUp<BatchAnswer>(context, path, body, key);
    if (!body.dryRun && part.affected > 0) onWritten(key);
    return part;
  };
  const plan = await send({ dryRun: true });
  if (plan.total === 0) throw new CliError(context.t('cli.nothingToDo'), exitCodes.notFound);
  if (!call.dryRun) await ask(plan.total);
  const progress = createProgress(plan.total, context);
  const items: BatchItem[] = [];
  let affected = 0;
  let part = call.dryRun ? plan : await send({});
  for (;;) {
    items.push(...part.items);
    affected += part.affected;
    progress.step(part.items.length);
    if (part.next === null) break;
    part = await send({ after: part.next });
  }
  progress.end();
  const answer = { affected, failed: items.length - affected, total: items.length, next: null, items };
  await finish(context, answer, call.dryRun === true);
}

async function finish(context: Context, answer: BatchAnswer, isPlan: boolean): Promise<void> {
  const { items } = answer;
  const failures = items.filter((item) => !isSuccess(item.code));
  const waiting = items.filter(({ code }) => code === errorNamed('accepted').code);
  for (const item of [...failures, ...waiting]) context.note(`#${item.id}: ${safe(item.message)}`);
  if (context.options().form) await context.write(`${JSON.stringify(answer)}\n`);
  context.note(context.t('cli.changed', { count: answer.affected, failed: failures.length }));
  if (isPlan) context.note(context.t('cli.dryDone'));
  if (failures.length + waiting.length > 0)
    context.setStatus(answer.affected > 0 ? exitCodes.partly : exitCodes.failed);
}
