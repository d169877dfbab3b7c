import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, reference, state, time } from '../../fields/index.ts';
import { incomeFields, whyText } from './payable-parts.ts';

const { orderId, buyerId, kind, sourceNo, base, rateBps, amount, currency, net, settledAt, reason } = incomeFields;

export const commission = defineResource({
  name: 'commission',
  path: '/expand/distribution',
  title: 'id',
  label: { zh: '佣金', en: 'Commission' },
  help: {
    zh: '每个付款订单的佣金；退款按比例冲回，到期后可提现',
    en: 'A share of each paid order. Refunds reverse it in proportion. After the holding period it can be withdrawn.',
  },
  fields: {
    distributorId: reference({ zh: '分销员', en: 'Distributor' }, 'distributor', { write: 'never', required: true }),
    orderId,
    buyerId,
    level: choice(
      { zh: '层级', en: 'Level' },
      {
        direct: { zh: '直接', en: 'Direct', tone: 'info' },
        indirect: { zh: '间接', en: 'Indirect', tone: 'neutral' },
      },
      { write: 'never', required: true },
    ),
    kind,
    sourceNo,
    base,
    rateBps,
    amount,
    currency,
    net,
    settleAt: time(
      { zh: '应结算时间', en: 'Settlement due' },
      {
        write: 'never',
        help: {
          zh: '冲回的记录沿用原来的时间，二者一同结算',
          en: 'A reversal keeps the settlement date of its commission, so both settle together.',
        },
      },
    ),
    settledAt,
    reversalOf: reference({ zh: '冲回对象', en: 'Reverses' }, 'commission', { write: 'never', read: 'detail' }),
    reason,
    status: state(
      { zh: '状态', en: 'Status' },
      {
        pending: { zh: '待结算', en: 'Pending', tone: 'info' },
        available: { zh: '已结算', en: 'Settled', tone: 'good' },
        reversed: { zh: '已冲回', en: 'Reversed', tone: 'warn' },
      },
    ),
  },
  list: {
    columns: ['distributorId', 'orderId', 'buyerId', 'level', 'kind', 'amount', 'status', 'settleAt'],
    filters: ['distributorId', 'orderId', 'buyerId', 'status', 'level', 'kind', 'settleAt'],
    totals: ['amount'],
    sort: '-id',
  },
  unique: [['orderId', 'level', 'sourceNo']],
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    reverse: {
      on: 'record',
      label: { zh: '冲回', en: 'Reverse' },
      help: {
        zh: '冲回尚未冲回的全部金额；已结算且余额不足时记为欠款',
        en: 'Reverses all that remains. Settled amounts already paid out become debt.',
      },
      roles: admins,
      from: ['pending', 'available'],
      when: [
        {
          field: 'kind',
          holds: { in: ['earned'] },
          why: { zh: '冲回记录不能再冲回', en: 'A reversal cannot be reversed.' },
        },
      ],
      to: 'reversed',
      danger: true,
      loss: 'final',
      input: { reason: whyText },
    },
    settle: { on: 'system', label: { zh: '结算', en: 'Settle' }, roles: admins, from: ['pending'], to: 'available' },
    refundOrder: {
      on: 'system',
      label: { zh: '订单退款', en: 'Order refunded' },
      roles: admins,
      from: ['pending', 'available'],
      to: 'reversed',
    },
  },
});
export type Commission = RecordOf<typeof commission>;
