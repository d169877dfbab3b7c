import { ApiError, localize, writeRerun } from '@gantry/core';
import { createDayOf, type DayOf } from '../../platform/context/day-of.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { endRecord, startRecord, syncEndedJobs, toFailedRow } from '../../platform/jobs/job-records.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { createModelFailure, JobFailed, type JobWork } from '../../platform/jobs/job-runner.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Row, RowOf } from '../../platform/store/database.ts';
import { createRow, insertRecords, reindexRows } from '../../platform/store/records.ts';
import { getErrorCode, type KeyDeps } from '../keys/index.ts';
import { createStamp, reject, requireRow } from '../knowledge/index.ts';
import { callModel, computeUpstreamCost } from '../models/index.ts';

const words = {
  open: { zh: '这篇正在重写，编号 ', en: 'A rewrite is already in progress: ' },
  model: { zh: '请选择一个启用的文字模型', en: 'Choose an enabled model of type chat.' },
  prompt: { zh: '没有要求，请填写', en: 'Enter a prompt.' },
} as const;

/** Models that write. */
const types = ['chat', 'reasoning', 'vision'];

/** The model that was chosen, else the one that wrote it, else the default for chats. */
async function getModel(
  { tx, input, caller }: OperationCall,
  task: Pick<RowOf<'write_tasks'>, 'model_id'>,
  usual: number | null,
): Promise<RowOf<'ai_models'>> {
  const id = input.modelId ?? task.model_id ?? usual;
  const model =
    id === null
      ? undefined
      : await tx.selectFrom('ai_models').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (model?.status === 'enabled' && types.includes(model.type)) return model;
  throw new ApiError('invalid', { errors: { modelId: [localize(words.model, caller.locale)] } });
}

/** Has a model write a text again in the background; once per text at a time. It is not charged: no hold, no posting. */
export function rerunWrite(settings: SettingsReader): Operation<'write_tasks'> {
  return {
    prepare: async () => (await settings.read('ai', 'defaults')).chatModelId,
    async run(call, usual) {
      const { tx, services, caller, input, resource, name } = call;
      const { database, clock } = services;
      const task = requireRow(call);
      const reruns = tx.selectFrom('write_reruns').select('id').where('task_id', '=', task.id);
      const open = await reruns.where('status', 'in', ['queued', 'running']).executeTakeFirst();
      if (open) {
        const message = { zh: `${words.open.zh}${open.id}`, en: `${words.open.en}${open.id}` };
        return reject(caller.locale, message, { state: 'rerunning', rerun: open.id });
      }
      const model = await getModel(call, task, usual as number | null);
      const prompt = String(input.prompt ?? task.prompt ?? '').trim();
      if (prompt === '') throw new ApiError('invalid', { errors: { prompt: [localize(words.prompt, caller.locale)] } });
      const values = { taskId: task.id, taskNo: task.no, modelId: model.id, prompt };
      const row = createRow(writeRerun, values, createStamp(call));
      const [rerun = 0] = await insertRecords(tx, database.dialect, writeRerun, [row]);
      const wanted = { params: { rerun }, many: true };
      const job = await enqueueJob(tx, database, clock, 'writeRerun', caller.actor.id, wanted);
      await tx.updateTable('write_reruns').set({ job_id: job }).where('id', '=', rerun).execute();
      const after = { rerun, job, modelId: model.id };
      return {
        data: { rerun, job },
        audit: { resource: resource.name, resourceId: task.id, action: name, after },
      };
    },
  };
}

const table = 'write_reruns';
/** ms that a model may take for a text. */
const longest = 600_000;
/** Characters of a text that are stored. */
const replyChars = 1_000_000;

/** Calls the model of a rerun with a key of its group. Returns the columns of the result. */
async function write(
  deps: KeyDeps,
  dayOf: DayOf,
  row: Pick<RowOf<'write_reruns'>, 'model_id' | 'prompt'>,
  signal: AbortSignal,
): Promise<Row> {
  const model = await deps.database.read
    .selectFrom('ai_models')
    .selectAll()
    .where('id', '=', row.model_id)
    .executeTakeFirst();
  if (model?.status !== 'enabled') throw new JobFailed('modelOff');
  const requested = { prompt: row.prompt ?? '', maxTokens: model.max_output, replyChars, signal };
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

/** The background job of a rerun: the result is stored on its own record, and the user's text is not changed. */
export function rerunWork(deps: KeyDeps): JobWork {
  const { database } = deps;
  const dayOf = createDayOf();
  return async (job) => {
    const id = Number(job.params.rerun);
    const row = await startRecord(deps, table, id, job.id);
    if (!row) return null;
    await job.report('request', 0, 1);
    try {
      const written = await write(deps, dayOf, row as RowOf<'write_reruns'>, job.signal);
      // A result that comes while the server stops is stored, since the upstream charged for it.
      if (!job.signal.aborted) await job.report('request', 1, 1);
      await endRecord(deps, table, id, { ...written, status: 'succeeded' }, (tx) =>
        reindexRows(tx, database.dialect, writeRerun, [{ ...row, ...written }]),
      );
    } catch (error) {
      // A server that stops does not wait for the model: another one repeats the call.
      if (job.signal.aborted) await job.report('request', 0, 1);
      if (error instanceof JobFailed) await endRecord(deps, table, id, toFailedRow(error));
      throw error;
    }
    return { rerun: id };
  };
}

/** Rewrites whose job was ended elsewhere end with it. */
export function createRerunsJob(deps: Pick<KeyDeps, 'database' | 'clock'>): ScheduledJob {
  return {
    name: 'finish rewrites of ended jobs',
    everyMs: 5_000,
    watches: ['background_jobs', table],
    run: () => syncEndedJobs(deps, table),
  };
}
