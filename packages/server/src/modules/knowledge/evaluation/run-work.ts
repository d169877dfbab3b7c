import { ApiError, maxRunQuestions, recallRun } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import type { OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { beginRecord, endRecord, followJobs, toFailedRow } from '../../../platform/jobs/job-records.ts';
import { enqueueJob } from '../../../platform/jobs/job-rows.ts';
import { createModelFailure, type JobContext, type JobWork } from '../../../platform/jobs/job-runner.ts';
import type { ScheduledJob } from '../../../platform/jobs/ticker.ts';
import type { Reader, Row, RowOf } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { findBase, type getRetrievalRule, ModelError, type RecallDeps } from '../recall/index.ts';
import { createStamp, writeRow } from '../write-row.ts';
import { answerQuestion, type QuestionRequest } from './read-questions.ts';
import { computeMean, type Judged, reportOn } from './recall-report.ts';
import { explainRunRejection } from './recall-test.ts';
import { type GoldenRequest, getLastRecall, keepGolden, runGoldenQuestion } from './run-golden.ts';

/** Minimum number of questions after which results are stored, and the time after which they are stored in any case, in ms. */
const saveEvery = 25;
const saveAfterMs = 30_000;

/**
 * Whether a run keeps its results now: all of them are written each time, so the more there are the more new ones it waits for, a
 * tenth at most; where questions take long, half a minute at most.
 */
export function isTimeToKeep(done: number, fresh: number, sinceMs: number): boolean {
  return (fresh >= saveEvery && fresh * 10 >= done) || sinceMs >= saveAfterMs;
}

/** What a question of a run came to; of a golden one also what it came to the time before. */
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
/** Characters of a question that the report repeats. */
const shownQuery = 300;

const parsed = <T>(stored: unknown, otherwise: T): T =>
  typeof stored === 'string' ? (JSON.parse(stored) as T) : otherwise;

const cut = (judged: Judged): Judged => ({ ...judged, query: judged.query.slice(0, shownQuery) });

/** Asks one question; null for a golden one that was deleted since. */
async function checkBalance(
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

/** The columns that tell of the results so far. */
function reportRow(items: readonly RunItem[], done: number): Row {
  const { passed, recall, reciprocalRank, withoutHits } = reportOn(items);
  const mrr = reciprocalRank === null ? null : String(reciprocalRank);
  const lastRecall = computeMean(items.map((item) => item.lastRecall));
  const figures = { passed, recall, last_recall: lastRecall, reciprocal_rank: mrr, without_hits: withoutHits };
  return { ...figures, done, items: JSON.stringify(items) };
}

/** What a run came to so far, as its worker has it. */
interface Results {
  readonly items: RunItem[];
  /** Those that are not kept yet. */
  golden: GoldenRequest[];
  done: number;
}

/** Writes the results, unless a worker who took the run over has more of them. */
async function keep({ database, clock }: Deps, job: JobContext, run: Run, results: Results): Promise<void> {
  const { items, golden, done } = results;
  await database.transaction(async (tx) => {
    const own = tx.updateTable(table).set({ ...reportRow(items, done), updated_at: clock() });
    const { numUpdatedRows } = await own.where('id', '=', run.id).where('done', '<=', done).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const prompt = { knowledgeId: run.base.id, userId: null, by: job.createdBy, at: clock() };
    await keepGolden(tx, database, golden, prompt);
  });
  results.golden = [];
}

/** Asks the questions of a run one after the other, from where it stood when its worker was lost. */
async function runEach(deps: Deps, job: JobContext, run: Run, results: Results): Promise<void> {
  let stored = { done: results.done, at: performance.now() };
  for (const question of run.questions.slice(results.done)) {
    await job.report('request', results.done, run.questions.length);
    const one = await checkBalance(deps, run, question);
    if (one) results.items.push(one.item);
    if (one?.golden) results.golden.push(one.golden);
    results.done += 1;
    if (!isTimeToKeep(results.done, results.done - stored.done, performance.now() - stored.at)) continue;
    await keep(deps, job, run, results);
    stored = { done: results.done, at: performance.now() };
  }
}

/** Whatever breaks it off, what was asked so far stays. */
async function checkAll(deps: Deps, job: JobContext, run: Run, results: Results): Promise<void> {
  try {
    await runEach(deps, job, run, results);
  } catch (error) {
    // What broke it off is told, and not what came of it: a run that goes on asks again for results that are not kept.
    await keep(deps, job, run, results).catch(() => undefined);
    throw error;
  }
  await keep(deps, job, run, results);
}

/** The work of a run: it may stop and go on, and its record is what everyone looks at. */
export function createRetrievalRunWork(deps: Deps): JobWork {
  return async (job) => {
    const id = Number(job.params.run);
    const row = await beginRecord(deps, table, id, job.id);
    const base = row && (await findBase(deps.database.read, Number(row.knowledge_id)));
    if (!row || !base) return null;
    const questions = parsed<RunQuestion[]>(row.questions, []);
    const run = { id, base, rule: parsed(row.rule, {}) as Run['rule'], questions };
    try {
      await checkAll(deps, job, run, { items: parsed(row.items, []), golden: [], done: Number(row.done) });
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

/** Runs whose job was ended elsewhere end with it. */
export function createRetrievalRunsJob(deps: Pick<Deps, 'database' | 'clock'>): ScheduledJob {
  return {
    name: 'finish test runs of ended jobs',
    everyMs: 5_000,
    watches: ['background_jobs', table],
    run: () => followJobs(deps, table),
  };
}

/** A question of a run; a golden one has its number. */
interface RunQuestion extends QuestionRequest {
  readonly id: number | null;
}

interface NewRun {
  readonly kind: 'batch' | 'golden';
  readonly knowledgeId: number;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly questions: readonly RunQuestion[];
}

/** The most questions that one call answers; a longer list is run in the background. */
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

/** Cancels a waiting or running test run; its worker stops before the next question. */
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
