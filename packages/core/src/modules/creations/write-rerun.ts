import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, integer, markdown, money, paragraph, reference, state, text } from '../../fields/index.ts';
import { jobStates } from '../system/background-job.ts';
import { jobRunFields } from '../system/job-run-fields.ts';

const never = { write: 'never' } as const;
const shown = { write: 'never', read: 'detail' } as const;

export const writeRerun = defineResource({
  name: 'writeRerun',
  path: '/ai/ai_write',
  title: 'taskNo',
  label: { zh: '重写', en: 'Rewrite', many: 'Rewrites' },
  help: {
    zh: '管理员让模型按原要求再写一次，不向任何人收费；原文不变，两篇并排',
    en: 'Rewrites requested by admins, free of charge. The original remains and is shown next to the rewrite.',
  },
  fields: {
    taskNo: text({ zh: '任务号', en: 'Task number' }, { ...never, search: true, mono: true, max: 32 }),
    taskId: reference({ zh: '写作记录', en: 'Piece of writing' }, 'writeTask', { ...never, required: true }),
    prompt: paragraph({ zh: '要求', en: 'Prompt' }, { ...shown, max: 20_000 }),
    modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel', { ...never, required: true }),
    status: state({ zh: '状态', en: 'Status' }, jobStates),
    content: markdown({ zh: '正文', en: 'Text' }, { ...shown, search: true, max: 1_000_000 }),
    isCut: boolean(
      { zh: '未写完', en: 'Incomplete' },
      { ...never, help: { zh: '写到了模型的最大输出', en: 'The output limit of the model was reached' } },
    ),
    characters: integer({ zh: '字数', en: 'Characters' }, never),
    promptTokens: integer({ zh: '输入 Token', en: 'Tokens in' }, shown),
    completionTokens: integer({ zh: '输出 Token', en: 'Tokens out' }, shown),
    upstreamCost: money({ zh: '上游成本', en: 'Upstream cost' }, { ...shown, decimals: 6 }),
    ...jobRunFields,
  },
  list: {
    columns: ['taskNo', 'taskId', 'modelId', 'status', 'characters', 'isCut', 'error', 'createdAt', 'finishedAt'],
    filters: ['taskId', 'modelId', 'status', 'createdAt'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, delete: admins, batch: admins },
  deletion: { from: ['succeeded', 'failed', 'cancelled'] },
  actions: {
    cancel: {
      on: 'record',
      label: { zh: '停止', en: 'Stop' },
      help: { zh: '不再等待模型', en: 'No longer waiting for the model.' },
      roles: admins,
      from: ['queued', 'running'],
    },
  },
});
export type WriteRerun = RecordOf<typeof writeRerun>;
