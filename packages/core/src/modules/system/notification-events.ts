import { text } from '../../fields/index.ts';

/** Notifications that can also be sent outside of the console, by mail or webhook. */
export const notifiableEvents = {
  keyDisabled: { zh: '密钥停用', en: 'A key was disabled' },
  orderFulfilFailed: { zh: '发货失败', en: 'A delivery failed' },
  refundStuck: { zh: '退款卡住', en: 'Refund stalled' },
  refundCameBack: { zh: '退款被退回', en: 'Refund returned' },
  refundOdd: { zh: '退款通知不符', en: 'Refund notification mismatch' },
  moneyTakenBack: { zh: '款项被收回', en: 'Chargeback' },
  paymentOdd: { zh: '支付异常', en: 'Unexpected payment' },
  databaseDamaged: { zh: '数据库已损坏', en: 'The database is damaged' },
  auditBroken: { zh: '操作日志被改动', en: 'The audit log was tampered with' },
  adminLocked: { zh: '管理员被锁定', en: 'An admin was locked' },
  violationOpened: { zh: '新的违规', en: 'A new violation' },
  riskFound: { zh: '风控命中', en: 'Risk rule triggered' },
  backupFailed: { zh: '备份失败', en: 'A backup failed' },
  jobDead: { zh: '后台任务失败', en: 'A background job failed' },
  recordStuck: { zh: '到期任务处理失败', en: 'Scheduled record failed' },
  lowUpstreamBalance: { zh: '上游余额不足', en: 'Upstream balance is low' },
  limitsLifted: { zh: '审批限额被放宽', en: 'Approval limits were raised or removed' },
  clientScopesGranted: { zh: '服务凭证获得高危权限', en: 'Critical scopes granted to a service client' },
  clientNeedsReview: { zh: '服务凭证待复核', en: 'Service client needs review' },
  webhookDisabled: { zh: 'Webhook 端点被停用', en: 'Webhook endpoint disabled' },
} as const;

/** Events that admins are notified of by default. */
export const defaultNotifiedEvents = [
  'keyDisabled',
  'orderFulfilFailed',
  'refundStuck',
  'refundCameBack',
  'refundOdd',
  'moneyTakenBack',
  'databaseDamaged',
  'auditBroken',
  'backupFailed',
  'jobDead',
  'recordStuck',
  'lowUpstreamBalance',
  'limitsLifted',
  'webhookDisabled',
  'clientScopesGranted',
] as const satisfies readonly (keyof typeof notifiableEvents)[];

/** The state of alert delivery through a channel: the last delivery, or why it failed and when it is retried. */
export const alertStatus = text({ zh: '告警送达', en: 'Alert delivery' }, { write: 'never', max: 300 });
