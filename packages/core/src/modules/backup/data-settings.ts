import { admins, defineSettings } from '../../definition/index.ts';
import { boolean, integer } from '../../fields/index.ts';

const days = { zh: '天', en: 'days' };
const getHour = (zh: string, en: string, value: number) =>
  integer({ zh, en }, { required: true, min: 0, max: 23, default: value, unit: { zh: '点', en: 'o’clock' } });
const createRetentionField = (zh: string, en: string, value: number) =>
  integer({ zh, en }, { required: true, min: 0, max: 36_500, default: value, unit: days });

/** Retention of growing data and the schedule of backups. Ledger, orders and audit log are retained forever. */
export const dataSettings = defineSettings({
  name: 'data',
  path: '/expand/data',
  label: { zh: '保留与备份', en: 'Retention and backups' },
  roles: admins,
  groups: {
    retention: {
      label: { zh: '保留期', en: 'Retention' },
      help: {
        zh: '0 表示永久保留。消费汇总不随明细删除；操作日志是一条哈希链，不清理',
        en: '0 means never delete. Usage totals outlive their records. The audit log is a hash chain and is never pruned.',
      },
      fields: {
        daily: boolean(
          { zh: '每天清理', en: 'Run daily' },
          { help: { zh: '关闭时只在手动执行时清理', en: 'When off, cleanup runs only when started manually.' } },
        ),
        hour: getHour('几点清理', 'At', 4),
        usageDays: createRetentionField('消费明细', 'Usage records', 400),
        chatDays: createRetentionField('问答记录（按最近消息）', 'Chat records (by their last message)', 180),
        loginLogDays: createRetentionField('登录日志', 'Sign-in log', 180),
        violationDays: createRetentionField('已处理的违规记录', 'Handled violations', 365),
        webhookDays: createRetentionField('Webhook 投递', 'Webhook deliveries', 30),
        jobDays: createRetentionField('后台任务', 'Background jobs', 90),
        orphanDays: integer(
          { zh: '无主图片宽限期', en: 'Grace period for orphaned images' },
          {
            required: true,
            min: 1,
            max: 3650,
            default: 30,
            unit: days,
            help: { zh: '无主满这么久才会删除', en: 'How long an image must be orphaned before it is deleted.' },
          },
        ),
      },
    },
    backups: {
      label: { zh: '备份', en: 'Backups' },
      help: {
        zh: '备份用主密钥加密，写在服务器的数据目录，可另存到对象存储；恢复用 gantry-server restore',
        en: 'Encrypted with the master key and stored in the data folder of the server, optionally also outside. Restore one with gantry-server restore.',
      },
      fields: {
        everyDays: integer(
          { zh: '每几天备份', en: 'Backup interval (days)' },
          {
            required: true,
            min: 0,
            max: 30,
            default: 0,
            unit: days,
            help: { zh: '0 表示不自动备份', en: '0 disables automatic backups.' },
          },
        ),
        hour: getHour('几点备份', 'At', 3),
        keepDays: integer(
          { zh: '保留', en: 'Retention' },
          { required: true, min: 1, max: 3650, default: 30, unit: days },
        ),
        copyOutside: boolean(
          { zh: '复制到对象存储', en: 'Copy to object storage' },
          {
            sensitive: true,
            help: {
              zh: '每个备份另存一份到扩展设置里的对象存储（图片存在数据库时也可用）；到期时一并删除',
              en: 'Also uploads each backup to the object storage of the extension settings. The copy is deleted with the backup.',
            },
          },
        ),
        warnDays: integer(
          { zh: '多久没有备份算过久', en: 'Too old after' },
          {
            required: true,
            min: 1,
            max: 365,
            default: 7,
            unit: days,
            help: { zh: '工作台据此提醒', en: 'The workplace shows a reminder based on this.' },
          },
        ),
      },
    },
  },
});
