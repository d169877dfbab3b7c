import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { byteCount, choice, integer, state, testProblems, text, time } from '../../fields/index.ts';
import { jobProblems } from '../system/job-problems.ts';

/** Why a backup has no copy on external storage. */
const copyProblems = {
  ...testProblems,
  underway: { zh: '正在复制', en: 'Copying' },
  stopped: { zh: '中途停止', en: 'Stopped midway' },
  unchecked: { zh: '已上传，尚未核对', en: 'Uploaded, not verified' },
} as const;

export const backup = defineResource({
  name: 'backup',
  path: '/expand/data',
  inMenu: true,
  title: 'name',
  label: { zh: '备份', en: 'Backup' },
  help: {
    zh: '整个数据库在一个时刻的加密副本；写完即回读校验',
    en: 'An encrypted copy of the entire database at one point in time, verified by reading it back.',
  },
  fields: {
    name: text(
      { zh: '文件', en: 'File' },
      { write: 'never', required: true, unique: true, search: true, max: 100, mono: true },
    ),
    kind: choice(
      { zh: '范围', en: 'Scope' },
      { full: { zh: '整个数据库', en: 'Entire database' } },
      { write: 'never', required: true, default: 'full', read: 'detail' },
    ),
    engine: choice(
      { zh: '数据库', en: 'Database' },
      { sqlite: { zh: 'SQLite', en: 'SQLite' }, postgres: { zh: 'PostgreSQL', en: 'PostgreSQL' } },
      { write: 'never', required: true },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        making: { zh: '进行中', en: 'In progress', tone: 'info' },
        ready: { zh: '可用', en: 'Ready', tone: 'good' },
        broken: { zh: '已损坏', en: 'Damaged', tone: 'bad' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
      },
    ),
    size: integer({ zh: '大小', en: 'Size' }, { write: 'never', ...byteCount }),
    recordCount: integer(
      { zh: '行数', en: 'Rows' },
      { write: 'never', help: { zh: '回读校验时统计', en: 'Counted when the backup was read back.' } },
    ),
    sha256: text({ zh: '校验和', en: 'SHA-256' }, { write: 'never', max: 64, mono: true, read: 'detail' }),
    migration: text({ zh: '结构版本', en: 'Schema' }, { write: 'never', max: 64, mono: true, read: 'detail' }),
    finishedAt: time({ zh: '完成于', en: 'Finished' }, { write: 'never' }),
    verifiedAt: time({ zh: '校验于', en: 'Verified' }, { write: 'never' }),
    expiresAt: time({ zh: '到期', en: 'Expires' }, { write: 'never' }),
    copiedAt: time(
      { zh: '异地副本', en: 'Off-site copy' },
      { write: 'never', help: { zh: '复制到对象存储的时间', en: 'Time of the copy to object storage.' } },
    ),
    copyProblem: choice({ zh: '副本的问题', en: 'Copy error' }, copyProblems, { write: 'never', read: 'detail' }),
    problem: choice({ zh: '问题', en: 'Problem' }, jobProblems, { write: 'never', read: 'detail' }),
  },
  list: {
    columns: ['name', 'status', 'size', 'finishedAt', 'verifiedAt', 'copiedAt', 'expiresAt'],
    filters: ['status'],
    sort: '-id',
  },
  removal: 'final',
  access: { list: admins, get: admins, delete: admins },
  deletion: { from: ['ready', 'broken', 'failed'] },
  stepUp: ['delete'],
  actions: {
    create: {
      on: 'collection',
      creates: true,
      label: { zh: '立即备份', en: 'Create backup' },
      help: { zh: '在后台进行，期间照常读写', en: 'Runs in the background. The platform stays available.' },
      roles: admins,
      output: { job: integer({ zh: '后台任务', en: 'Background job' }) },
    },
    verify: {
      on: 'record',
      label: { zh: '校验', en: 'Verify' },
      help: {
        zh: '解密并通读一遍，核对校验和与行数',
        en: 'Decrypts and reads the entire backup, and compares the checksum and row counts.',
      },
      roles: admins,
      from: ['ready', 'broken'],
      output: { job: integer({ zh: '后台任务', en: 'Background job' }) },
    },
    upload: {
      on: 'record',
      label: { zh: '复制到对象存储', en: 'Copy to object storage' },
      help: {
        zh: '将加密备份上传到扩展设置中的对象存储；服务器磁盘损坏时仍可恢复',
        en: 'Uploads the encrypted backup to the object storage in the extension settings, so that it survives the loss of this server’s disk.',
      },
      roles: admins,
      from: ['ready'],
      output: { job: integer({ zh: '后台任务', en: 'Background job' }) },
    },
  },
});
export type Backup = RecordOf<typeof backup>;
