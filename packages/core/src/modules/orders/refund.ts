import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, money, reference, state, text, time } from '../../fields/index.ts';
import { refundRejections } from '../reason-suggestions.ts';
import { payChannels, refundTerms } from './order.ts';
import { refundPreviewOutput } from './order-outputs.ts';

const approvedAmount = money(
  { zh: '退款金额', en: 'Refund amount' },
  {
    min: 1,
    help: {
      zh: '留空则按申请的金额，不能超过申请的金额',
      en: 'Leave empty for the requested amount. It cannot be more.',
    },
  },
);

export const refund = defineResource({
  name: 'refund',
  path: '/orders/order-table',
  inMenu: true,
  title: 'no',
  label: { zh: '退款单', en: 'Refund' },
  help: { zh: '每次退款收回的权益与退款进度', en: 'What each refund reclaimed, and the status of the payment' },
  fields: {
    no: text(
      { zh: '退款号', en: 'Refund number' },
      { write: 'never', unique: true, search: true, mono: true, max: 40 },
    ),
    orderId: reference({ zh: '订单', en: 'Order' }, 'order', { write: 'never', required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    channel: choice({ zh: '渠道', en: 'Channel' }, payChannels, { write: 'never', required: true }),
    amount: money({ zh: '金额', en: 'Amount' }, { write: 'never', required: true }),
    currency: text({ zh: '币种', en: 'Currency' }, { write: 'never', max: 3, read: 'detail' }),
    kind: choice(
      { zh: '类型', en: 'Kind' },
      { full: { zh: '退清', en: 'Full' }, partial: { zh: '部分', en: 'Partial' } },
      { write: 'never', required: true },
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { write: 'never' }),
    reclaimedCoin: integer({ zh: '收回货币', en: 'Coins reclaimed' }, { write: 'never', default: 0 }),
    reclaimedCompute: integer({ zh: '收回算力', en: 'Compute reclaimed' }, { write: 'never', default: 0 }),
    reclaimedDays: integer(
      { zh: '收回会员', en: 'Membership revoked' },
      { write: 'never', default: 0, read: 'detail', unit: { zh: '天', en: 'days' } },
    ),
    shortfall: integer(
      { zh: '差额', en: 'Shortfall' },
      {
        write: 'never',
        default: 0,
        help: { zh: '本应收回、已被用掉的点数', en: 'Credits that should have been reclaimed but were already spent.' },
      },
    ),
    channelRefundNo: text(
      { zh: '渠道退款号', en: 'Gateway refund ID' },
      { write: 'never', max: 64, mono: true, read: 'detail' },
    ),
    tries: integer({ zh: '次数', en: 'Attempts' }, { write: 'never', default: 0, read: 'detail' }),
    error: text({ zh: '错误', en: 'Error' }, { write: 'never' }),
    requestedBy: choice(
      { zh: '发起人', en: 'Requested by' },
      {
        admin: { zh: '管理员', en: 'Admin' },
        user: { zh: '用户', en: 'User' },
        gateway: { zh: '支付渠道', en: 'Gateway' },
      },
      { write: 'never', default: 'admin' },
    ),
    decision: text(
      { zh: '处理意见', en: 'Decision' },
      {
        write: 'never',
        max: 200,
        read: 'detail',
        help: { zh: '对用户申请的答复', en: 'Response to the user’s request.' },
      },
    ),
    cameBack: choice(
      { zh: '退回', en: 'Returned' },
      {
        no: { zh: '否', en: 'No', tone: 'neutral' },
        waiting: { zh: '退款被退回，待线下补付', en: 'Returned, pay another way', tone: 'bad' },
        settled: { zh: '已另付', en: 'Paid another way', tone: 'good' },
      },
      {
        write: 'never',
        required: true,
        default: 'no',
        help: {
          zh: '渠道曾确认退款成功，后又通知未到账。账目仍记为已退款，请通过其他方式补付',
          en: 'The gateway confirmed the refund and later returned it. The ledger still shows it as refunded. Pay the user another way.',
        },
      },
    ),
    cameBackWhy: text({ zh: '退回原因', en: 'Return reason' }, { write: 'never', max: 200, read: 'detail' }),
    handPaidNo: text(
      { zh: '补付单号', en: 'Replacement payment number' },
      { write: 'never', max: 64, mono: true, read: 'detail' },
    ),
    finishedAt: time({ zh: '完成时间', en: 'Finished at' }, { write: 'never', read: 'detail' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        processing: { zh: '处理中', en: 'Processing', tone: 'warn' },
        succeeded: { zh: '已退款', en: 'Refunded', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
        requested: { zh: '待审核', en: 'Waiting for review', tone: 'info' },
        rejected: { zh: '已驳回', en: 'Rejected', tone: 'neutral' },
        cancelled: { zh: '已取消', en: 'Canceled', tone: 'neutral' },
        returned: { zh: '钱被退回', en: 'Money returned', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['no', 'orderId', 'userId', 'amount', 'shortfall', 'reclaimedCoin', 'reclaimedCompute', 'status'],
    essential: ['shortfall', 'reclaimedCoin', 'reclaimedCompute'],
    filters: ['orderId', 'userId', 'status', 'requestedBy', 'kind', 'channel', 'amount', 'cameBack'],
    quick: {
      toReview: { label: { zh: '待审核', en: 'Waiting for review' }, where: { status: ['requested'] } },
      processing: { label: { zh: '处理中', en: 'In progress' }, where: { status: ['processing'] } },
      failed: { label: { zh: '退款失败', en: 'Failed' }, where: { status: ['failed'] } },
      cameBack: { label: { zh: '钱被退回', en: 'Money returned' }, where: { status: ['returned'] } },
    },
    totals: ['amount', 'reclaimedCoin', 'reclaimedCompute', 'shortfall'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    previewApprove: {
      on: 'record',
      label: { zh: '预览同意退款', en: 'Preview approval' },
      help: {
        zh: '预览可收回的权益与差额，不改变任何数据',
        en: 'Shows what would be reclaimed and the shortfall. Nothing is changed.',
      },
      roles: admins,
      reads: true,
      from: ['requested'],
      input: { amount: approvedAmount },
      output: refundPreviewOutput,
    },
    approve: {
      on: 'record',
      next: ['requested'],
      label: { zh: '同意退款', en: 'Approve refund' },
      help: {
        zh: '同意用户的申请：先收回本订单发放的权益，再退款',
        en: 'Approves the request of the user: reclaims the benefits of the order, then refunds the money.',
      },
      roles: admins,
      from: ['requested'],
      danger: true,
      stepUp: true,
      confirmationFields: ['amount', 'reason'],
      input: {
        amount: approvedAmount,
        ...refundTerms,
      },
    },
    reject: {
      on: 'record',
      next: [],
      label: { zh: '驳回', en: 'Reject' },
      roles: admins,
      from: ['requested'],
      to: 'rejected',
      danger: true,
      input: {
        decision: text(
          { zh: '驳回原因', en: 'Rejection reason' },
          {
            required: true,
            min: 4,
            max: 200,
            suggestions: refundRejections,
            help: { zh: '用户可以看到', en: 'Visible to the user.' },
          },
        ),
      },
    },
    cancel: {
      on: 'system',
      label: { zh: '取消申请', en: 'Cancel' },
      roles: admins,
      from: ['requested'],
      to: 'cancelled',
    },
    begin: {
      on: 'system',
      label: { zh: '开始退款', en: 'Refund started' },
      roles: admins,
      from: ['requested'],
      to: 'processing',
    },
    retry: {
      on: 'record',
      next: ['processing'],
      label: { zh: '重试', en: 'Retry' },
      help: {
        zh: '以同一退款号再向渠道请求一次',
        en: 'Sends the request to the gateway again with the same refund number.',
      },
      roles: admins,
      from: ['processing'],
      input: {
        externalNo: text(
          { zh: '渠道后台的退款号', en: 'Refund number in the gateway’s back office' },
          {
            max: 64,
            help: {
              zh: '仅易支付需要：该渠道不支持退款号；首次请求未收到响应时，请先到其后台核实或退款，再填写其后台的单号',
              en: 'Epay only. Epay has no refund numbers: if an attempt got no response, check its back office, refund there if needed, and enter that number.',
            },
          },
        ),
      },
    },
    markPaidManually: {
      on: 'record',
      label: { zh: '已另行付款', en: 'Mark as paid another way' },
      help: {
        zh: '退款被渠道退回后，已用其他方式付给本人：登记单号，账目不变',
        en: 'The gateway returned the money and the user was paid another way. Records the payment number; the ledger does not change.',
      },
      roles: admins,
      from: ['returned'],
      to: 'succeeded',
      danger: true,
      stepUp: true,
      singleRecord: true,
      input: {
        externalNo: text({ zh: '付款单号', en: 'Payment number' }, { required: true, min: 2, max: 64 }),
        reason: text({ zh: '说明', en: 'Description' }, { required: true, min: 4, max: 200 }),
      },
    },
    succeed: {
      on: 'system',
      label: { zh: '到账', en: 'Credited' },
      roles: admins,
      from: ['processing'],
      to: 'succeeded',
    },
    comeBack: {
      on: 'system',
      label: { zh: '钱被退回', en: 'Money returned' },
      roles: admins,
      from: ['succeeded'],
      to: 'returned',
    },
    fail: { on: 'system', label: { zh: '失败', en: 'Fail' }, roles: admins, from: ['processing'], to: 'failed' },
  },
});
export type Refund = RecordOf<typeof refund>;
