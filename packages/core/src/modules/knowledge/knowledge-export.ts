import { type Action, admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { byteCount, choice, integer, reference, state, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { exportProblems } from '../system/archive-problems.ts';
import { shown } from './know-parts.ts';

const step = (zh: string, en: string, from: readonly string[], to: string) =>
  ({ on: 'system', label: { zh, en }, roles: admins, from, to }) as const satisfies Action;
const never = { write: 'never' } as const;

/** How an export contains each document. */
export const exportForms = {
  stored: { zh: '原文件', en: 'Original file' },
  text: { zh: '纯文字', en: 'Text only' },
} as const;

/** Days that an export is retained. */
export const exportDays = 3;

export const knowledgeExport = defineResource({
  name: 'knowledgeExport',
  path: '/ai/ai_know_list/ai_know_page',
  title: 'name',
  label: { zh: '知识库导出', en: 'Knowledge base export' },
  help: {
    zh: '知识库打包成的 ZIP：文档、分段与标准问题；保留 3 天，下载会留痕',
    en: 'Knowledge bases as zip files with documents, chunks and golden questions. Files are retained for 3 days. Every download is logged.',
  },
  fields: {
    name: text({ zh: '文件', en: 'File' }, { ...never, required: true, search: true, max: 255 }),
    knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { ...never, required: true }),
    form: choice({ zh: '文档存为', en: 'Store documents as' }, exportForms, {
      ...never,
      required: true,
      default: 'stored',
    }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        making: { zh: '打包中', en: 'Packing', tone: 'info' },
        ready: { zh: '可下载', en: 'Ready', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
      },
    ),
    progress: integer({ zh: '进度', en: 'Progress' }, { ...never, default: 0, unit: { zh: '%', en: '%' } }),
    documentCount: integer({ zh: '文档', en: 'Documents' }, { ...never, default: 0 }),
    chunkCount: integer({ zh: '分段', en: 'Chunks' }, { ...never, default: 0 }),
    questionCount: integer({ zh: '标准问题', en: 'Golden questions' }, { ...shown, default: 0 }),
    size: integer({ zh: '大小', en: 'Size' }, { ...never, default: 0, ...byteCount }),
    format: choice(
      { zh: '格式', en: 'Format' },
      { zip: { zh: 'ZIP', en: 'Zip' } },
      { ...never, required: true, default: 'zip' },
    ),
    file: text({ zh: '文件编号', en: 'File ID' }, { ...never, mono: true, max: 64 }),
    contentHash: text({ zh: 'SHA-256', en: 'SHA-256' }, { ...shown, mono: true, max: 64 }),
    problem: choice({ zh: '原因', en: 'Reason' }, exportProblems, never),
    jobId: integer({ zh: '后台任务', en: 'Background job' }, shown),
    finishedAt: time({ zh: '完成于', en: 'Finished' }, shown),
    expiresAt: time({ zh: '保留至', en: 'Retained until' }, never),
  },
  list: {
    columns: ['name', 'knowledgeId', 'form', 'status', 'progress', 'size', 'problem', 'createdAt', 'expiresAt'],
    filters: ['knowledgeId', 'status', 'createdAt'],
    unsortable: {
      progress: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  removal: 'final',
  access: { list: admins, get: admins, delete: admins },
  deletion: { from: ['ready', 'failed'] },
  actions: {
    finish: step('完成', 'Finish', ['making'], 'ready'),
    fail: step('失败', 'Fail', ['making'], 'failed'),
    again: step('重新打包', 'Start over', ['failed'], 'making'),
  },
});
export type KnowledgeExport = RecordOf<typeof knowledgeExport>;
