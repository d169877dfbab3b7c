import { type Action, admins } from '../../definition/index.ts';
import { basisPoints, choice, integer, money, reference, secret, text, time } from '../../fields/index.ts';

/** Definitions that distributors and regional agents share: rates, payable balances and income. */

const never = { write: 'never' } as const;
const figure = { write: 'never', default: 0, required: true } as const;

/** Balances in one currency. Only postings change them. */
export const balanceFields = {
  currency: text(
    { zh: '币种', en: 'Currency' },
    {
      write: 'never',
      max: 3,
      read: 'detail',
      help: {
        zh: '以下余额的币种；有多个币种的收入时，这里显示最近一笔的币种，其余见流水',
        en: 'Currency of the balances below. With income in several currencies, this is the latest one; see the entries for the others.',
      },
    },
  ),
  pending: money(
    { zh: '待结算', en: 'Pending' },
    { ...figure, help: { zh: '已产生、还没到结算时间', en: 'Earned but not settled yet.' } },
  ),
  available: money({ zh: '可提现', en: 'Available for withdrawal' }, figure),
  debt: money(
    { zh: '欠款', en: 'Debt' },
    {
      ...figure,
      help: {
        zh: '结算后退款、超出余额的部分；先从以后的收入中扣回',
        en: 'Refunds after settlement that exceeded the balance. Future income repays this first.',
      },
    },
  ),
  reserved: money(
    { zh: '提现中', en: 'Being paid out' },
    { ...figure, read: 'detail', help: { zh: '已申请、尚未付出', en: 'Requested but not paid yet.' } },
  ),
  withdrawn: money({ zh: '已提现', en: 'Withdrawn' }, figure),
  totalIncome: money(
    { zh: '累计收入', en: 'Total income' },
    { ...figure, read: 'detail', help: { zh: '扣除退款之后', en: 'After refunds' } },
  ),
} as const;

export const balanceTotals = ['pending', 'available', 'debt', 'withdrawn'] as const;

/** Share of an order, in ten-thousandths. */
export const rate = { min: 0, max: 5000, ...basisPoints } as const;

/** Why a share of an order was posted. */
const incomeKinds = {
  earned: { zh: '订单', en: 'Order', tone: 'good' },
  refund: { zh: '退款冲回', en: 'Refund', tone: 'warn' },
  manual: { zh: '人工冲回', en: 'Reversed manually', tone: 'bad' },
} as const;

/** A share of an order, or a reversal of it. */
export const incomeFields = {
  orderId: reference({ zh: '订单', en: 'Order' }, 'order', { ...never, required: true }),
  buyerId: reference({ zh: '购买人', en: 'Buyer' }, 'user', { ...never, required: true }),
  kind: choice({ zh: '类型', en: 'Kind' }, incomeKinds, { ...never, required: true }),
  sourceNo: text(
    { zh: '来源单号', en: 'Source number' },
    { ...never, required: true, mono: true, max: 40, read: 'detail' },
  ),
  base: money(
    { zh: '计算基数', en: 'Base' },
    { ...never, required: true, help: { zh: '订单的实付金额', en: 'Amount paid for the order.' } },
  ),
  rateBps: integer(
    { zh: '比例', en: 'Rate' },
    { ...never, required: true, ...basisPoints, help: { zh: '支付时的比例', en: 'Rate at the time of payment.' } },
  ),
  amount: money({ zh: '金额', en: 'Amount' }, { ...never, required: true }),
  currency: text({ zh: '币种', en: 'Currency' }, { ...never, max: 3, read: 'detail' }),
  net: money(
    { zh: '冲回后', en: 'After refunds' },
    {
      ...never,
      required: true,
      default: 0,
      read: 'detail',
      help: { zh: '冲回的记录为 0', en: '0 for reversals' },
    },
  ),
  settledAt: time({ zh: '结算时间', en: 'Settled' }, { ...never, read: 'detail' }),
  reason: text({ zh: '说明', en: 'Reason' }, { ...never, max: 200, read: 'detail' }),
} as const;

export const whyText = text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200 });
export const reasonField = text({ zh: '说明', en: 'Reason' }, { ...never, max: 200, read: 'detail' });

/** Payout methods. An admin pays manually with the payout file. */
export const payoutChannels = {
  alipay: { zh: '支付宝', en: 'Alipay' },
  wechat: { zh: '微信', en: 'WeChat' },
  bank: { zh: '银行卡', en: 'Bank' },
} as const;

export const payoutFields = {
  amount: { zh: '金额', en: 'Amount' },
  fee: { zh: '手续费', en: 'Fee' },
  payout: { zh: '应付', en: 'Payable' },
  channel: { zh: '方式', en: 'Method' },
  account: { zh: '收款账号', en: 'Account' },
  realName: { zh: '收款人', en: 'Payee' },
  bankName: { zh: '开户行', en: 'Bank' },
} as const;

/** Requests a withdrawal for a payee, entered by an admin. */
export const withdrawAction = {
  on: 'record',
  label: { zh: '代为提现', en: 'Withdraw on behalf of the user' },
  help: {
    zh: '从可提现余额中占用，审核后由人工付款',
    en: 'Reserves the amount from the available balance. After approval, an admin pays it out.',
  },
  roles: admins,
  singleRecord: true,
  input: {
    amount: money(payoutFields.amount, { required: true, min: 1, max: 100_000_000_00 }),
    currency: text(
      { zh: '币种', en: 'Currency' },
      {
        max: 3,
        pattern: '[A-Z]{3}',
        help: { zh: '留空则为余额显示的币种', en: 'Leave empty for the currency of the balances shown.' },
      },
    ),
    channel: choice(payoutFields.channel, payoutChannels, { required: true }),
    account: secret(payoutFields.account, {
      required: true,
      min: 4,
      max: 64,
      help: { zh: '加密保存，只显示末尾', en: 'Encrypted. Only the last characters are shown.' },
    }),
    realName: secret(payoutFields.realName, { required: true, min: 2, max: 64 }),
    bankName: text(payoutFields.bankName, { max: 64 }),
  },
  output: {
    no: text({ zh: '提现号', en: 'Withdrawal number' }),
    amount: money(payoutFields.amount),
    currency: text({ zh: '币种', en: 'Currency' }),
    fee: money(payoutFields.fee),
    payout: money(payoutFields.payout),
  },
} as const satisfies Action;
