import { ApiError, maxRunQuestions, recallRun } from '@gantry/core';
import type { OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { enqueueJob } from '../../../platform/jobs/job-rows.ts';
import type { Reader } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import type { getRetrievalRule } from '../recall/index.ts';
import { createStamp, writeRow } from '../write-row.ts';
import type { QuestionRequest } from './read-questions.ts';
import { explainRunRejection } from './recall-test.ts';

/** A question of a run; a golden one has its number. */
export interface RunQuestion extends QuestionRequest {
  readonly id: number | null;
}

export interface NewRun {
  readonly kind: 'batch' | 'golden';
  readonly knowledgeId: number;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly questions: readonly RunQuestion[];
}

/** What a call answers by itself; a longer list goes to the background whole. */
export const maxConcurrent = 200;

/** Tests of one base that may wait or be under way. */
const maxRuns = 5;

/** Queues a run and returns its number. Rejects while its base has too many open runs. */
export async function startRun(call: OperationCall, run: NewRun): Promise<OperationResult> {
  const { tx, services, caller, resource, name } = call;
  const { database, clock } = services;
  const { kind, knowledgeId, rule } = run;
  await database.dialect.lock(tx, `recall runs ${knowledgeId}`);
  const open = await openRuns(tx, knowledgeId);
  if (open && open.runs.length >= maxRuns) throw explainRunRejection('manyRuns', caller, open);
  const questions = run.questions.slice(0, maxRunQuestions);
  const values = { kind, knowledgeId, rule, k: rule.topK, total: questions.length };
  const row = createRow(recallRun, values, createStamp(call));
  const [id = 0] = await insertRecords(tx, database.dialect, recallRun, [row]);
  const job = await enqueueJob(tx, database, clock, 'recallRun', caller.actor.id, { params: { run: id }, many: true });
  const own = { job_id: job, questions: JSON.stringify(questions) };
  await tx.updateTable('recall_runs').set(own).where('id', '=', id).execute();
  return {
    data: { run: id, questions: questions.length, notRequested: run.questions.length - questions.length },
    audit: { resource: resource.name, resourceId: null, action: name, after: { run: id, questions: questions.length } },
  };
}

/** Ends a run that waits or is on its way; whoever works on it notices at the next question. */
export async function cancelRun(call: OperationCall): Promise<OperationResult> {
  const { row, tx, services } = call;
  if (row === null) throw new ApiError('notFound');
  const at = services.clock();
  const ended = { status: 'cancelled', lease_owner: null, lease_until: null, finished_at: at, updated_at: at } as const;
  await tx
    .updateTable('background_jobs')
    .set((eb) => ({ ...ended, version: eb('version', '+', 1) }))
    .where('id', '=', Number(row.job_id))
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return writeRow(call, row, { status: 'cancelled', finished_at: at });
}

interface OpenRuns {
  /** `running` when one of them is under way. */
  readonly state: 'queued' | 'running';
  readonly runs: readonly number[];
}

/** The tests of a base that wait or are under way; null when there are none. */
export async function openRuns(read: Reader, knowledgeId: number): Promise<OpenRuns | null> {
  const rows = await read
    .selectFrom('recall_runs')
    .select(['id', 'status'])
    .where('knowledge_id', '=', knowledgeId)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('id')
    .execute();
  if (rows.length === 0) return null;
  const isRunning = rows.some(({ status }) => status === 'running');
  return { state: isRunning ? 'running' : 'queued', runs: rows.map(({ id }) => id) };
}
