import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, money, reference, text } from '../../fields/index.ts';

const never = { write: 'never' } as const;

/** Accounts of money that is owed to payees. The accounts of the system are the other side. */
const payableAccounts = {
  pending: { zh: '待结算', en: 'Pending', tone: 'info' },
  available: { zh: '可提现', en: 'Available for withdrawal', tone: 'good' },
  reserved: { zh: '提现中', en: 'Being paid out', tone: 'warn' },
  sysIncome: { zh: '系统：佣金支出', en: 'System: income given', tone: 'neutral' },
  sysPaidOut: { zh: '系统：已付出', en: 'System: paid out', tone: 'neutral' },
  sysFee: { zh: '系统：手续费', en: 'System: fees', tone: 'neutral' },
} as const;

const payableCauses = {
  earn: { zh: '产生', en: 'Earned', tone: 'good' },
  settle: { zh: '结算', en: 'Settled', tone: 'good' },
  refund: { zh: '退款冲回', en: 'Refund', tone: 'warn' },
  reverse: { zh: '人工冲回', en: 'Reversed manually', tone: 'bad' },
  reserve: { zh: '申请提现', en: 'Withdrawal', tone: 'info' },
  release: { zh: '提现退回', en: 'Withdrawal returned', tone: 'info' },
  pay: { zh: '付款', en: 'Paid', tone: 'neutral' },
} as const;

export const payableEntry = defineResource({
  name: 'payableEntry',
  path: '/expand/distribution',
  title: 'id',
  label: { zh: '应付流水', en: 'Payable entry' },
  help: {
    zh: '分销员与区域代理的每一笔余额变动；仅追加，每次记账借贷相抵',
    en: 'Every balance change of distributors and regional agents. Append-only; each posting balances to zero.',
  },
  fields: {
    distributorId: reference({ zh: '分销员', en: 'Distributor' }, 'distributor', never),
    agentId: reference({ zh: '区域代理', en: 'Regional agent' }, 'regionalAgent', never),
    account: choice({ zh: '账户', en: 'Account' }, payableAccounts, { ...never, required: true }),
    seq: integer({ zh: '序号', en: 'No.' }, { ...never, read: 'detail' }),
    delta: money({ zh: '变动', en: 'Change' }, { ...never, required: true }),
    balanceAfter: money({ zh: '变动后余额', en: 'Balance after' }, never),
    currency: text({ zh: '币种', en: 'Currency' }, { ...never, max: 3, read: 'detail' }),
    cause: choice({ zh: '原因', en: 'Cause' }, payableCauses, { ...never, required: true }),
    causeId: text({ zh: '业务编号', en: 'Reference ID' }, { ...never, max: 96, mono: true }),
    operator: choice(
      { zh: '操作方', en: 'Actor' },
      {
        admin: { zh: '管理员', en: 'Admin' },
        service: { zh: '服务', en: 'Service' },
        user: { zh: '用户', en: 'User' },
        system: { zh: '系统', en: 'System' },
      },
      never,
    ),
    operatorId: identifier({ zh: '操作方编号', en: 'Operator ID' }, { ...never, read: 'detail' }),
    reason: text({ zh: '说明', en: 'Reason' }, { ...never, read: 'detail' }),
    transactionId: text(
      { zh: '记账编号', en: 'Posting' },
      { ...never, required: true, max: 96, mono: true, read: 'detail' },
    ),
  },
  list: {
    columns: ['createdAt', 'distributorId', 'agentId', 'account', 'delta', 'balanceAfter', 'cause', 'causeId'],
    filters: ['distributorId', 'agentId', 'account', 'cause', 'causeId', 'transactionId'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: admins },
});
export type PayableEntry = RecordOf<typeof payableEntry>;
