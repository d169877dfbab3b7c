import { admins, defineResource, everyone, type LocalizedText, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, reference, text } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { assets } from './balance-parts.ts';

/** Why a balance changed. */
const ledgerCauses = {
  recharge: { zh: '充值', en: 'Purchase', tone: 'good' },
  redeem: { zh: '兑换', en: 'Redeemed', tone: 'good' },
  sign: { zh: '签到', en: 'Daily check-in', tone: 'good' },
  invite: { zh: '邀请', en: 'Invite', tone: 'good' },
  gift: { zh: '赠送', en: 'Gift', tone: 'good' },
  adminAdjust: { zh: '管理员调整', en: 'Admin adjustment', tone: 'info' },
  consume: { zh: '消费', en: 'Spent', tone: 'neutral' },
  consumeRefund: { zh: '消费退还', en: 'Usage returned', tone: 'info' },
  orderRefund: { zh: '订单退款', en: 'Order refund', tone: 'warn' },
  expire: { zh: '到期', en: 'Expired', tone: 'warn' },
  reversal: { zh: '冲正', en: 'Reversal', tone: 'warn' },
} as const;

/** The other side of credits that users receive or spend. */
const systemAccounts = {
  'sys:issued': { zh: '发放', en: 'Issued' },
  'sys:adjust': { zh: '人工调整', en: 'Manual adjustment' },
  'sys:consumed': { zh: '已消费', en: 'Spent' },
  'sys:expired': { zh: '已过期', en: 'Expired' },
} as const;

export const ledgerEntry = defineResource({
  name: 'ledgerEntry',
  path: '/comsums/consum-table',
  inMenu: true,
  title: 'id',
  label: { zh: '账务流水', en: 'Ledger entry' },
  help: { zh: '每一笔余额变动；仅追加，不可修改', en: 'Every balance change. Append-only.' },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', {
      write: 'never',
      help: { zh: '系统账户为空', en: 'Empty for a system account.' },
    }),
    account: choice({ zh: '系统账户', en: 'System account' }, systemAccounts, { write: 'never' }),
    walletId: identifier({ zh: '钱包编号', en: 'Wallet ID' }, { write: 'never' }),
    lotId: identifier({ zh: '批次编号', en: 'Lot ID' }, { write: 'never' }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { write: 'never', required: true }),
    seq: integer({ zh: '序号', en: 'No.' }, { write: 'never' }),
    delta: integer({ zh: '变动', en: 'Change' }, { write: 'never' }),
    balanceAfter: integer({ zh: '变动后余额', en: 'Balance after' }, { write: 'never' }),
    cause: choice({ zh: '原因', en: 'Cause' }, ledgerCauses, { write: 'never' }),
    causeId: text({ zh: '业务编号', en: 'Reference ID' }, { write: 'never', max: 96, mono: true }),
    operator: choice(
      { zh: '操作方', en: 'Actor' },
      {
        admin: { zh: '管理员', en: 'Admin' },
        service: { zh: '服务', en: 'Service' },
        user: { zh: '用户', en: 'User' },
        system: { zh: '系统', en: 'System' },
      },
      { write: 'never' },
    ),
    operatorId: identifier({ zh: '操作方编号', en: 'Operator ID' }, { write: 'never' }),
    reason: text({ zh: '说明', en: 'Reason' }, { write: 'never' }),
    reversalOf: identifier({ zh: '冲正对象', en: 'Reverses' }, { write: 'never' }),
    transactionId: text({ zh: '记账编号', en: 'Posting' }, { write: 'never', max: 96, mono: true }),
  },
  list: {
    columns: ['createdAt', 'userId', 'asset', 'delta', 'balanceAfter', 'cause', 'causeId', 'operator', 'reason'],
    essential: ['asset', 'delta', 'balanceAfter'],
    filters: ['userId', 'walletId', 'asset', 'cause', 'causeId', 'operator', 'transactionId'],
    quick: {
      // Every movement has two sides; the side of the system has no wallet.
      ofUsers: { label: { zh: '用户账户', en: 'User accounts' }, where: { walletId: { from: 1 } } },
      byHand: { label: { zh: '人工调整', en: 'Manual adjustment' }, where: { cause: ['adminAdjust'] } },
      reclaimed: {
        label: { zh: '退款与冲正', en: 'Refunds and reversals' },
        where: { cause: ['orderRefund', 'reversal'] },
      },
      today: { label: { zh: '今日', en: 'Today' }, where: { createdAt: { days: { from: 0 } } } },
    },
    initial: 'ofUsers',
    unsortable: {
      seq: unsortableReasons.position,
      balanceAfter: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: admins },
});
export type LedgerEntry = RecordOf<typeof ledgerEntry>;

/** Records that an entry refers to as its cause, by the prefix of the reference, or by the cause when it is only a number. */
const causeRecords = {
  lot: { resource: 'creditLot', label: { zh: '点数批次', en: 'Credit lot' } },
  redemption: { resource: 'redemption', label: { zh: '兑换记录', en: 'Redemption' } },
  register: { resource: 'user', label: { zh: '注册用户', en: 'Registration of user' } },
  sign: { resource: 'signLog', label: { zh: '签到记录', en: 'Check-in' } },
  invite: { resource: 'inviteRecord', label: { zh: '邀请记录', en: 'Invite' } },
  redeem: { resource: 'redeemCode', label: { zh: '兑换码', en: 'Redeem code' } },
} as const;

/** Returns the record that caused an entry. Null for numbers of orders, holds and refunds, which are readable themselves. */
export function findLedgerCause({ cause, causeId }: Readonly<Record<string, unknown>>): {
  readonly resource: string;
  readonly id: number;
  readonly label: LocalizedText;
} | null {
  const [, prefix, digits] = /^(?:([a-z]+):)?(\d{1,15})$/.exec(String(causeId ?? '')) ?? [];
  const name = prefix ?? String(cause);
  if (digits === undefined || !Object.hasOwn(causeRecords, name)) return null;
  return { ...causeRecords[name as keyof typeof causeRecords], id: Number(digits) };
}
