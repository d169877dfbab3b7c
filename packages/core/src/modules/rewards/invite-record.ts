import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, choices, date, identifier, integer, money, reference, state, text, time } from '../../fields/index.ts';
import { assets } from '../ledger/balance-parts.ts';
import { riskMarks } from './sign-log.ts';

/** Why an invite must be reviewed before it is rewarded. */
const inviteRisks = {
  sameMailbox: { zh: '邮箱与他人相同', en: 'Same mailbox as another user' },
  inviterNetwork: { zh: '与邀请人同网段', en: 'Same network as the inviter' },
  manyFromNetwork: { zh: '同网段邀请过多', en: 'Many invites from one network' },
  dailyLimit: { zh: '超过每日上限', en: 'Over the daily limit' },
  inactive: { zh: '账号状态异常', en: 'Inactive account' },
} as const;

const inviteStates = {
  registered: { zh: '已注册', en: 'Registered', tone: 'neutral' },
  pending: { zh: '冷静期', en: 'Holding period', tone: 'info' },
  review: { zh: '待审核', en: 'Waiting for review', tone: 'warn' },
  granted: { zh: '已发放', en: 'Granted', tone: 'good' },
  rejected: { zh: '已拒绝', en: 'Rejected', tone: 'neutral' },
  reversed: { zh: '已收回', en: 'Reclaimed', tone: 'bad' },
} as const;

/** What a reversal reclaims from each side. */
const backFields = {
  back: text({ zh: '收回', en: 'Reclaimed' }),
  side: choice(
    { zh: '对象', en: 'Recipient' },
    { inviter: { zh: '邀请人', en: 'Inviter' }, invitee: { zh: '被邀请人', en: 'Invitee' } },
  ),
  amount: integer({ zh: '发放', en: 'Granted' }),
  taken: integer({ zh: '可收回', en: 'Reclaimable' }),
  short: integer({ zh: '差额', en: 'Shortfall' }),
} as const;

const figureFields = {
  invites: integer({ zh: '邀请人数', en: 'Users invited' }),
  registered: integer(inviteStates.registered),
  pending: integer(inviteStates.pending),
  review: integer(inviteStates.review),
  granted: integer(inviteStates.granted),
  rejected: integer(inviteStates.rejected),
  reversed: integer(inviteStates.reversed),
  paid: integer({ zh: '其中支付过', en: 'With a payment' }),
  conversion: text({ zh: '支付转化率', en: 'Conversion' }),
  coin: integer({ zh: '已发货币', en: 'Coins granted' }),
  compute: integer({ zh: '已发算力', en: 'Compute granted' }),
  topInviters: text({ zh: '邀请最多', en: 'Top inviters' }),
  userId: identifier({ zh: '用户编号', en: 'User ID' }),
  username: text({ zh: '用户名', en: 'Username' }),
} as const;

const reason = text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200 });
const rest = { write: 'never', read: 'detail' } as const;

export const inviteRecord = defineResource({
  name: 'inviteRecord',
  path: '/user/user-invite-table',
  title: 'id',
  label: { zh: '邀请奖励', en: 'Invite reward' },
  help: { zh: '谁邀请了谁，奖励到了哪一步', en: 'Invites and the status of their rewards' },
  fields: {
    inviterId: reference({ zh: '邀请人', en: 'Inviter' }, 'user', { write: 'never', required: true }),
    inviteeId: reference({ zh: '被邀请人', en: 'Invitee' }, 'user', { write: 'never', required: true }),
    nth: integer(
      { zh: '第几次', en: 'Sequence' },
      {
        ...rest,
        default: 1,
        help: { zh: '每笔支付都奖励时，一人有多次', en: 'More than one if every payment is rewarded.' },
      },
    ),
    code: text({ zh: '邀请码', en: 'Code' }, { ...rest, max: 16, mono: true }),
    ip: text({ zh: '注册 IP', en: 'Registration IP' }, { ...rest, personal: true, max: 64, mono: true }),
    orderId: reference({ zh: '订单', en: 'Order' }, 'order', { ...rest, unique: true }),
    paid: money({ zh: '支付金额', en: 'Paid' }, { write: 'never' }),
    currency: text({ zh: '币种', en: 'Currency' }, { ...rest, max: 3 }),
    asset: choice({ zh: '奖励资产', en: 'Reward asset' }, assets, { ...rest, default: 'coin' }),
    inviterAmount: integer({ zh: '邀请人奖励', en: 'Inviter reward' }, { write: 'never', default: 0 }),
    inviteeAmount: integer({ zh: '被邀请人奖励', en: 'Invitee reward' }, { write: 'never', default: 0 }),
    inviterShort: integer(
      { zh: '邀请人未收回', en: 'Not recovered from the inviter' },
      {
        ...rest,
        default: 0,
        help: { zh: '收回时已被用掉的部分', en: 'Amount already spent at the time of the reversal.' },
      },
    ),
    inviteeShort: integer(
      { zh: '被邀请人未收回', en: 'Not recovered from the invitee' },
      {
        ...rest,
        default: 0,
        help: { zh: '收回时已被用掉的部分', en: 'Amount already spent at the time of the reversal.' },
      },
    ),
    creditDays: integer(
      { zh: '奖励有效天数', en: 'Reward valid for' },
      { ...rest, default: 0, help: { zh: '0 为长期有效', en: '0 = never expires' }, unit: { zh: '天', en: 'days' } },
    ),
    qualifiedOn: date({ zh: '达标日期', en: 'Qualified on' }, rest),
    dueAt: time(
      { zh: '发放时间', en: 'Due' },
      { write: 'never', help: { zh: '冷静期过后自动发放', en: 'Granted automatically after the holding period.' } },
    ),
    settledAt: time({ zh: '处理时间', en: 'Settled' }, rest),
    risk: choice({ zh: '风险', en: 'Risk' }, riskMarks, { write: 'never', default: 'none', required: true }),
    riskFlags: choices({ zh: '风险说明', en: 'Risk description' }, inviteRisks, rest),
    reason: text({ zh: '说明', en: 'Reason' }, rest),
    status: state({ zh: '状态', en: 'Status' }, inviteStates),
  },
  list: {
    columns: ['inviterId', 'inviteeId', 'inviterAmount', 'inviteeAmount', 'risk', 'status', 'dueAt', 'createdAt'],
    essential: ['inviterAmount', 'inviteeAmount'],
    filters: ['inviterId', 'inviteeId', 'status', 'risk', 'dueAt'],
    quick: {
      toReview: { label: { zh: '待审核', en: 'Waiting for review' }, where: { status: ['review'] } },
      suspicious: { label: { zh: '可疑', en: 'Suspicious' }, where: { risk: ['flagged'] } },
    },
    sort: '-id',
  },
  unique: [['inviteeId', 'nth']],
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    qualify: {
      on: 'system',
      label: { zh: '达标', en: 'Qualify' },
      roles: admins,
      from: ['registered'],
      to: 'pending',
    },
    flag: {
      on: 'system',
      label: { zh: '转审核', en: 'Hold for review' },
      roles: admins,
      from: ['registered', 'pending'],
      to: 'review',
    },
    grantDue: {
      on: 'system',
      label: { zh: '到期发放', en: 'Grant when due' },
      roles: admins,
      from: ['pending'],
      to: 'granted',
    },
    refundOrder: {
      on: 'system',
      label: { zh: '订单退款', en: 'Order refunded' },
      roles: admins,
      from: ['pending', 'review', 'granted'],
      to: 'reversed',
    },
    approve: {
      on: 'record',
      next: ['registered', 'pending', 'review'],
      label: { zh: '发放奖励', en: 'Grant reward' },
      help: { zh: '立即发放，不再等待冷静期', en: 'Grants the reward immediately.' },
      roles: admins,
      undo: false,
      from: ['registered', 'pending', 'review', 'rejected'],
      to: 'granted',
    },
    reject: {
      on: 'record',
      label: { zh: '拒绝', en: 'Reject' },
      roles: admins,
      undo: true,
      from: ['registered', 'pending', 'review'],
      to: 'rejected',
      danger: true,
      input: { reason },
    },
    reverse: {
      on: 'record',
      label: { zh: '收回奖励', en: 'Revoke reward' },
      help: {
        zh: '收回这笔奖励中还未用掉的部分，并记下未能收回多少',
        en: 'Reclaims what remains of this reward and records the shortfall.',
      },
      roles: admins,
      from: ['granted'],
      to: 'reversed',
      danger: true,
      loss: 'final',
      input: { reason },
    },
    previewReverse: {
      on: 'record',
      label: { zh: '预览收回', en: 'Preview a reversal' },
      help: {
        zh: '不改变任何数据，只算出能收回多少、差多少',
        en: 'Calculates what can be reclaimed and the shortfall. Changes nothing.',
      },
      roles: admins,
      from: ['granted'],
      reads: true,
      output: { asset: choice({ zh: '奖励资产', en: 'Reward asset' }, assets), ...backFields },
    },
    stats: {
      on: 'collection',
      label: { zh: '邀请统计', en: 'Invite stats' },
      help: { zh: '邀请数、转化、奖励成本与邀请最多的人', en: 'Invites, conversion, reward cost, and top inviters' },
      roles: everyone,
      reads: true,
      output: figureFields,
    },
  },
});
export type InviteRecord = RecordOf<typeof inviteRecord>;
