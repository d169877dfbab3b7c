import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, money, paragraph, reference, text } from '../../fields/index.ts';
import { payChannels } from './order.ts';

/** Result of a payment notification. */
const results = {
  applied: { zh: '已入账', en: 'Applied', tone: 'good' },
  duplicate: { zh: '重复', en: 'Duplicate', tone: 'neutral' },
  alreadyPaid: { zh: '重复付款', en: 'Paid twice', tone: 'bad' },
  badSignature: { zh: '签名不符', en: 'Invalid signature', tone: 'bad' },
  stale: { zh: '时间戳过期', en: 'Timestamp expired', tone: 'bad' },
  malformed: { zh: '无法读取', en: 'Unreadable', tone: 'bad' },
  channelOff: { zh: '渠道未启用', en: 'Channel disabled', tone: 'bad' },
  otherMerchant: { zh: '商户不符', en: 'Merchant mismatch', tone: 'bad' },
  channelMismatch: { zh: '渠道不符', en: 'Channel mismatch', tone: 'bad' },
  amountMismatch: { zh: '金额不符', en: 'Amount mismatch', tone: 'bad' },
  currencyMismatch: { zh: '币种不符', en: 'Currency mismatch', tone: 'bad' },
  tradeNoReused: { zh: '交易号已用', en: 'Transaction ID already used', tone: 'bad' },
  approvalRequired: { zh: '需要审批', en: 'Approval required', tone: 'warn' },
  unknownOrder: { zh: '无此订单', en: 'Order not found', tone: 'bad' },
  notPaid: { zh: '未支付', en: 'Not paid', tone: 'neutral' },
  conflicting: { zh: '状态自相矛盾', en: 'Contradictory status', tone: 'bad' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  cameBack: { zh: '退款被退回', en: 'Refund returned', tone: 'bad' },
  disputeWon: { zh: '拒付未成立', en: 'Dispute won', tone: 'good' },
  disputeLost: { zh: '拒付成立', en: 'Dispute lost', tone: 'bad' },
  disputed: { zh: '付款人拒付', en: 'Disputed by the payer', tone: 'bad' },
  refundedOutside: { zh: '渠道后台退款', en: 'Refunded at the gateway', tone: 'bad' },
  rerouted: { zh: '退款改道', en: 'Refund redirected', tone: 'neutral' },
} as const;
export type PaymentResult = keyof typeof results;

export const paymentEvent = defineResource({
  name: 'paymentEvent',
  path: '/orders/order-table',
  title: 'eventId',
  label: { zh: '支付事件', en: 'Payment event' },
  help: {
    zh: '支付渠道的全部通知，含未采信的；仅追加，不可修改',
    en: 'Every notification from a payment gateway, accepted or rejected. Append-only.',
  },
  fields: {
    orderId: reference({ zh: '订单', en: 'Order' }, 'order', { write: 'never' }),
    channel: choice({ zh: '渠道', en: 'Channel' }, payChannels, { write: 'never', required: true }),
    kind: choice(
      { zh: '来源', en: 'Kind' },
      {
        notify: { zh: '通知', en: 'Notification' },
        query: { zh: '查询', en: 'Query' },
        manual: { zh: '人工', en: 'Manual' },
        refund: { zh: '退款', en: 'Refund' },
      },
      { write: 'never', required: true },
    ),
    result: choice({ zh: '结果', en: 'Result' }, results, { write: 'never', required: true }),
    verified: boolean({ zh: '验签通过', en: 'Verified' }, { write: 'never' }),
    amount: money({ zh: '金额', en: 'Amount' }, { write: 'never' }),
    currency: text({ zh: '币种', en: 'Currency' }, { write: 'never', max: 16, read: 'detail' }),
    tradeNo: text({ zh: '交易号', en: 'Transaction ID' }, { write: 'never', max: 64, mono: true, read: 'detail' }),
    eventId: text({ zh: '事件编号', en: 'Event ID' }, { write: 'never', max: 96, mono: true }),
    note: text({ zh: '说明', en: 'Note' }, { write: 'never' }),
    actorId: reference({ zh: '操作人', en: 'By admin' }, 'admin', { write: 'never', read: 'detail' }),
    raw: paragraph({ zh: '原文', en: 'Raw' }, { write: 'never', read: 'detail', personal: true, max: 20_000 }),
  },
  list: {
    columns: ['createdAt', 'orderId', 'channel', 'kind', 'result', 'verified', 'amount', 'eventId'],
    filters: ['orderId', 'channel', 'kind', 'result', 'verified', 'eventId'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: admins },
});
export type PaymentEvent = RecordOf<typeof paymentEvent>;
