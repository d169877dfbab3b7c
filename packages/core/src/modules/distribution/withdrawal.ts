import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, image, integer, money, reference, secret, state, text, time } from '../../fields/index.ts';
import { payoutChannels, payoutFields, reasonField, whyText } from './payable-parts.ts';

const never = { write: 'never' } as const;
const later = { write: 'never', read: 'detail' } as const;
const voucher = { zh: '凭证', en: 'Voucher' } as const;
const externalNo = { zh: '外部单号', en: 'External number' } as const;

export const withdrawal = defineResource({
  name: 'withdrawal',
  path: '/expand/distribution',
  inMenu: true,
  title: 'no',
  label: { zh: '提现', en: 'Withdrawal' },
  help: {
    zh: '申请时占用余额，拒绝或失败时退回；付款由人工完成并留下凭证',
    en: 'The amount is reserved on request and returned on rejection or failure. An admin pays it and attaches the voucher.',
  },
  fields: {
    no: text({ zh: '提现号', en: 'Withdrawal number' }, { ...never, unique: true, search: true, mono: true, max: 32 }),
    distributorId: reference({ zh: '分销员', en: 'Distributor' }, 'distributor', never),
    agentId: reference({ zh: '区域代理', en: 'Regional agent' }, 'regionalAgent', never),
    amount: money(payoutFields.amount, { ...never, required: true }),
    currency: text({ zh: '币种', en: 'Currency' }, { ...later, max: 3, default: 'CNY' }),
    fee: money(payoutFields.fee, { ...never, required: true, default: 0 }),
    payout: money(payoutFields.payout, { ...later, required: true, default: 0 }),
    channel: choice(payoutFields.channel, payoutChannels, { ...never, required: true }),
    account: secret(payoutFields.account, never),
    accountMask: text(payoutFields.account, { ...never, max: 16, mono: true }),
    realName: secret(payoutFields.realName, never),
    realNameMask: text(payoutFields.realName, { ...later, max: 16 }),
    bankName: text(payoutFields.bankName, { ...later, max: 64 }),
    externalNo: text(externalNo, { ...later, max: 64, mono: true }),
    voucher: image(voucher, later),
    reason: reasonField,
    attempt: integer({ zh: '第几次申请', en: 'Request number' }, { ...later, required: true, default: 1 }),
    approvedBy: reference({ zh: '审核人', en: 'Approved by' }, 'admin', later),
    approvedAt: time({ zh: '审核时间', en: 'Approved' }, later),
    paidBy: reference({ zh: '付款人', en: 'Paid by' }, 'admin', later),
    finishedAt: time({ zh: '完成时间', en: 'Finished at' }, later),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        requested: { zh: '待审核', en: 'Waiting for review', tone: 'info' },
        approved: { zh: '待付款', en: 'Awaiting payout', tone: 'warn' },
        paying: { zh: '付款中', en: 'Paying', tone: 'warn' },
        paid: { zh: '已付款', en: 'Paid', tone: 'good' },
        failed: { zh: '付款失败', en: 'Failed', tone: 'bad' },
        rejected: { zh: '已拒绝', en: 'Rejected', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['no', 'status', 'distributorId', 'agentId', 'amount', 'channel', 'createdAt'],
    filters: ['status', 'distributorId', 'agentId', 'channel', 'amount', 'externalNo'],
    quick: {
      toReview: { label: { zh: '待审核', en: 'Waiting for review' }, where: { status: ['requested'] } },
      toPay: { label: { zh: '待付款', en: 'Awaiting payment' }, where: { status: ['approved'] } },
      failed: { label: { zh: '付款失败', en: 'Failed' }, where: { status: ['failed'] } },
    },
    totals: ['amount', 'fee'],
    sort: '-id',
  },
  access: { list: admins, get: admins, batch: admins, export: admins },
  stepUp: ['export'],
  actions: {
    approve: {
      on: 'record',
      label: { zh: '通过', en: 'Approve' },
      roles: admins,
      undo: false,
      from: ['requested'],
      to: 'approved',
    },
    reject: {
      on: 'record',
      next: [],
      label: { zh: '拒绝', en: 'Reject' },
      help: { zh: '金额退回可提现余额', en: 'The amount is returned to the available balance.' },
      roles: admins,
      from: ['requested', 'approved'],
      to: 'rejected',
      danger: true,
      input: { reason: whyText },
    },
    startPaying: {
      on: 'record',
      label: { zh: '开始付款', en: 'Start payment' },
      help: {
        zh: '交给付款人员之后使用，此后只能成功或失败',
        en: 'Use once the payment is in progress. The withdrawal is then paid or fails.',
      },
      roles: admins,
      undo: false,
      from: ['approved'],
      to: 'paying',
    },
    markPaid: {
      on: 'record',
      label: { zh: '确认已付', en: 'Mark as paid' },
      help: {
        zh: '外部单号与凭证留在记录上；可设置审核人不能付款',
        en: 'The external number and voucher are stored with the withdrawal. The settings can require that the payer is not the approver.',
      },
      roles: admins,
      from: ['paying'],
      to: 'paid',
      danger: true,
      stepUp: true,
      singleRecord: true,
      input: { externalNo: text(externalNo, { required: true, min: 4, max: 64 }), voucher: image(voucher) },
    },
    markFailed: {
      on: 'record',
      label: { zh: '付款失败', en: 'Mark as failed' },
      help: { zh: '金额退回可提现余额', en: 'The amount is returned to the available balance.' },
      roles: admins,
      from: ['paying'],
      to: 'failed',
      danger: true,
      input: { reason: whyText },
    },
    requestAgain: {
      on: 'record',
      label: { zh: '重新申请', en: 'Request again' },
      help: {
        zh: '付款失败的提现重新占用同样的金额，再走一遍审核与付款',
        en: 'Reserves the amount again and restarts review and payment.',
      },
      roles: admins,
      undo: false,
      from: ['failed'],
      to: 'requested',
      danger: true,
    },
    reveal: {
      on: 'record',
      label: { zh: '显示账号', en: 'Show the account' },
      roles: admins,
      stepUp: true,
      singleRecord: true,
      output: {
        account: text({ zh: '收款账号', en: 'Account' }),
        realName: text({ zh: '收款人', en: 'Payee' }),
      },
    },
  },
});
export type Withdrawal = RecordOf<typeof withdrawal>;
