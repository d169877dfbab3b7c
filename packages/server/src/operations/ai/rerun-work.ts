import { Fault, writeRerun } from '@gantry/core';
import { beginRecord, endRecord, failedWith, followJobs } from '../../jobs/job-records.ts';
import { JobFailed, type JobWork } from '../../jobs/job-runner.ts';
import { modelFailed } from '../../jobs/model-failed.ts';
import type { Tick } from '../../jobs/ticker.ts';
import type { KeyNeeds } from '../../keys/check-key.ts';
import { codeOf } from '../../keys/next-state.ts';
import { createDayOf, type DayOf } from '../../money/day-of.ts';
import type { Row } from '../../store/database.ts';
import { reindexRows } from '../../store/records.ts';
import { askModel, upstreamCostOf } from '../pricing/model-test.ts';

const table = 'write_reruns';
/** ms that a model may take for a text. */
const longest = 600_000;
/** Characters of a text that are kept. */
const replyChars = 1_000_000;

/** Asks the model of a rerun, with a key of its group. Gives the columns that tell what came of it. */
async function write(needs: KeyNeeds, dayOf: DayOf, row: Row, signal: AbortSignal): Promise<Row> {
  const model = await needs.database.read
    .selectFrom('ai_models')
    .selectAll()
    .where('id', '=', row.model_id)
    .executeTakeFirst();
  if (model?.status !== 'enabled') throw new JobFailed('modelOff');
  const asked = { prompt: String(row.prompt), maxTokens: Number(model.max_output), replyChars, signal };
  const { tried } = await askModel(needs, dayOf, model, asked, longest).catch((error: unknown) => {
    throw error instanceof Fault && error.fault === 'noKey' ? new JobFailed('noKey') : error;
  });
  const { reply, promptTokens, completionTokens } = tried;
  const code = codeOf(tried) ?? (reply === null || reply.trim() === '' ? 'answer' : null);
  if (code !== null || reply === null) throw modelFailed(code ?? 'answer');
  return {
    content: reply,
    is_cut: tried.isCut ? 1 : 0,
    characters: [...reply].length,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    upstream_cost: upstreamCostOf(model, tried),
  };
}

/** The work of a rerun: the text stands on its own record, and what the user has is left alone. */
export function rerunWork(needs: KeyNeeds): JobWork {
  const { database } = needs;
  const dayOf = createDayOf();
  return async (job) => {
    const id = Number(job.params.rerun);
    const row = await beginRecord(needs, table, id, job.id);
    if (!row) return null;
    await job.tell('asking', 0, 1);
    try {
      const written = await write(needs, dayOf, row, job.signal);
      // What came while the server stops is kept: it was paid for.
      if (!job.signal.aborted) await job.tell('asking', 1, 1);
      await endRecord(needs, table, id, { ...written, status: 'succeeded' }, (tx) =>
        reindexRows(tx, database.dialect, writeRerun, [{ ...row, ...written }]),
      );
    } catch (error) {
      // A server that stops waits for no model: another one asks again.
      if (job.signal.aborted) await job.tell('asking', 0, 1);
      if (error instanceof JobFailed) await endRecord(needs, table, id, failedWith(error));
      throw error;
    }
    return { rerun: id };
  };
}

/** Rewrites whose job was ended elsewhere end with it. */
export function rerunsTick(needs: Pick<KeyNeeds, 'database' | 'clock'>): Tick {
  return { name: 'end rewrites whose jobs have ended', everyMs: 5_000, run: () => followJobs(needs, table) };
}
