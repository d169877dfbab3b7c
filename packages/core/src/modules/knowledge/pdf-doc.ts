import { type Action, admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, integer, paragraph, reference, state, text, time } from '../../fields/index.ts';
import { assets } from '../ledger/balance-parts.ts';
import { unsortableReasons } from '../parts.ts';
import { documentWarnings } from './document-failures.ts';
import { documentAccess, fileFields, shown, workFields } from './know-parts.ts';

const step = (zh: string, en: string, from: readonly string[], to: string) =>
  ({ on: 'system', label: { zh, en }, roles: admins, from, to }) as const satisfies Action;
const never = { write: 'never' } as const;

/** How the text of pages is extracted. */
const parseModes = {
  text: { zh: '读取文字层', en: 'Text layer' },
  layout: { zh: '按版面（标题、分栏、表格）', en: 'By layout (headings, columns, tables)' },
  ocr: { zh: 'OCR 识别', en: 'OCR' },
} as const;
const readBy = { zh: '解析方式', en: 'Parsing mode' } as const;
const readAgain = choice(readBy, parseModes, {
  help: {
    zh: '不选则同上次；首次改用 OCR 时只冻结 OCR 部分的费用',
    en: 'Leave empty to use the previous mode. When OCR is used for the first time, only the OCR price is held.',
  },
});

export const pdfDoc = defineResource({
  name: 'pdfDoc',
  path: '/ai/ai_pdf_list/ai_pdf_page',
  title: 'name',
  label: { zh: 'PDF 文档', en: 'PDF document' },
  help: {
    zh: '用户提交的 PDF：解析、索引的进度、页数与收费',
    en: 'PDFs from users, with parsing and indexing progress, pages, and charges',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { ...never, required: true }),
    requestId: text({ zh: '请求编号', en: 'Request' }, { ...shown, mono: true, max: 96 }),
    name: text({ zh: '名称', en: 'Name' }, { ...never, required: true, search: true, max: 255 }),
    ...fileFields,
    parseMode: choice(readBy, parseModes, { ...never, required: true, default: 'text' }),
    pages: integer({ zh: '页数', en: 'Pages' }, never),
    scannedPages: integer(
      { zh: '无文字页', en: 'Pages without text' },
      { ...shown, help: { zh: '扫描件的页没有文字层', en: 'Scanned pages have no text layer.' } },
    ),
    ocrPages: integer({ zh: 'OCR 页数', en: 'OCR pages' }, { ...shown, default: 0 }),
    language: text({ zh: '语言', en: 'Language' }, { ...shown, max: 16 }),
    ...workFields,
    chunkCount: integer({ zh: '分段', en: 'Chunks' }, { ...never, default: 0 }),
    tokenCount: integer({ zh: 'Token 数', en: 'Tokens' }, { ...shown, default: 0 }),
    charCount: integer({ zh: '字数', en: 'Characters' }, { ...shown, default: 0 }),
    summary: paragraph({ zh: '开头', en: 'Beginning' }, { ...shown, max: 1000 }),
    generation: integer({ zh: '索引版本', en: 'Index version' }, { ...shown, default: 0 }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { ...shown, required: true, default: 'compute' }),
    amount: integer({ zh: '预估', en: 'Estimate' }, { ...shown, required: true, default: 0 }),
    charged: integer({ zh: '扣费', en: 'Charged' }, { ...never, required: true, default: 0 }),
    holdNo: text({ zh: '冻结单', en: 'Hold' }, { ...shown, mono: true, max: 64 }),
    durationMs: integer({ zh: '耗时', en: 'Duration' }, { ...shown, unit: { zh: '毫秒', en: 'ms' } }),
    expiresAt: time({ zh: '保留至', en: 'Retained until' }, shown),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        queued: { zh: '排队', en: 'Queued', tone: 'neutral' },
        parsing: { zh: '解析中', en: 'Parsing', tone: 'info' },
        parsed: { zh: '已解析', en: 'Parsed', tone: 'info' },
        embedding: { zh: '索引中', en: 'Indexing', tone: 'info' },
        ready: { zh: '可用', en: 'Ready', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
        cancelled: { zh: '已取消', en: 'Canceled', tone: 'neutral' },
        expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: [
      'name',
      'userId',
      'status',
      'progress',
      'errorCode',
      'warnings',
      'pages',
      'chunkCount',
      'charged',
      'createdAt',
    ],
    essential: ['charged'],
    filters: ['userId', 'status', 'parseMode', 'stuck', 'warnings', 'pages', 'createdAt'],
    quick: {
      failedToday: {
        label: { zh: '今日失败', en: 'Failed today' },
        where: { status: ['failed'], createdAt: { days: { from: 0 } } },
      },
      stuck: { label: { zh: '卡住', en: 'Stalled' }, where: { stuck: [true] } },
      warned: { label: { zh: '有警告', en: 'With warnings' }, where: { warnings: Object.keys(documentWarnings) } },
    },
    unsortable: {
      progress: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  unique: [['userId', 'requestId']],
  removal: 'final',
  access: documentAccess,
  deletion: { from: ['queued', 'ready', 'failed', 'cancelled', 'expired'] },
  actions: {
    add: {
      on: 'collection',
      answers: 'record',
      label: { zh: '添加 PDF', en: 'Add a PDF' },
      help: {
        zh: '把已上传的 PDF 记到用户名下并排队处理；大小、页数与每日额度同用户自己提交',
        en: 'Queues an uploaded PDF on behalf of a user. The limits for size, pages, and daily free pages are those of the user.',
      },
      roles: admins,
      input: {
        userId: reference({ zh: '用户', en: 'User' }, 'user', { required: true }),
        file: text(
          { zh: '文件', en: 'File' },
          {
            required: true,
            mono: true,
            max: 64,
            help: { zh: '上传后得到的文件编号', en: 'ID returned by the file upload' },
          },
        ),
        name: text(
          { zh: '名称', en: 'Name' },
          { max: 255, help: { zh: '留空则用文件名', en: 'Leave empty to use the file name.' } },
        ),
        parseMode: choice(readBy, parseModes, {
          default: 'text',
          help: { zh: '扫描件选 OCR；须在设置里开启', en: 'Use OCR for scans. It must be enabled in the settings.' },
        }),
        charge: boolean(
          { zh: '按价收费', en: 'Charge the user' },
          { help: { zh: '关闭则免费处理', en: 'When off, parsing is free of charge.' } },
        ),
      },
    },
    retry: {
      on: 'record',
      next: ['failed'],
      label: { zh: '重试', en: 'Retry' },
      help: {
        zh: '从失败的那一步继续，并重新冻结费用；换解析方式则从头解析',
        en: 'Resumes from the failed stage, or parses again in another mode. The price is held again.',
      },
      roles: admins,
      from: ['failed', 'cancelled'],
      input: { parseMode: readAgain },
    },
    readText: {
      on: 'record',
      label: { zh: '查看文字', en: 'Read the text' },
      help: { zh: '解析出的文字，按页；每次查看都会留痕', en: 'The parsed text by page. Each view is recorded.' },
      roles: admins,
      singleRecord: true,
      reads: true,
      from: ['parsed', 'embedding', 'ready', 'failed', 'cancelled'],
      input: {
        fromPage: integer({ zh: '从第几页', en: 'From page' }, { min: 1, max: 100_000, default: 1 }),
        count: integer({ zh: '页数', en: 'Pages' }, { min: 1, max: 20, default: 5 }),
      },
      output: {
        pages: integer({ zh: '共', en: 'Total pages' }),
        fromPage: integer({ zh: '从第', en: 'From page' }),
        toPage: integer({ zh: '到第', en: 'To page' }),
        text: paragraph({ zh: '文字', en: 'Text' }),
      },
    },
    reparse: {
      on: 'record',
      label: { zh: '重新解析', en: 'Parse again' },
      help: {
        zh: '已付过的页不再收费；首次 OCR 的页只补 OCR 的费用',
        en: 'Pages already paid for are not charged again. Pages read by OCR for the first time are charged the OCR price.',
      },
      roles: admins,
      from: ['ready'],
      input: { parseMode: readAgain },
    },
    cancel: {
      on: 'record',
      next: [],
      label: { zh: '取消处理', en: 'Cancel' },
      help: { zh: '停止处理并释放冻结的费用', en: 'Stops processing and releases the hold.' },
      roles: admins,
      from: ['queued', 'parsing', 'parsed', 'embedding'],
      to: 'cancelled',
      danger: true,
    },
    parse: step('解析', 'Parse', ['queued'], 'parsing'),
    parsed: step('已解析', 'Parsed', ['parsing'], 'parsed'),
    embed: step('索引', 'Index', ['queued', 'parsed'], 'embedding'),
    finish: step('完成', 'Finish', ['embedding'], 'ready'),
    fail: step('失败', 'Fail', ['queued', 'parsing', 'parsed', 'embedding'], 'failed'),
    expire: step('过期', 'Expire', ['ready'], 'expired'),
  },
});
export type PdfDoc = RecordOf<typeof pdfDoc>;
