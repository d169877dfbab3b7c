import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, json, reference, state, text, time } from '../../fields/index.ts';
import { quotaPeriods } from '../catalog/sale-parts.ts';
import { planParts } from '../catalog/snapshot-parts.ts';
import { capabilities } from '../ledger/credit-lot.ts';
import { namedByPlan } from '../parts.ts';
import { grantReasons } from '../reason-suggestions.ts';

const reason = text(
  { zh: '原因', en: 'Reason' },
  {
    required: true,
    min: 4,
    max: 200,
    suggestions: grantReasons,
    help: { zh: '写入操作日志', en: 'Recorded in the audit log.' },
  },
);
const status = ['active', 'scheduled', 'suspended'] as const;

/** Remaining quotas of a membership. */
const quotaFields = {
  quotas: text({ zh: '额度', en: 'Quotas' }),
  capability: choice({ zh: '能力', en: 'Capability' }, capabilities),
  modelGroup: text({ zh: '模型分组', en: 'Model group' }),
  period: choice({ zh: '周期', en: 'Period' }, quotaPeriods),
  granted: integer({ zh: '共有', en: 'Total' }),
  used: integer({ zh: '已用', en: 'Used' }),
  left: integer({ zh: '剩余', en: 'Remaining' }),
  resetsAt: time({ zh: '本周期结束', en: 'Period ends' }),
} as const;

export const userMembership = defineResource({
  name: 'userMembership',
  path: '/market/vip-table',
  title: 'planName',
  label: { zh: '会员记录', en: 'Membership' },
  help: {
    zh: '谁持有哪个套餐，到何时；同一时间只有一个生效，其余排队',
    en: 'Memberships of users with their end. Only one is active at a time; the others wait in the queue.',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    planId: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan', { write: 'never', required: true }),
    planName: text({ zh: '套餐名称', en: 'Plan name' }, { write: 'never', max: 64 }),
    planSnapshot: json(
      { zh: '获得时的套餐', en: 'Plan when it was granted' },
      { write: 'never', read: 'detail', parts: planParts },
    ),
    level: integer({ zh: '等级', en: 'Level' }, { ...namedByPlan, write: 'never' }),
    startAt: time(
      { zh: '开始', en: 'Starts' },
      {
        write: 'never',
        help: { zh: '排在永久会员之后的没有时间', en: 'Empty for a membership queued behind a lifetime membership.' },
      },
    ),
    endAt: time(
      { zh: '到期', en: 'Ends' },
      { write: 'never', help: { zh: '空为永久', en: 'Leave empty for lifetime.' } },
    ),
    source: choice(
      { zh: '来源', en: 'Source' },
      {
        order: { zh: '订单', en: 'Order' },
        redeem: { zh: '卡密', en: 'Redeem code' },
        sign: { zh: '签到', en: 'Daily check-in' },
        invite: { zh: '邀请', en: 'Invite' },
        admin: { zh: '管理员', en: 'Admin' },
        gift: { zh: '赠送', en: 'Gift' },
      },
      { write: 'never' },
    ),
    sourceId: identifier({ zh: '来源编号', en: 'Source ID' }, { write: 'never', read: 'detail' }),
    suspendedAt: time({ zh: '暂停于', en: 'Suspended at' }, { write: 'never', read: 'detail' }),
    reason: text({ zh: '说明', en: 'Reason' }, { write: 'never' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        scheduled: { zh: '待生效', en: 'Scheduled', tone: 'info' },
        active: { zh: '生效中', en: 'Active', tone: 'good' },
        suspended: { zh: '已暂停', en: 'Suspended', tone: 'warn' },
        expired: { zh: '已到期', en: 'Expired', tone: 'neutral' },
        revoked: { zh: '已撤销', en: 'Revoked', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['userId', 'planName', 'level', 'startAt', 'endAt', 'source', 'status', 'reason'],
    filters: ['userId', 'planId', 'level', 'source', 'status', 'endAt'],
    quick: {
      active: { label: { zh: '生效中', en: 'Active' }, where: { status: ['active'] } },
      endsSoon: {
        label: { zh: '7 天内到期', en: 'Expiring within 7 days' },
        where: { status: ['active'], endAt: { days: { from: 0, to: 7 } } },
      },
      ended: {
        label: { zh: '近 7 天已到期', en: 'Ended in the last 7 days' },
        where: { status: ['expired'], endAt: { days: { from: -7, to: 0 } } },
      },
      suspended: { label: { zh: '已暂停', en: 'Suspended' }, where: { status: ['suspended'] } },
    },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    extend: {
      on: 'record',
      label: { zh: '延长', en: 'Extend' },
      help: {
        zh: '在现有到期时间上加上天数；排在后面的随之移动',
        en: 'Adds days to the current end. Queued memberships move accordingly.',
      },
      roles: admins,
      from: status,
      input: { days: integer({ zh: '天数', en: 'Days' }, { required: true, min: 1, max: 3650 }), reason },
    },
    setEnd: {
      on: 'record',
      label: { zh: '改到期时间', en: 'Set the end' },
      help: { zh: '可以提前；排在后面的随之移动', en: 'Can be earlier. Queued memberships move accordingly.' },
      roles: admins,
      from: ['active'],
      danger: true,
      input: { endAt: time({ zh: '到期', en: 'Ends' }, { required: true }), reason },
    },
    suspend: {
      on: 'record',
      next: [],
      label: { zh: '暂停', en: 'Suspend' },
      help: { zh: '剩余时间保留，恢复后继续', en: 'The remaining time is preserved and continues on resume.' },
      roles: admins,
      undo: false,
      from: ['active'],
      to: 'suspended',
      input: { reason },
    },
    resume: {
      on: 'record',
      next: ['suspended'],
      label: { zh: '恢复', en: 'Resume' },
      roles: admins,
      from: ['suspended'],
      input: { reason },
    },
    quotas: {
      on: 'record',
      label: { zh: '额度使用', en: 'Quotas used' },
      help: {
        zh: '每项额度本周期用了多少、本周期何时结束',
        en: 'How much of each quota is used in this period, and when the period ends.',
      },
      roles: everyone,
      reads: true,
      from: status,
      output: quotaFields,
    },
    resetQuota: {
      on: 'record',
      label: { zh: '重置额度', en: 'Reset quotas' },
      help: { zh: '当前周期的额度恢复为满额', en: 'Resets the quotas of the current period to the full amount.' },
      roles: admins,
      from: ['active'],
      input: { reason },
      output: { restored: integer({ zh: '恢复的点数', en: 'Credits restored' }, { summed: true }) },
    },
    revoke: {
      on: 'record',
      label: { zh: '撤销', en: 'Revoke' },
      help: {
        zh: '立即结束，无法恢复；已赠送的点数保留',
        en: 'Ends immediately and cannot be undone. Granted credits remain.',
      },
      roles: admins,
      from: status,
      to: 'revoked',
      danger: true,
      loss: 'final',
      input: { reason },
    },
    start: {
      on: 'system',
      label: { zh: '生效', en: 'Start' },
      roles: admins,
      from: ['scheduled', 'suspended'],
      to: 'active',
    },
    wait: {
      on: 'system',
      label: { zh: '排队', en: 'Wait' },
      roles: admins,
      from: ['active', 'suspended'],
      to: 'scheduled',
    },
    expire: {
      on: 'system',
      label: { zh: '到期', en: 'Expire' },
      roles: admins,
      from: ['active', 'scheduled'],
      to: 'expired',
    },
  },
});
export type UserMembership = RecordOf<typeof userMembership>;
