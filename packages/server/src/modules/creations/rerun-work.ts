import { ApiError, writeRerun } from '@gantry/core';
import { beginRecord, endRecord, followJobs, toFailedRow } from '../../platform/jobs/job-records.ts';
import { JobFailed, type JobWork } from '../../platform/jobs/job-runner.ts';
import { createModelFailure } from '../../platform/jobs/model-failed.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import type { Row } from '../../platform/store/database.ts';
import { reindexRows } from '../../platform/store/records.ts';
import type { KeyDeps } from '../keys/check-key.ts';
import { getErrorCode } from '../keys/next-state.ts';
import { createDayOf, type DayOf } from '../ledger/day-of.ts';
import { callModel, computeUpstreamCost } from '../models/model-test.ts';

const table = 'write_reruns';
/** ms that a model may take for a text. */
const longest = 600_000;
/** Characters of a text that are kept. */
const replyChars = 1_000_000;

/** Asks the model of a rerun, with a key of its group. Gives the columns that tell what came of it. */
async function write(deps: KeyDeps, dayOf: DayOf, row: Row, signal: AbortSignal): Promise<Row> {
  const model = await deps.database.read
    .selectFrom('ai_models')
    .selectAll()
    .where('id', '=', row.model_id)
    .executeTakeFirst();
  if (model?.status !== 'enabled') throw new JobFailed('modelOff');
  const requested = { prompt: String(row.prompt), maxTokens: Number(model.max_output), replyChars, signal };
  const { tried } = await callModel(deps, dayOf, model, requested, longest).catch((error: unknown) => {
    throw error instanceof ApiError && error.problem === 'noKey' ? new JobFailed('noKey') : error;
  });
  const { reply, promptTokens, completionTokens } = tried;
  const code = getErrorCode(tried) ?? (reply === null || reply.trim() === '' ? 'answer' : null);
  if (code !== null || reply === null) throw createModelFailure(code ?? 'answer');
  return {
    content: reply,
    is_cut: tried.isCut ? 1 : 0,
    characters: [...reply].length,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    upstream_cost: computeUpstreamCost(model, tried),
  };
}

/** The work of a rerun: the text stands on its own record, and what the user has is left alone. */
export function rerunWork(deps: KeyDeps): JobWork {
  const { database } = deps;
  const dayOf = createDayOf();
  return async (job) => {
    const id = Number(job.params.rerun);
    const row = await beginRecord(deps, table, id, job.id);
    if (!row) return null;
    await job.report('request', 0, 1);
    try {
      const written = await write(deps, dayOf, row, job.signal);
      // What came while the server stops is kept: it was paid for.
      if (!job.signal.aborted) await job.report('request', 1, 1);
      await endRecord(deps, table, id, { ...written, status: 'succeeded' }, (tx) =>
        reindexRows(tx, database.dialect, writeRerun, [{ ...row, ...written }]),
      );
    } catch (error) {
      // A server that stops waits for no model: another one asks again.
      if (job.signal.aborted) await job.report('request', 0, 1);
      if (error instanceof JobFailed) await endRecord(deps, table, id, toFailedRow(error));
      throw error;
    }
    return { rerun: id };
  };
}

/** Rewrites whose job was ended elsewhere end with it. */
export function createRerunsJob(deps: Pick<KeyDeps, 'database' | 'clock'>): ScheduledJob {
  return { name: 'end rewrites whose jobs have ended', everyMs: 5_000, run: () => followJobs(deps, table) };
}
