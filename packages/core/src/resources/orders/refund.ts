import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, money, reference, state, text, time } from '../../fields/index.ts';
import { payChannels } from './order.ts';

export const refund = defineResource({
  name: 'refund',
  path: '/orders/order-table',
  title: 'no',
  label: { zh: '退款单', en: 'Refund' },
  help: { zh: '每次退款收回了什么、钱退到了哪一步', en: 'What each refund took back, and how far the money is' },
  fields: {
    no: text({ zh: '退款号', en: 'Refund no.' }, { write: 'never', unique: true, search: true, mono: true, max: 40 }),
    orderId: reference({ zh: '订单', en: 'Order' }, 'order', { write: 'never', required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    channel: choice({ zh: '渠道', en: 'Channel' }, payChannels, { write: 'never', required: true }),
    amount: money({ zh: '金额', en: 'Amount' }, { write: 'never', required: true }),
    kind: choice(
      { zh: '类型', en: 'Kind' },
      { full: { zh: '退清', en: 'Full' }, partial: { zh: '部分', en: 'Partial' } },
      { write: 'never', required: true },
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { write: 'never' }),
    reclaimedCoin: integer({ zh: '收回货币', en: 'Coins taken back' }, { write: 'never', default: 0 }),
    reclaimedPower: integer({ zh: '收回算力', en: 'Power taken back' }, { write: 'never', default: 0 }),
    reclaimedDays: integer(
      { zh: '收回会员', en: 'Membership taken back' },
      { write: 'never', default: 0, read: 'detail', unit: { zh: '天', en: 'days' } },
    ),
    shortfall: integer(
      { zh: '差额', en: 'Shortfall' },
      {
        write: 'never',
        default: 0,
        help: { zh: '本应收回、已被用掉的点数', en: 'Points that should have come back and were spent' },
      },
    ),
    channelRefundNo: text(
      { zh: '渠道退款号', en: 'Gateway no.' },
      { write: 'never', max: 64, mono: true, read: 'detail' },
    ),
    tries: integer({ zh: '次数', en: 'Tries' }, { write: 'never', default: 0, read: 'detail' }),
    error: text({ zh: '错误', en: 'Error' }, { write: 'never' }),
    finishedAt: time({ zh: '完成时间', en: 'Finished' }, { write: 'never', read: 'detail' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        processing: { zh: '处理中', en: 'Processing', tone: 'warn' },
        succeeded: { zh: '已退款', en: 'Refunded', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['no', 'orderId', 'userId', 'amount', 'kind', 'reclaimedCoin', 'reclaimedPower', 'shortfall', 'status'],
    filters: ['orderId', 'userId', 'status', 'kind', 'channel', 'amount'],
    totals: ['amount', 'reclaimedCoin', 'reclaimedPower', 'shortfall'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: admins },
  actions: {
    retry: {
      on: 'record',
      label: { zh: '重试', en: 'Retry' },
      help: { zh: '以同一退款号再向渠道请求一次', en: 'Asks the gateway once more, with the same refund number' },
      roles: admins,
      from: ['processing'],
    },
    succeed: {
      on: 'system',
      label: { zh: '到账', en: 'Succeed' },
      roles: admins,
      from: ['processing'],
      to: 'succeeded',
    },
    fail: { on: 'system', label: { zh: '失败', en: 'Fail' }, roles: admins, from: ['processing'], to: 'failed' },
  },
});
export type Refund = RecordOf<typeof refund>;
