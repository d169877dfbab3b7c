import { Fault, mostRunQuestions, recallRun } from '@gantry/core';
import { enqueueJob } from '../../jobs/job-rows.ts';
import type { ruleOf } from '../../recall/index.ts';
import type { OperationCall, OperationResult } from '../../resources/operation.ts';
import { insertRecords, newRow } from '../../store/records.ts';
import { stampOf, writeRow } from '../know/write-row.ts';
import { openRuns } from './open-runs.ts';
import type { AskedQuestion } from './read-questions.ts';
import { refusedForRuns } from './recall-words.ts';

/** A question of a run; a golden one has its number. */
export interface RunQuestion extends AskedQuestion {
  readonly id: number | null;
}

export interface NewRun {
  readonly kind: 'batch' | 'golden';
  readonly knowledgeId: number;
  readonly rule: ReturnType<typeof ruleOf>;
  readonly questions: readonly RunQuestion[];
}

/** What a call answers by itself; a longer list goes to the background whole. */
export const mostAtOnce = 200;

/** Tests of one base that may wait or be under way. */
const mostRuns = 5;

/** Puts a run in the queue and answers its number. Refused while too many of its base are there. */
export async function startRun(call: OperationCall, run: NewRun): Promise<OperationResult> {
  const { tx, services, caller, resource, name } = call;
  const { database, clock } = services;
  const { kind, knowledgeId, rule } = run;
  await database.dialect.lock(tx, `recall runs ${knowledgeId}`);
  const open = await openRuns(tx, knowledgeId);
  if (open && open.runs.length >= mostRuns) throw refusedForRuns('manyRuns', caller, open);
  const questions = run.questions.slice(0, mostRunQuestions);
  const values = { kind, knowledgeId, rule, k: rule.topK, total: questions.length };
  const row = newRow(recallRun, values, stampOf(call));
  const [id = 0] = await insertRecords(tx, database.dialect, recallRun, [row]);
  const job = await enqueueJob(tx, database, clock, 'recallRun', caller.actor.id, { params: { run: id }, many: true });
  const own = { job_id: job, questions: JSON.stringify(questions) };
  await tx.updateTable('recall_runs').set(own).where('id', '=', id).execute();
  return {
    data: { run: id, questions: questions.length, notAsked: run.questions.length - questions.length },
    audit: { resource: resource.name, resourceId: null, action: name, after: { run: id, questions: questions.length } },
  };
}

/** Ends a run that waits or is on its way; whoever works on it notices at the next question. */
export async function cancelRun(call: OperationCall): Promise<OperationResult> {
  const { row, tx, services } = call;
  if (row === null) throw new Fault('notFound');
  const at = services.clock();
  const ended = { status: 'cancelled', lease_owner: null, lease_until: null, finished_at: at, updated_at: at };
  await tx
    .updateTable('background_jobs')
    .set((eb) => ({ ...ended, version: eb('version', '+', 1) }))
    .where('id', '=', Number(row.job_id))
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return writeRow(call, row, { status: 'cancelled', finished_at: at });
}
