import type { Clock } from '../../context.ts';
import { beginRecord, endRecord, failedWith, followJobs } from '../../jobs/job-records.ts';
import type { JobContext, JobWork } from '../../jobs/job-runner.ts';
import { modelFailed } from '../../jobs/model-failed.ts';
import type { Tick } from '../../jobs/ticker.ts';
import { baseById, ModelError, type RecallNeeds, type ruleOf } from '../../recall/index.ts';
import type { Row } from '../../store/database.ts';
import { type AskedGolden, askGolden, keepGolden, lastRecallOf } from './ask-golden.ts';
import { askQuestion } from './ask-question.ts';
import { isTimeToKeep } from './keep-pace.ts';
import { type Judged, meanOf, reportOn } from './recall-report.ts';
import type { RunQuestion } from './start-run.ts';

/** What a question of a run came to; of a golden one also what it came to the time before. */
export interface RunItem extends Judged {
  readonly id: number | null;
  readonly last: string | null;
  readonly lastRecall: number | null;
}

interface Needs extends RecallNeeds {
  readonly clock: Clock;
}

interface Run {
  readonly id: number;
  readonly base: Row;
  readonly rule: ReturnType<typeof ruleOf>;
  readonly questions: readonly RunQuestion[];
}

const table = 'recall_runs';
/** Characters of a question that the report repeats. */
const shownQuery = 300;

const parsed = <T>(stored: unknown, otherwise: T): T =>
  typeof stored === 'string' ? (JSON.parse(stored) as T) : otherwise;

const cut = (judged: Judged): Judged => ({ ...judged, query: judged.query.slice(0, shownQuery) });

/** Asks one question; null for a golden one that was deleted since. */
async function askOne(
  needs: Needs,
  { base, rule }: Run,
  question: RunQuestion,
): Promise<{ item: RunItem; golden: AskedGolden | null } | null> {
  if (question.id === null) {
    const judged = await askQuestion(needs, base, rule, question);
    return { item: { ...cut(judged), id: null, last: null, lastRecall: null }, golden: null };
  }
  const row = await needs.database.read
    .selectFrom('golden_questions')
    .selectAll()
    .where('id', '=', question.id)
    .executeTakeFirst();
  const golden = row ? await askGolden(needs, base, rule, row) : null;
  if (!row || !golden) return null;
  const last = { last: String(row.last_result), lastRecall: lastRecallOf(row) };
  return { item: { ...cut(golden.judged), id: question.id, ...last }, golden };
}

/** The columns that tell of the results so far. */
function reportRow(items: readonly RunItem[], done: number): Row {
  const { passed, recall, reciprocalRank, withoutHits } = reportOn(items);
  const mrr = reciprocalRank === null ? null : String(reciprocalRank);
  const lastRecall = meanOf(items.map((item) => item.lastRecall));
  const figures = { passed, recall, last_recall: lastRecall, reciprocal_rank: mrr, without_hits: withoutHits };
  return { ...figures, done, items: JSON.stringify(items) };
}

/** What a run came to so far, as its worker has it. */
interface Results {
  readonly items: RunItem[];
  /** Those that are not kept yet. */
  golden: AskedGolden[];
  done: number;
}

/** Writes the results, unless a worker who took the run over has more of them. */
async function keep({ database, clock }: Needs, job: JobContext, run: Run, results: Results): Promise<void> {
  const { items, golden, done } = results;
  await database.transaction(async (tx) => {
    const own = tx.updateTable(table).set({ ...reportRow(items, done), updated_at: clock() });
    const { numUpdatedRows } = await own.where('id', '=', run.id).where('done', '<=', done).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const ask = { knowledgeId: Number(run.base.id), userId: null, by: job.createdBy, at: clock() };
    await keepGolden(tx, database, golden, ask);
  });
  results.golden = [];
}

/** Asks the questions of a run one after the other, from where it stood when its worker was lost. */
async function askEach(needs: Needs, job: JobContext, run: Run, results: Results): Promise<void> {
  let kept = { done: results.done, at: performance.now() };
  for (const question of run.questions.slice(results.done)) {
    await job.tell('asking', results.done, run.questions.length);
    const one = await askOne(needs, run, question);
    if (one) results.items.push(one.item);
    if (one?.golden) results.golden.push(one.golden);
    results.done += 1;
    if (!isTimeToKeep(results.done, results.done - kept.done, performance.now() - kept.at)) continue;
    await keep(needs, job, run, results);
    kept = { done: results.done, at: performance.now() };
  }
}

/** Whatever breaks it off, what was asked so far stays. */
async function askAll(needs: Needs, job: JobContext, run: Run, results: Results): Promise<void> {
  try {
    await askEach(needs, job, run, results);
  } catch (error) {
    // What broke it off is told, and not what came of it: a run that goes on asks again for results that are not kept.
    await keep(needs, job, run, results).catch(() => undefined);
    throw error;
  }
  await keep(needs, job, run, results);
}

/** The work of a run: it may stop and go on, and its record is what everyone looks at. */
export function recallRunWork(needs: Needs): JobWork {
  return async (job) => {
    const id = Number(job.params.run);
    const row = await beginRecord(needs, table, id, job.id);
    const base = row && (await baseById(needs.database.read, Number(row.knowledge_id)));
    if (!row || !base) return null;
    const questions = parsed<RunQuestion[]>(row.questions, []);
    const run = { id, base, rule: parsed(row.rule, {}) as Run['rule'], questions };
    try {
      await askAll(needs, job, run, { items: parsed(row.items, []), golden: [], done: Number(row.done) });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const failed = modelFailed(error.reason);
      await endRecord(needs, table, id, failedWith(failed));
      throw failed;
    }
    await endRecord(needs, table, id, { status: 'succeeded' });
    return { run: id };
  };
}

/** Runs whose job was ended elsewhere end with it. */
export function recallRunsTick(needs: Pick<Needs, 'database' | 'clock'>): Tick {
  return {
    name: 'end tests of knowledge bases whose jobs have ended',
    everyMs: 5_000,
    run: () => followJobs(needs, table),
  };
}
