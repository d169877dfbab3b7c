import { admins, defineResource, type FieldRule, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, json, money, reference, state, text, time } from '../../fields/index.ts';
import { assets } from '../ledger/balance-parts.ts';

/** Operations that may require a second admin. Each names the action that runs after approval. */
export const approvalKinds = {
  adjustBalance: { zh: '调整余额', en: 'Balance adjustment' },
  refund: { zh: '退款', en: 'Refund' },
  refundRequest: { zh: '用户退款申请', en: 'User’s refund request' },
  markPaid: { zh: '人工确认支付', en: 'Manual payment confirmation' },
  grantMembership: { zh: '发放会员', en: 'Manual membership grant' },
  extendMembership: { zh: '延长会员', en: 'Longer membership' },
  setMembershipEnd: { zh: '改会员到期时间', en: 'Change of membership end' },
  resetQuota: { zh: '重置会员额度', en: 'Quota reset' },
  generateCodes: { zh: '生成兑换码', en: 'Redeem codes' },
  sellPlan: { zh: '会员套餐上架', en: 'Membership plan put on sale' },
  sellCoins: { zh: '货币套餐上架', en: 'Coin pack put on sale' },
  sellCompute: { zh: '算力套餐上架', en: 'Compute pack put on sale' },
  changePlan: { zh: '修改在售会员套餐', en: 'Change of a membership plan on sale' },
  changeCoins: { zh: '修改在售货币套餐', en: 'Change of a currency pack on sale' },
  changeCompute: { zh: '修改在售算力套餐', en: 'Change of a compute pack on sale' },
  createSignReward: { zh: '新增签到奖励', en: 'New check-in reward' },
  changeSignReward: { zh: '修改签到奖励', en: 'Change of a check-in reward' },
  enableSignReward: { zh: '启用签到奖励', en: 'Check-in reward enabled' },
  approveInvite: { zh: '人工发放邀请奖励', en: 'Manual invite reward' },
  saveSettings: { zh: '保存设置', en: 'Settings change' },
} as const;
export type ApprovalKind = keyof typeof approvalKinds;

const byAnother: FieldRule = {
  field: 'requesterId',
  holds: 'otherAdmin',
  why: { zh: '不能审批自己的申请', en: 'You cannot decide on your own request.' },
};

export const approval = defineResource({
  name: 'approval',
  path: '/comsums/consum-table',
  inMenu: true,
  title: 'no',
  label: { zh: '双人审批', en: 'Two-person approval' },
  help: {
    zh: '超过限额的余额调整、退款、人工确认、会员发放、额度重置、兑换码、商品上架与奖励，以及放宽限额，由另一位管理员批准后执行',
    en: 'Adjustments, refunds, manual payments, memberships, quota resets, redeem codes, products and rewards above a limit, and raised limits, run after another admin approves them.',
  },
  fields: {
    no: text(
      { zh: '审批号', en: 'Approval number' },
      { write: 'never', unique: true, search: true, mono: true, max: 32 },
    ),
    kind: choice({ zh: '事项', en: 'Item' }, approvalKinds, { write: 'never', required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never' }),
    orderId: reference({ zh: '订单', en: 'Order' }, 'order', { write: 'never' }),
    recordId: identifier(
      { zh: '对象编号', en: 'Record' },
      {
        write: 'never',
        read: 'detail',
        help: { zh: '要处理的记录', en: 'Affected record' },
      },
    ),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { write: 'never', read: 'detail' }),
    credits: integer({ zh: '点数', en: 'Credits' }, { write: 'never' }),
    amount: money({ zh: '金额', en: 'Amount' }, { write: 'never' }),
    currency: text({ zh: '币种', en: 'Currency' }, { write: 'never', max: 3, read: 'detail' }),
    reason: text({ zh: '原因', en: 'Reason' }, { write: 'never', max: 200 }),
    input: json({ zh: '申请内容', en: 'Requested change' }, { write: 'never', read: 'detail' }),
    requesterId: reference({ zh: '申请人', en: 'Requested by' }, 'admin', { write: 'never', required: true }),
    approverId: reference({ zh: '审批人', en: 'Decided by' }, 'admin', { write: 'never' }),
    decidedAt: time({ zh: '审批时间', en: 'Decided at' }, { write: 'never', read: 'detail' }),
    note: text({ zh: '审批意见', en: 'Decision note' }, { write: 'never', max: 200, read: 'detail' }),
    expiresAt: time({ zh: '失效时间', en: 'Expires' }, { write: 'never' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        pending: { zh: '待审批', en: 'Waiting for approval', tone: 'warn' },
        approved: { zh: '已执行', en: 'Done', tone: 'good' },
        rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
        withdrawn: { zh: '已撤回', en: 'Withdrawn', tone: 'neutral' },
        expired: { zh: '已失效', en: 'Expired', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['no', 'kind', 'userId', 'credits', 'amount', 'requesterId', 'status'],
    essential: ['credits'],
    filters: ['status', 'kind', 'userId', 'orderId', 'requesterId', 'approverId'],
    quick: { waiting: { label: { zh: '待审批', en: 'Waiting for approval' }, where: { status: ['pending'] } } },
    sort: '-id',
  },
  access: { list: admins, get: admins, batch: admins, export: admins },
  actions: {
    approve: {
      on: 'record',
      next: ['pending'],
      label: { zh: '批准并执行', en: 'Approve and execute' },
      help: {
        zh: '以申请人填写的内容立即执行；不能批准自己的申请',
        en: 'Runs immediately with the original inputs. You cannot approve your own request',
      },
      roles: admins,
      from: ['pending'],
      when: [
        byAnother,
        { field: 'expiresAt', holds: 'notPast', why: { zh: '申请已失效', en: 'This request has expired.' } },
      ],
      danger: true,
      stepUp: true,
      input: { note: text({ zh: '审批意见', en: 'Decision note' }, { max: 200 }) },
    },
    reject: {
      on: 'record',
      label: { zh: '驳回', en: 'Reject' },
      roles: admins,
      from: ['pending'],
      when: [byAnother],
      danger: true,
      stepUp: true,
      input: { note: text({ zh: '驳回原因', en: 'Rejection reason' }, { required: true, min: 2, max: 200 }) },
    },
    withdraw: {
      on: 'record',
      next: ['pending'],
      label: { zh: '撤回', en: 'Withdraw' },
      help: { zh: '申请人撤回自己的申请', en: 'Withdraws your own request.' },
      roles: admins,
      from: ['pending'],
      when: [
        {
          field: 'requesterId',
          holds: 'requester',
          why: { zh: '只有申请人可以撤回', en: 'Only the requester can withdraw this request.' },
        },
      ],
    },
    expire: {
      on: 'system',
      label: { zh: '失效', en: 'Expire' },
      roles: admins,
      from: ['pending'],
      to: 'expired',
    },
  },
});
export type Approval = RecordOf<typeof approval>;
