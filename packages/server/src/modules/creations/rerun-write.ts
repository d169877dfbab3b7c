import { ApiError, localize, writeRerun } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Row } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { createStamp, reject, requireRow } from '../knowledge/write-row.ts';

const words = {
  open: { zh: '这篇正在重写，编号 ', en: 'It is being written again already: ' },
  model: { zh: '请选择一个启用的文字模型', en: 'Choose an enabled model that answers in words' },
  prompt: { zh: '没有要求，请填写', en: 'Nothing is asked: write it' },
} as const;

/** Models that write. */
const types = ['chat', 'reasoning', 'vision'];

/** The model that was chosen, else the one that wrote it, else the default for chats. */
async function modelOf({ tx, input, caller }: OperationCall, task: Row, usual: number | null): Promise<Row> {
  const id = input.modelId ?? task.model_id ?? usual;
  const model =
    id === null
      ? undefined
      : await tx.selectFrom('ai_models').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (model?.status === 'enabled' && types.includes(String(model.type))) return model;
  throw new ApiError('invalid', { errors: { modelId: [localize(words.model, caller.locale)] } });
}

/** Has a model write a text again in the background; one of a text at a time. Nobody pays: no hold, no posting. */
export function rerunWrite(settings: SettingsReader): Operation {
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
        return reject(caller.locale, message, { state: 'rerunning', rerun: Number(open.id) });
      }
      const model = await modelOf(call, task, usual as number | null);
      const prompt = String(input.prompt ?? task.prompt ?? '').trim();
      if (prompt === '') throw new ApiError('invalid', { errors: { prompt: [localize(words.prompt, caller.locale)] } });
      const values = { taskId: Number(task.id), taskNo: task.no, modelId: Number(model.id), prompt };
      const row = createRow(writeRerun, values, createStamp(call));
      const [rerun = 0] = await insertRecords(tx, database.dialect, writeRerun, [row]);
      const wanted = { params: { rerun }, many: true };
      const job = await enqueueJob(tx, database, clock, 'writeRerun', caller.actor.id, wanted);
      await tx.updateTable('write_reruns').set({ job_id: job }).where('id', '=', rerun).execute();
      const after = { rerun, job, modelId: Number(model.id) };
      return {
        data: { rerun, job },
        audit: { resource: resource.name, resourceId: Number(task.id), action: name, after },
      };
    },
  };
}
