import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { byteCount, choice, integer, text, time } from '../../fields/index.ts';
import { datasetContents } from './dataset-contents.ts';

const days = { zh: '天', en: 'days' };
const job = integer({ zh: '后台任务', en: 'Background job' });

/** The content, size and retention of tables. Read-only; the server measures it. */
export const dataset = defineResource({
  name: 'dataset',
  path: '/expand/data',
  findable: false,
  title: 'name',
  label: { zh: '数据集', en: 'Dataset' },
  help: {
    zh: '各表的行数、占用与最早记录；保留期在“保留与备份”里设置，账务、订单与操作日志永久保留',
    en: 'Rows, size and oldest record of each table. Set retention in “Retention and backups”. The ledger, orders and audit log are never deleted.',
  },
  fields: {
    name: text(
      { zh: '表', en: 'Table' },
      { write: 'never', required: true, unique: true, search: true, max: 64, mono: true },
    ),
    content: choice({ zh: '内容', en: 'Content' }, datasetContents, { write: 'never', required: true }),
    rows: integer(
      { zh: '行数', en: 'Rows' },
      { write: 'never', help: { zh: '大表为估计值', en: 'Estimated for large tables.' } },
    ),
    bytes: integer({ zh: '占用', en: 'Size' }, { write: 'never', ...byteCount }),
    oldestAt: time({ zh: '最早记录', en: 'Oldest record' }, { write: 'never' }),
    retentionDays: integer({ zh: '保留', en: 'Retention' }, { write: 'never', unit: days }),
    expired: integer(
      { zh: '已过期', en: 'Expired rows' },
      { write: 'never', help: { zh: '下次清理会删除的行数', en: 'Rows that the next cleanup deletes.' } },
    ),
    measuredAt: time({ zh: '统计于', en: 'Measured at' }, { write: 'never' }),
  },
  list: {
    columns: ['name', 'content', 'rows', 'bytes', 'oldestAt', 'retentionDays', 'expired', 'measuredAt'],
    filters: ['content'],
    totals: ['bytes'],
    sort: '-bytes',
  },
  access: { list: admins, get: admins, export: admins },
  actions: {
    stats: {
      on: 'collection',
      label: { zh: '重新统计', en: 'Recalculate' },
      help: { zh: '在后台进行', en: 'Runs in the background' },
      roles: admins,
      output: { job },
    },
    previewRetention: {
      on: 'collection',
      label: { zh: '试算清理', en: 'Preview retention' },
      help: {
        zh: '仅统计，不删除；最多统计 10 万行',
        en: 'Counts without deleting anything, up to 100,000 rows.',
      },
      roles: admins,
      reads: true,
      output: {
        datasets: text({ zh: '数据', en: 'Data' }),
        content: choice({ zh: '内容', en: 'Content' }, datasetContents),
        days: integer({ zh: '保留', en: 'Retention' }, { unit: days }),
        before: time({ zh: '删除早于', en: 'Delete before' }),
        rows: integer({ zh: '行数', en: 'Rows' }),
      },
    },
    runRetention: {
      on: 'collection',
      label: { zh: '立即清理', en: 'Run retention now' },
      help: {
        zh: '分批删除过期的行，每次最多一分钟；账务、订单与操作日志不受影响',
        en: 'Deletes expired rows in batches, for up to one minute per run. The ledger, orders, and the audit log are not affected.',
      },
      roles: admins,
      danger: true,
      loss: 'final',
      output: { job },
    },
    rebuildSums: {
      on: 'collection',
      label: { zh: '重建消费汇总', en: 'Rebuild usage totals' },
      help: { zh: '按明细重算仍有明细的日子', en: 'Recalculates the days that still have usage records.' },
      roles: admins,
      output: { job },
    },
    findOrphans: {
      on: 'collection',
      label: { zh: '查找无主图片', en: 'Find orphaned images' },
      help: { zh: '在所有记录里找每张图片的引用', en: 'Searches all records for references to each image.' },
      roles: admins,
      output: { job },
    },
    removeOrphans: {
      on: 'collection',
      label: { zh: '删除无主图片', en: 'Delete orphaned images' },
      help: {
        zh: '删除无主时间超过宽限期的图片，删除前再查一次引用',
        en: 'Deletes images that have been orphaned longer than the grace period, after a final check.',
      },
      roles: admins,
      danger: true,
      loss: 'final',
      output: { job },
    },
  },
});
export type Dataset = RecordOf<typeof dataset>;
