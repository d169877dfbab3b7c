import { boolean, choice, integer, money, text, time } from '../../fields/index.ts';
import { quotaPeriods } from '../catalog/sale-parts.ts';
import { assets } from '../ledger/balance-parts.ts';
import { capabilities } from '../ledger/credit-lot.ts';

/** States of an order. */
export const orderStates = {
  pending: { zh: '待支付', en: 'Pending', tone: 'info' },
  paid: { zh: '已支付', en: 'Paid', tone: 'warn' },
  fulfilled: { zh: '已完成', en: 'Fulfilled', tone: 'good' },
  fulfilFailed: { zh: '发货失败', en: 'Delivery failed', tone: 'bad' },
  refunding: { zh: '退款中', en: 'Refunding', tone: 'warn' },
  partiallyRefunded: { zh: '部分退款', en: 'Partly refunded', tone: 'warn' },
  refunded: { zh: '已退款', en: 'Refunded', tone: 'neutral' },
  closed: { zh: '已关闭', en: 'Closed', tone: 'neutral' },
} as const;

/** The history of an order. */
export const timelineOutput = {
  no: text({ zh: '订单号', en: 'Order number' }),
  currency: text({ zh: '币种', en: 'Currency' }),
  entries: text({ zh: '流转记录', en: 'Entries' }),
  at: time({ zh: '时间', en: 'Time' }),
  event: text({ zh: '事件', en: 'Event' }),
  label: text({ zh: '说明', en: 'Description' }),
  tone: text({ zh: '状态类型', en: 'Tone' }),
  amount: money({ zh: '金额', en: 'Amount' }),
  detail: text({ zh: '详情', en: 'Detail' }),
} as const;

/** The response of the gateway to an order query. */
export const queryOutput = {
  result: text({ zh: '代码', en: 'Code' }),
  words: text({ zh: '结果', en: 'Result' }),
  status: choice({ zh: '订单状态', en: 'Order status' }, orderStates),
} as const;

export const sandboxPayOutput = {
  tradeNo: text({ zh: '交易号', en: 'Transaction ID' }),
  status: choice({ zh: '订单状态', en: 'Order status' }, orderStates),
} as const;

/** Benefits that a refund would reclaim: credits, quotas or days of a membership. */
export const refundPreviewOutput = {
  currency: text({ zh: '币种', en: 'Currency' }),
  refundable: money({ zh: '可退金额', en: 'Refundable amount' }),
  delivered: boolean({ zh: '已发货', en: 'Delivered' }),
  amount: money({ zh: '退款金额', en: 'Refund amount' }),
  hasShortfall: boolean({ zh: '有差额', en: 'Has a shortfall' }),
  withoutShortfall: money({ zh: '无差额最多可退', en: 'Without a shortfall' }),
  parts: text({ zh: '收回', en: 'Reclaimed' }),
  asset: choice(
    { zh: '资产', en: 'Asset' },
    {
      coin: { zh: '货币', en: 'Coins' },
      compute: { zh: '算力', en: 'Compute' },
      quota: { zh: '会员额度', en: 'Quota' },
      days: { zh: '会员天数', en: 'Membership days' },
    },
  ),
  granted: integer({ zh: '共发放', en: 'Total granted' }),
  toReclaim: integer({ zh: '应收回', en: 'To reclaim' }),
  reclaimable: integer({ zh: '可收回', en: 'Reclaimable' }),
  shortfall: integer({ zh: '差额', en: 'Shortfall' }),
  lots: text({ zh: '本订单的批次', en: 'Lots from this order' }),
  lot: integer({ zh: '批次编号', en: 'Lot ID' }),
  given: integer({ zh: '发放', en: 'Granted' }),
  remaining: integer({ zh: '剩余', en: 'Remaining' }),
  held: integer({ zh: '冻结', en: 'Held' }),
  expiresAt: time({ zh: '到期', en: 'Expires' }),
  membershipDays: integer({ zh: '收回会员天数', en: 'Membership days reclaimed' }),
  membershipEnds: boolean({ zh: '会员随之结束', en: 'The membership ends' }),
  membershipUntil: time({ zh: '此后会员到期', en: 'Membership expires then' }),
  quotas: text({ zh: '会员额度', en: 'Quotas' }),
  capability: choice({ zh: '能力', en: 'Capability' }, capabilities),
  period: choice({ zh: '周期', en: 'Period' }, quotaPeriods),
  modelGroup: text({ zh: '模型分组', en: 'Model group' }),
  used: integer({ zh: '已用', en: 'Used' }),
  reclaimed: integer({ zh: '收回额度', en: 'Reversed' }),
  left: integer({ zh: '剩余可用', en: 'Remaining' }),
  shares: text({ zh: '佣金与分成', en: 'Commissions and shares' }),
  payeeKind: choice(
    { zh: '收款方', en: 'Payee' },
    { distributor: { zh: '分销员', en: 'Distributor' }, agent: { zh: '区域代理', en: 'Regional agent' } },
  ),
  payeeId: integer({ zh: '收款方编号', en: 'Payee ID' }),
  shareBack: money({ zh: '收回佣金', en: 'Commission reversed' }),
  retainedShare: money({ zh: '保留佣金', en: 'Commission retained' }),
  rewards: text({ zh: '邀请奖励', en: 'Invite rewards' }),
  rewarded: integer({ zh: '用户编号', en: 'User ID' }),
  rewardAsset: choice({ zh: '奖励资产', en: 'Reward asset' }, assets),
  rewardBack: integer({ zh: '收回奖励', en: 'Reward revoked' }),
  openRequest: text({ zh: '待审核的退款申请', en: 'Open refund request' }),
  requestId: integer({ zh: '申请编号', en: 'Request ID' }),
  requestNo: text({ zh: '退款号', en: 'Refund number' }),
  requested: money({ zh: '申请金额', en: 'Requested amount' }),
  requestReason: text({ zh: '申请原因', en: 'Request reason' }),
  requestedAt: time({ zh: '申请时间', en: 'Requested at' }),
  rewardStays: integer({ zh: '已用的奖励', en: 'Reward spent' }),
} as const;
