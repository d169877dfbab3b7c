import { ApiError, maxRunQuestions, recallRun } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import type { OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { endRecord, startRecord, syncEndedJobs, toFailedRow } from '../../../platform/jobs/job-records.ts';
import { enqueueJob } from '../../../platform/jobs/job-rows.ts';
import { createModelFailure, type JobContext, type JobWork } from '../../../platform/jobs/job-runner.ts';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import type { Reader, Row, RowOf } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { findBase, type getRetrievalRule, ModelError, type RecallDeps } from '../recall/index.ts';
import { createStamp, writeRow } from '../write-row.ts';
import { answerQuestion, type QuestionRequest } from './read-questions.ts';
import { computeMean, type Judged, reportOn } from './recall-report.ts';
import { explainRunRejection } from './recall-test.ts';
import { type GoldenRequest, getLastRecall, runGoldenQuestion, storeGoldenResults } from './run-golden.ts';

/** Minimum number of questions after which results are stored, and the time after which they are stored in any case, in ms. */
const saveEvery = 25;
const saveAfterMs = 30_000;

/**
 * Whether a run saves its results now. Each save writes all results, so a longer run waits for more new ones: up to a tenth of
 * the results, or half a minute for slow questions.
 */
export function isTimeToSave(done: number, unsaved: number, sinceMs: number): boolean {
  return (unsaved >= saveEvery && unsaved * 10 >= done) || sinceMs >= saveAfterMs;
}

/** Result of one question in a run. A golden question also has its previous result. */
interface RunItem extends Judged {
  readonly id: number | null;
  readonly last: string | null;
  readonly lastRecall: number | null;
}

interface Deps extends RecallDeps {
  readonly clock: Clock;
}

interface Run {
  readonly id: number;
  readonly base: RowOf<'knowledge_bases'>;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly questions: readonly RunQuestion[];
}

const table = 'recall_runs';
/** Maximum characters of a question in the report. */
const shownQuery = 300;

const parseStored = <T>(stored: unknown, otherwise: T): T =>
  typeof stored === 'string' ? (JSON.parse(stored) as T) : otherwise;

const cut = (judged: Judged): Judged => ({ ...judged, query: judged.query.slice(0, shownQuery) });

/** Runs one question. Returns null for a golden question that was deleted in the meantime. */
async function runQuestion(
  deps: Deps,
  { base, rule }: Run,
  question: RunQuestion,
): Promise<{ item: RunItem; golden: GoldenRequest | null } | null> {
  if (question.id === null) {
    const judged = await answerQuestion(deps, base, rule, question);
    return { item: { ...cut(judged), id: null, last: null, lastRecall: null }, golden: null };
  }
  const row = await deps.database.read
    .selectFrom('golden_questions')
    .selectAll()
    .where('id', '=', question.id)
    .executeTakeFirst();
  const golden = row ? await runGoldenQuestion(deps, base, rule, row) : null;
  if (!row || !golden) return null;
  const last = { last: row.last_result, lastRecall: getLastRecall(row) };
  return { item: { ...cut(golden.judged), id: question.id, ...last }, golden };
}

/** Returns the columns with the results so far. */
function reportRow(items: readonly RunItem[], done: number): Row {
  const { passed, recall, reciprocalRank, withoutHits } = reportOn(items);
  const mrr = reciprocalRank === null ? null : String(reciprocalRank);
  const lastRecall = computeMean(items.map((item) => item.lastRecall));
  const figures = { passed, recall, last_recall: lastRecall, reciprocal_rank: mrr, without_hits: withoutHits };
  return { ...figures, done, items: JSON.stringify(items) };
}

/** Results of a run in the memory of its worker. */
interface Results {
  readonly items: RunItem[];
  /** Results of golden questions that are not saved yet. */
  golden: GoldenRequest[];
  done: number;
}

/** Saves the results, unless a worker that took over the run has saved more. */
async function saveResults({ database, clock }: Deps, job: JobContext, run: Run, results: Results): Promise<void> {
  const { items, golden, done } = results;
  await database.transaction(async (tx) => {
    const own = tx.updateTable(table).set({ ...reportRow(items, done), updated_at: clock() });
    const { numUpdatedRows } = await own.where('id', '=', run.id).where('done', '<=', done).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const prompt = { knowledgeId: run.base.id, userId: null, by: job.createdBy, at: clock() };
    await storeGoldenResults(tx, database, golden, prompt);
  });
  results.golden = [];
}

/** Runs the questions one after the other and continues where a lost worker stopped. */
async function runEach(deps: Deps, job: JobContext, run: Run, results: Results): Promise<void> {
  let stored = { done: results.done, at: performance.now() };
  for (const question of run.questions.slice(results.done)) {
    await job.report('request', results.done, run.questions.length);
    const one = await runQuestion(deps, run, question);
    if (one) results.items.push(one.item);
    if (one?.golden) results.golden.push(one.golden);
    results.done += 1;
    if (!isTimeToSave(results.done, results.done - stored.done, performance.now() - stored.at)) continue;
    await saveResults(deps, job, run, results);
    stored = { done: results.done, at: performance.now() };
  }
}

/** Runs all questions and saves the results so far after any interruption. */
async function checkAll(deps: Deps, job: JobContext, run: Run, results: Results): Promise<void> {
  try {
    await runEach(deps, job, run, results);
  } catch (error) {
    // Report the original error instead of a failed save: a resumed run repeats questions whose results were not saved.
    await saveResults(deps, job, run, results).catch(() => undefined);
    throw error;
  }
  await saveResults(deps, job, run, results);
}

/** Creates the job work of a run. It can be interrupted and resumed; progress is stored in the run record. */
export function createRetrievalRunWork(deps: Deps): JobWork {
  return async (job) => {
    const id = Number(job.params.run);
    const row = await startRecord(deps, table, id, job.id);
    const base = row && (await findBase(deps.database.read, Number(row.knowledge_id)));
    if (!row || !base) return null;
    const questions = parseStored<RunQuestion[]>(row.questions, []);
    const run = { id, base, rule: parseStored(row.rule, {}) as Run['rule'], questions };
    try {
      await checkAll(deps, job, run, { items: parseStored(row.items, []), golden: [], done: Number(row.done) });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const failed = createModelFailure(error.reason);
      await endRecord(deps, table, id, toFailedRow(failed));
      throw failed;
    }
    await endRecord(deps, table, id, { status: 'succeeded' });
    return { run: id };
  };
}

/** Ends runs whose job was ended elsewhere. */
export function createRetrievalRunsJob(deps: Pick<Deps, 'database' | 'clock'>): ScheduledJob {
  return {
    name: 'finish test runs of ended jobs',
    everyMs: 5_000,
    watches: ['background_jobs', table],
    run: () => syncEndedJobs(deps, table),
  };
}

/** A question of a run. `id` is set for a golden question. */
interface RunQuestion extends QuestionRequest {
  readonly id: number | null;
}

interface NewRun {
  readonly kind: 'batch' | 'golden';
  readonly knowledgeId: number;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly questions: readonly RunQuestion[];
}

/** Maximum questions of one call. A longer list runs in the background. */
export const maxConcurrent = 200;

/** Maximum queued and running tests of one base. */
const maxRuns = 5;

/** Queues a run and returns its ID. Rejects the call while the base has too many open runs. */
export async function startRun(call: OperationCall, run: NewRun): Promise<OperationResult> {
  const { tx, services, caller, resource, name } = call;
  const { database, clock } = services;
  const { kind, knowledgeId, rule } = run;
  await database.dialect.lock(tx, `recall runs ${knowledgeId}`);
  const open = await getOpenRuns(tx, knowledgeId);
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

/** Cancels a queued or running test run. Its worker stops before the next question. */
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
  /** `running` when at least one of the runs is running. */
  readonly state: 'queued' | 'running';
  readonly runs: readonly number[];
}

/** Returns the queued and running tests of a base; null when there are none. */
export async function getOpenRuns(read: Reader, knowledgeId: number): Promise<OpenRuns | null> {
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
