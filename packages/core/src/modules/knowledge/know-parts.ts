import { type Action, admins, everyone } from '../../definition/index.ts';
import { boolean, byteCount, choice, choices, integer, paragraph, text, time } from '../../fields/index.ts';
import { documentFailures, documentWarnings } from './document-failures.ts';

/** Definitions that documents of knowledge bases and PDFs of users share. */

const never = { write: 'never' } as const;
export const shown = { write: 'never', read: 'detail' } as const;
const percent = { zh: '%', en: '%' };

const chunkModes = {
  auto: { zh: '按标题与段落', en: 'By headings and paragraphs' },
  delimiter: { zh: '按分隔符', en: 'By a delimiter' },
} as const;

/** Rules for splitting text into chunks. Chunks stay below the limit and repeat the end of the previous one. */
export const ruleFields = {
  chunkMode: choice({ zh: '分段方式', en: 'Chunking mode' }, chunkModes, {
    required: true,
    default: 'auto',
    read: 'detail',
  }),
  delimiter: text(
    { zh: '分隔符', en: 'Delimiter' },
    {
      max: 64,
      read: 'detail',
      help: { zh: '按分隔符分段时用；\\n 表示换行', en: 'Used when chunking by delimiter. \\n is a line break.' },
    },
  ),
  chunkTokens: integer(
    { zh: '每段上限', en: 'Maximum chunk size' },
    { required: true, min: 20, max: 4000, default: 500, unit: { zh: 'Token', en: 'tokens' }, read: 'detail' },
  ),
  overlapTokens: integer(
    { zh: '重叠', en: 'Overlap' },
    {
      required: true,
      min: 0,
      max: 1000,
      default: 50,
      unit: { zh: 'Token', en: 'tokens' },
      read: 'detail',
      help: { zh: '须小于每段上限的一半', en: 'Must be less than half of the maximum chunk size.' },
    },
  ),
  cleanSpaces: boolean(
    { zh: '合并空白', en: 'Collapse whitespace' },
    {
      default: true,
      read: 'detail',
      help: { zh: '连续空格与空行并为一个', en: 'Collapses repeated spaces and blank lines.' },
    },
  ),
  stripUrls: boolean(
    { zh: '去除网址与邮箱', en: 'Remove URLs and emails' },
    {
      read: 'detail',
      help: { zh: '去除正文中的网址与邮箱地址', en: 'Removes URLs and email addresses from the text.' },
    },
  ),
} as const;

export const ruleRows = [
  ['chunkMode', 'delimiter'],
  ['chunkTokens', 'overlapTokens'],
  ['cleanSpaces', 'stripUrls'],
] as const;

/** Progress of processing a document, and why it stopped. */
export const workFields = {
  stage: choice(
    { zh: '阶段', en: 'Stage' },
    {
      parse: { zh: '解析', en: 'Parsing' },
      clean: { zh: '清洗', en: 'Cleaning' },
      split: { zh: '分段', en: 'Chunking' },
      index: { zh: '索引', en: 'Indexing' },
    },
    {
      ...shown,
      help: {
        zh: '正在做或停在哪一步；重试从这里继续',
        en: 'Current stage, or the stage where it stopped. A retry resumes from here.',
      },
    },
  ),
  progress: integer({ zh: '进度', en: 'Progress' }, { ...never, default: 0, unit: percent }),
  errorCode: choice({ zh: '原因', en: 'Reason' }, documentFailures, {
    ...never,
    help: { zh: '最近一次停止的原因', en: 'Reason of the last stop.' },
  }),
  error: text({ zh: '错误', en: 'Error' }, { ...shown, max: 500 }),
  warnings: choices({ zh: '警告', en: 'Warnings' }, documentWarnings, {
    ...never,
    help: {
      zh: '已读取的文档与原文件相比缺少或改变的内容',
      en: 'What the text of the document lacks or changes compared with the file.',
    },
  }),
  attempts: integer({ zh: '尝试次数', en: 'Attempts' }, { ...shown, default: 0 }),
  stuck: boolean(
    { zh: '卡住', en: 'Stalled' },
    { ...never, help: { zh: '处理中且超过两分钟没有心跳', en: 'Running, with no heartbeat for two minutes' } },
  ),
  heartbeatAt: time({ zh: '最近心跳', en: 'Last heartbeat' }, shown),
  startedAt: time({ zh: '开始', en: 'Started' }, shown),
  finishedAt: time({ zh: '完成', en: 'Finished' }, shown),
} as const;

export const fileFields = {
  file: text({ zh: '文件', en: 'File' }, { ...shown, mono: true, max: 64 }),
  contentHash: text({ zh: 'SHA-256', en: 'SHA-256' }, { ...shown, mono: true, max: 64 }),
  size: integer({ zh: '大小', en: 'Size' }, { ...never, default: 0, ...byteCount }),
} as const;

/** Fields that both kinds of chunks share. */
export const chunkFields = {
  seq: integer({ zh: '序号', en: 'No.' }, never),
  tokens: integer({ zh: 'Token 数', en: 'Tokens' }, { ...never, default: 0 }),
  status: choice(
    { zh: '状态', en: 'Status' },
    {
      pending: { zh: '待索引', en: 'Waiting', tone: 'info' },
      indexed: { zh: '已索引', en: 'Indexed', tone: 'good' },
      failed: { zh: '失败', en: 'Failed', tone: 'bad' },
    },
    { ...never, required: true, default: 'pending' },
  ),
  enabled: boolean({ zh: '启用', en: 'Enabled' }, { ...never, default: true }),
  hitCount: integer({ zh: '命中', en: 'Matches' }, { ...never, default: 0 }),
  lastHitAt: time({ zh: '最近命中', en: 'Last match' }, shown),
  /** Negative while the chunk is built; the active chunks have the positive index version of their base or document. */
  generation: integer({ zh: '索引版本', en: 'Index version' }, { ...shown, required: true, default: 1 }),
  hash: text({ zh: '内容指纹', en: 'Content hash' }, { ...shown, mono: true, max: 64 }),
  error: text({ zh: '错误', en: 'Error' }, { ...shown, max: 500 }),
} as const;

export const chunkContent = paragraph({ zh: '内容', en: 'Content' }, { required: true, search: true, max: 20_000 });

export const chunkSwitches = {
  enable: {
    on: 'record',
    label: { zh: '启用', en: 'Enable' },
    help: { zh: '重新参与检索', en: 'Included in retrieval again.' },
    roles: everyone,
    undo: true,
  },
  disable: {
    on: 'record',
    label: { zh: '停用', en: 'Disable' },
    help: { zh: '保留内容，不再参与检索', en: 'It is preserved but excluded from retrieval.' },
    roles: everyone,
    undo: true,
  },
} as const satisfies Record<string, Action>;

export const documentAccess = {
  list: everyone,
  get: everyone,
  delete: admins,
  batch: everyone,
  export: admins,
} as const;
