import { boolean, choice, integer } from '../../fields/index.ts';

/** The assets of credits: coins are the shop currency, compute pays for models and media. */
export const assets = {
  coin: { zh: '货币', en: 'Coin' },
  compute: { zh: '算力', en: 'Compute' },
} as const;

/** Input of a balance adjustment. */
export const adjusted = {
  asset: choice({ zh: '资产', en: 'Asset' }, assets, { required: true }),
  amount: integer(
    { zh: '数量', en: 'Amount' },
    {
      required: true,
      min: -100_000_000,
      max: 100_000_000,
      help: { zh: '正数增加，负数扣减', en: 'Positive amounts add, negative amounts deduct.' },
    },
  ),
} as const;

/** Output of a balance adjustment or of its preview. */
export const adjustedOutput = {
  ...adjusted,
  balanceBefore: integer({ zh: '原余额', en: 'Previous balance' }),
  balance: integer({ zh: '余额', en: 'Balance' }),
  held: integer({ zh: '冻结', en: 'Held' }),
  debt: integer({ zh: '欠额', en: 'Debt' }),
  available: integer({ zh: '可扣减', en: 'Deductible' }),
  allowed: boolean({ zh: '可以执行', en: 'Can be done' }),
} as const;

/** Preview of revoking the invite rewards of a user, for both sides of each invite. */
export const reclaimOutput = {
  invites: integer({ zh: '收回的邀请', en: 'Reversed invites' }),
  rejected: integer({ zh: '拒绝的邀请', en: 'Rejected invites' }),
  coin: integer({ zh: '收回货币', en: 'Coins reclaimed' }),
  compute: integer({ zh: '收回算力', en: 'Compute reclaimed' }),
  coinShort: integer({ zh: '已用掉的货币', en: 'Coins already spent' }),
  computeShort: integer({ zh: '已用掉的算力', en: 'Compute already spent' }),
} as const;
