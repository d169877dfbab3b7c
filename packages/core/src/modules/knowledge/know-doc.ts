import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, integer, reference, state, text } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { documentWarnings } from './document-failures.ts';
import { docActions, docSteps } from './know-doc-actions.ts';
import { ruleModes } from './know-doc-rule.ts';
import { documentAccess, fileFields, ruleFields, ruleRows, shown, workFields } from './know-parts.ts';

const embeddingAssets = { coin: { zh: '货币', en: 'Coin' }, compute: { zh: '算力', en: 'Compute' } } as const;

export const knowDoc = defineResource({
  name: 'knowDoc',
  path: '/ai/ai_know_list/ai_know_doc',
  title: 'name',
  label: { zh: '文档', en: 'Document' },
  help: {
    zh: '知识库里的文件、网页与文字，及其解析、分段与索引的进度',
    en: 'Files, web pages, and texts of knowledge bases, with parsing, chunking, and indexing progress',
  },
  fields: {
    knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { write: 'never', required: true }),
    name: text({ zh: '名称', en: 'Name' }, { required: true, search: true, max: 255 }),
    source: choice(
      { zh: '来源', en: 'Source' },
      {
        upload: { zh: '上传', en: 'Upload' },
        text: { zh: '文字', en: 'Text' },
        url: { zh: '网址', en: 'Web page' },
        qa: { zh: '问答表', en: 'Questions and answers' },
      },
      { write: 'never', required: true, default: 'upload' },
    ),
    format: choice(
      { zh: '格式', en: 'Format' },
      {
        text: { zh: '纯文本', en: 'Text' },
        markdown: { zh: 'Markdown', en: 'Markdown' },
        html: { zh: '网页', en: 'Web page' },
        csv: { zh: 'CSV', en: 'CSV' },
        pdf: { zh: 'PDF', en: 'PDF' },
        docx: { zh: 'Word', en: 'Word' },
        xlsx: { zh: 'Excel', en: 'Excel' },
        pptx: { zh: 'PowerPoint', en: 'PowerPoint' },
      },
      shown,
    ),
    url: text({ zh: '网址', en: 'URL' }, { ...shown, max: 2000 }),
    ...fileFields,
    pages: integer({ zh: '页数', en: 'Pages' }, shown),
    chars: integer({ zh: '字数', en: 'Characters' }, { ...shown, default: 0 }),
    ruleMode: choice({ zh: '分段规则', en: 'Chunking rule' }, ruleModes, {
      required: true,
      default: 'inherit',
      read: 'detail',
      help: { zh: '改动在下次分段时生效', en: 'Changes apply the next time the document is chunked.' },
    }),
    ...ruleFields,
    ...workFields,
    enabled: boolean({ zh: '启用', en: 'Enabled' }, { write: 'never', default: true }),
    archived: boolean({ zh: '已归档', en: 'Archived' }, { write: 'never' }),
    chunkCount: integer({ zh: '分段', en: 'Chunks' }, { write: 'never', default: 0 }),
    tokenCount: integer({ zh: 'Token 数', en: 'Tokens' }, { ...shown, default: 0 }),
    hitCount: integer({ zh: '命中', en: 'Matches' }, { write: 'never', default: 0 }),
    generation: integer({ zh: '索引版本', en: 'Index version' }, { ...shown, default: 0 }),
    asset: choice({ zh: '资产', en: 'Asset' }, embeddingAssets, shown),
    embedPrice: integer(
      { zh: '每千 Token 点数', en: 'Credits per 1,000 tokens' },
      { ...shown, help: { zh: '提交时的价格，0 为免费', en: 'Price at submission. 0 means free.' } },
    ),
    charged: integer(
      { zh: '已扣', en: 'Charged' },
      { ...shown, help: { zh: '建立索引所扣的点数', en: 'Credits charged for indexing.' } },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        waiting: { zh: '排队', en: 'Waiting', tone: 'neutral' },
        parsing: { zh: '解析中', en: 'Parsing', tone: 'info' },
        cleaning: { zh: '清洗中', en: 'Cleaning', tone: 'info' },
        splitting: { zh: '分段中', en: 'Chunking', tone: 'info' },
        indexing: { zh: '索引中', en: 'Indexing', tone: 'info' },
        completed: { zh: '完成', en: 'Completed', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
        paused: { zh: '已暂停', en: 'Paused', tone: 'warn' },
        cancelling: { zh: '取消中', en: 'Canceling', tone: 'warn' },
        cancelled: { zh: '已取消', en: 'Canceled', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: [
      'name',
      'knowledgeId',
      'status',
      'progress',
      'errorCode',
      'warnings',
      'chunkCount',
      'enabled',
      'createdAt',
    ],
    filters: ['knowledgeId', 'status', 'stuck', 'warnings', 'source', 'enabled', 'archived', 'createdAt'],
    quick: {
      failed: { label: { zh: '处理失败', en: 'Failed' }, where: { status: ['failed'] } },
      stuck: { label: { zh: '卡住', en: 'Stalled' }, where: { stuck: [true] } },
      warned: { label: { zh: '有警告', en: 'With warnings' }, where: { warnings: Object.keys(documentWarnings) } },
      inWork: {
        label: { zh: '处理中', en: 'Being processed' },
        where: { status: ['waiting', 'parsing', 'cleaning', 'splitting', 'indexing'] },
      },
    },
    unsortable: {
      progress: unsortableReasons.constantChange,
      hitCount: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  unique: [['knowledgeId', 'contentHash']],
  form: [['name'], ['ruleMode'], ...ruleRows],
  removal: 'final',
  access: { ...documentAccess, update: everyone },
  deletion: { from: ['waiting', 'completed', 'failed', 'paused', 'cancelled'] },
  actions: { ...docActions, ...docSteps },
});
export type KnowDoc = RecordOf<typeof knowDoc>;
