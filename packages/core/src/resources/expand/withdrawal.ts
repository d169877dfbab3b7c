import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, image, money, reference, secret, state, text, time } from '../../fields/index.ts';
import { reasonField, whyText } from './payable-parts.ts';

/** Ways in which money is paid out; somebody does it by hand, with the payout file. */
export const payoutChannels = {
  alipay: { zh: '支付宝', en: 'Alipay' },
  wechat: { zh: '微信', en: 'WeChat' },
  bank: { zh: '银行卡', en: 'Bank' },
} as const;

const never = { write: 'never' } as const;
const later = { write: 'never', read: 'detail' } as const;
const voucher = { zh: '凭证', en: 'Voucher' } as const;
const externalNo = { zh: '外部单号', en: 'External no.' } as const;

export const withdrawal = defineResource({
  name: 'withdrawal',
  path: '/expand/distribution',
  title: 'no',
  label: { zh: '提现', en: 'Withdrawal' },
  help: {
    zh: '申请时占用余额，拒绝或失败时退回；付款由人工完成并留下凭证',
    en: 'Its money is set aside when it is asked for and given back when it is refused or fails; people pay it and leave a voucher',
  },
  fields: {
    no: text({ zh: '提现号', en: 'Withdrawal no.' }, { ...never, unique: true, search: true, mono: true, max: 32 }),
    distributorId: reference({ zh: '分销员', en: 'Distributor' }, 'distributor', {
      write: 'create',
      help: { zh: '分销员与区域代理选填其一', en: 'A distributor or a regional agent' },
    }),
    agentId: reference({ zh: '区域代理', en: 'Regional agent' }, 'regionalAgent', { write: 'create' }),
    amount: money({ zh: '金额', en: 'Amount' }, { write: 'create', required: true, min: 1, max: 100_000_000_00 }),
    fee: money({ zh: '手续费', en: 'Fee' }, { ...never, required: true, default: 0 }),
    payout: money({ zh: '应付', en: 'To pay' }, { ...never, required: true, default: 0, read: 'detail' }),
    channel: choice({ zh: '方式', en: 'Paid by' }, payoutChannels, { write: 'create', required: true }),
    account: secret(
      { zh: '收款账号', en: 'Account' },
      {
        write: 'create',
        required: true,
        min: 4,
        max: 64,
        help: { zh: '加密保存，只显示末尾', en: 'Sealed; its end is shown alone' },
      },
    ),
    accountMask: text({ zh: '收款账号', en: 'Account' }, { ...never, max: 16, mono: true }),
    realName: secret({ zh: '收款人', en: 'Payee' }, { write: 'create', required: true, min: 2, max: 64 }),
    realNameMask: text({ zh: '收款人', en: 'Payee' }, { ...never, max: 16, read: 'detail' }),
    bankName: text({ zh: '开户行', en: 'Bank' }, { write: 'create', max: 64, read: 'detail' }),
    externalNo: text(externalNo, { ...later, max: 64, mono: true }),
    voucher: image(voucher, later),
    reason: reasonField,
    approvedBy: reference({ zh: '审核人', en: 'Approved by' }, 'admin', later),
    approvedAt: time({ zh: '审核时间', en: 'Approved' }, later),
    paidBy: reference({ zh: '付款人', en: 'Paid by' }, 'admin', later),
    finishedAt: time({ zh: '完成时间', en: 'Finished' }, later),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        requested: { zh: '待审核', en: 'To review', tone: 'info' },
        approved: { zh: '待付款', en: 'To pay', tone: 'warn' },
        paying: { zh: '付款中', en: 'Paying', tone: 'warn' },
        paid: { zh: '已付款', en: 'Paid', tone: 'good' },
        failed: { zh: '付款失败', en: 'Failed', tone: 'bad' },
        rejected: { zh: '已拒绝', en: 'Rejected', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['no', 'status', 'distributorId', 'agentId', 'amount', 'fee', 'channel', 'accountMask', 'createdAt'],
    filters: ['status', 'distributorId', 'agentId', 'channel', 'amount', 'externalNo'],
    totals: ['amount', 'fee'],
    sort: '-id',
  },
  form: [['distributorId', 'agentId'], ['amount'], ['channel', 'bankName'], ['account', 'realName']],
  access: { list: admins, get: admins, create: admins, batch: admins, export: admins },
  stepUp: ['export'],
  actions: {
    approve: {
      on: 'record',
      label: { zh: '通过', en: 'Approve' },
      roles: admins,
      from: ['requested'],
      to: 'approved',
    },
    reject: {
      on: 'record',
      label: { zh: '拒绝', en: 'Reject' },
      help: { zh: '金额退回可提现余额', en: 'The money is available again' },
      roles: admins,
      from: ['requested', 'approved'],
      to: 'rejected',
      danger: true,
      input: { reason: whyText },
    },
    startPaying: {
      on: 'record',
      label: { zh: '开始付款', en: 'Start paying' },
      help: {
        zh: '交给付款的人之后使用，此后只能成功或失败',
        en: 'Once it is with whoever pays; from here it is paid or fails',
      },
      roles: admins,
      from: ['approved'],
      to: 'paying',
    },
    markPaid: {
      on: 'record',
      label: { zh: '确认已付', en: 'Mark paid' },
      help: {
        zh: '外部单号与凭证留在记录上；可设置审核人不能付款',
        en: 'The number and the voucher stay with it; the settings may ask for somebody else than who approved it',
      },
      roles: admins,
      from: ['paying'],
      to: 'paid',
      danger: true,
      stepUp: true,
      alone: true,
      input: { externalNo: text(externalNo, { required: true, min: 4, max: 64 }), voucher: image(voucher) },
    },
    markFailed: {
      on: 'record',
      label: { zh: '付款失败', en: 'Mark failed' },
      help: { zh: '金额退回可提现余额', en: 'The money is available again' },
      roles: admins,
      from: ['paying'],
      to: 'failed',
      danger: true,
      input: { reason: whyText },
    },
    reveal: {
      on: 'record',
      label: { zh: '显示账号', en: 'Show the account' },
      roles: admins,
      stepUp: true,
      alone: true,
      output: {
        account: text({ zh: '收款账号', en: 'Account' }),
        realName: text({ zh: '收款人', en: 'Payee' }),
      },
    },
  },
});
export type Withdrawal = RecordOf<typeof withdrawal>;
