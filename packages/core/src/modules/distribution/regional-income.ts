import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { reference, state, text } from '../../fields/index.ts';
import { incomeFields } from './payable-parts.ts';

const { orderId, buyerId, kind, sourceNo, base, rateBps, amount, currency, net, settledAt, reason } = incomeFields;

export const regionalIncome = defineResource({
  name: 'regionalIncome',
  path: '/expand/regionalagency',
  title: 'id',
  label: { zh: '代理收入', en: 'Regional income', many: 'Regional income' },
  help: {
    zh: '所在地用户每个付款订单的分成；按月结算，退款按比例冲回',
    en: 'A share of each order paid by users of the region. Settled monthly and reversed in proportion by refunds.',
  },
  fields: {
    agentId: reference({ zh: '区域代理', en: 'Regional agent' }, 'regionalAgent', { write: 'never', required: true }),
    orderId,
    buyerId,
    regionCode: text(
      { zh: '购买人区域', en: 'Buyer’s region' },
      {
        write: 'never',
        mono: true,
        max: 6,
        hierarchy: 'region',
        help: {
          zh: '支付时的区域；按省市筛选时包括下级',
          en: 'Region at the time of payment. As a filter, a province or city includes the regions below it.',
        },
      },
    ),
    month: text(
      { zh: '月份', en: 'Month' },
      {
        write: 'never',
        required: true,
        max: 7,
        help: {
          zh: '按站点时区的支付月份；结算之后的冲回记在退款的月份',
          en: 'Month of the payment in the site’s time zone. Reversals after settlement count in the month of the refund.',
        },
      },
    ),
    kind,
    sourceNo,
    base,
    rateBps,
    amount,
    currency,
    net,
    settledAt,
    reversalOf: reference({ zh: '冲回对象', en: 'Reverses' }, 'regionalIncome', { write: 'never', read: 'detail' }),
    reason,
    status: state(
      { zh: '状态', en: 'Status' },
      {
        pending: { zh: '待结算', en: 'Pending', tone: 'info' },
        settled: { zh: '已结算', en: 'Settled', tone: 'good' },
        reversed: { zh: '已冲回', en: 'Reversed', tone: 'warn' },
      },
    ),
  },
  list: {
    columns: ['agentId', 'month', 'orderId', 'regionCode', 'kind', 'base', 'rateBps', 'amount', 'status'],
    filters: ['agentId', 'month', 'orderId', 'buyerId', 'regionCode', 'kind', 'status'],
    totals: ['amount'],
    sort: '-id',
  },
  unique: [['orderId', 'sourceNo']],
  access: { list: everyone, get: everyone, export: admins },
  actions: {
    settle: { on: 'system', label: { zh: '结算', en: 'Settle' }, roles: admins, from: ['pending'], to: 'settled' },
    refundOrder: {
      on: 'system',
      label: { zh: '订单退款', en: 'Order refunded' },
      roles: admins,
      from: ['pending', 'settled'],
      to: 'reversed',
    },
  },
});
export type RegionalIncome = RecordOf<typeof regionalIncome>;
