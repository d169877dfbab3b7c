import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, identifier, integer, json, reference, state, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { jobProblems } from './job-problems.ts';

/** Kinds of work that run as background jobs. */
export const jobKinds = {
  measure: { zh: '统计数据', en: 'Measure data' },
  retention: { zh: '清理过期数据', en: 'Delete expired data' },
  usageSums: { zh: '重建消费汇总', en: 'Rebuild usage totals' },
  backup: { zh: '备份', en: 'Back up' },
  backupCopy: { zh: '复制备份', en: 'Copy of a backup' },
  backupProof: { zh: '校验备份', en: 'Verify a backup' },
  findOrphans: { zh: '查找无主图片', en: 'Find orphaned images' },
  removeOrphans: { zh: '删除无主图片', en: 'Delete orphaned images' },
  recallRun: { zh: '召回测试', en: 'Retrieval test' },
  writeRerun: { zh: '重写', en: 'Rewrite' },
  knowledgeExport: { zh: '导出知识库', en: 'Knowledge base export' },
  knowledgeImport: { zh: '导入知识库', en: 'Knowledge base import' },
} as const;
export type JobKind = keyof typeof jobKinds;
/** Kinds of work that may take hours or wait for another system. Each lane has its own worker, so that other jobs do not wait. */
export const jobLanes: readonly (readonly JobKind[])[] = [
  ['recallRun'],
  ['writeRerun'],
  ['backupCopy', 'backupProof'],
  ['knowledgeExport', 'knowledgeImport'],
];
/** Maximum number of attempts of an unfinished job. Jobs that depend on another system are retried with growing delays. */
export const jobTries: Partial<Record<JobKind, number>> = { backupCopy: 10 };

export const jobStates = {
  queued: { zh: '排队', en: 'Queued', tone: 'neutral' },
  running: { zh: '进行中', en: 'Running', tone: 'info' },
  succeeded: { zh: '完成', en: 'Done', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  cancelled: { zh: '已取消', en: 'Canceled', tone: 'neutral' },
} as const;

export const jobStages = {
  counting: { zh: '计数', en: 'Counting' },
  reading: { zh: '读取', en: 'Reading' },
  copying: { zh: '复制', en: 'Copying' },
  uploading: { zh: '上传', en: 'Uploading' },
  downloading: { zh: '下载', en: 'Downloading' },
  proving: { zh: '校验', en: 'Verifying' },
  summing: { zh: '汇总', en: 'Aggregating' },
  deleting: { zh: '删除', en: 'Deleting' },
  request: { zh: '提问', en: 'Asking' },
  packing: { zh: '打包', en: 'Packing' },
  unpacking: { zh: '解包', en: 'Unpacking' },
} as const;
export type JobStage = keyof typeof jobStages;

/** Result fields by kind of job. */
const results = {
  tables: integer({ zh: '统计的表', en: 'Tables measured' }),
  deleted: integer({ zh: '已删除', en: 'Deleted' }),
  finished: boolean({ zh: '全部处理完', en: 'All completed' }),
  days: integer({ zh: '天数', en: 'Days' }),
  records: integer({ zh: '记录数', en: 'Records' }),
  name: text({ zh: '文件名', en: 'File' }),
  bytes: integer({ zh: '字节数', en: 'Bytes' }),
  ok: boolean({ zh: '通过', en: 'Passed' }),
  documents: integer({ zh: '文档', en: 'Documents' }),
  chunks: integer({ zh: '分段', en: 'Chunks' }),
  pictures: integer({ zh: '图片', en: 'Images' }),
  orphans: integer({ zh: '无主图片', en: 'Orphaned images' }),
  questions: integer({ zh: '标准问题', en: 'Golden questions' }),
  base: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge'),
  run: reference({ zh: '测试报告', en: 'Test report' }, 'recallRun'),
  rerun: reference({ zh: '重写', en: 'Rewrite' }, 'writeRerun'),
  id: identifier({ zh: '编号', en: 'ID' }),
} as const;

export const backgroundJob = defineResource({
  name: 'backgroundJob',
  path: '/expand/data',
  title: 'kind',
  label: { zh: '后台任务', en: 'Background job' },
  help: {
    zh: '在后台进行的工作：进度、结果与原因',
    en: 'Background work with progress, results, and failure reasons',
  },
  fields: {
    kind: choice({ zh: '任务', en: 'Job' }, jobKinds, { write: 'never', required: true }),
    status: state({ zh: '状态', en: 'Status' }, jobStates),
    stage: choice({ zh: '阶段', en: 'Stage' }, jobStages, { write: 'never' }),
    done: integer({ zh: '已处理', en: 'Handled' }, { write: 'never', required: true, default: 0 }),
    total: integer({ zh: '共', en: 'Total' }, { write: 'never' }),
    result: json({ zh: '结果', en: 'Result' }, { write: 'never', read: 'detail', parts: results }),
    errorCode: choice({ zh: '原因', en: 'Reason' }, jobProblems, { write: 'never' }),
    error: text(
      { zh: '详情', en: 'Details' },
      {
        write: 'never',
        help: { zh: '出错的文档、行或错误码', en: 'Document, row, or code that failed.' },
      },
    ),
    attempts: integer(
      { zh: '尝试次数', en: 'Attempts' },
      { write: 'never', required: true, default: 0, read: 'detail' },
    ),
    runAfter: time(
      { zh: '下次尝试', en: 'Next attempt' },
      {
        write: 'never',
        help: {
          zh: '上次执行失败，将在该时间自动重试',
          en: 'The last attempt failed. It is retried automatically at this time.',
        },
      },
    ),
    startedAt: time({ zh: '开始', en: 'Started' }, { write: 'never' }),
    finishedAt: time({ zh: '结束', en: 'Ended' }, { write: 'never' }),
  },
  list: {
    columns: ['kind', 'status', 'stage', 'done', 'total', 'errorCode', 'error', 'runAfter', 'startedAt', 'finishedAt'],
    filters: ['kind', 'status', 'errorCode'],
    unsortable: {
      done: unsortableReasons.constantChange,
      total: unsortableReasons.constantChange,
      updatedAt: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, batch: admins },
  actions: {
    cancel: {
      on: 'record',
      label: { zh: '取消', en: 'Cancel' },
      help: { zh: '做完的部分保留', en: 'Completed work is preserved.' },
      roles: admins,
      from: ['queued', 'running'],
    },
    retry: {
      on: 'record',
      next: ['failed'],
      label: { zh: '重试', en: 'Retry' },
      help: { zh: '等待下次尝试的，立即尝试', en: 'Runs a job that is waiting for its next attempt immediately.' },
      roles: admins,
      from: ['failed', 'cancelled', 'queued'],
    },
  },
});
export type BackgroundJob = RecordOf<typeof backgroundJob>;
